"""What worker processes do: choose a move, analyse a position, replay a record, make pictures.

Each job is a function of plain values that JSON can carry, and answers with such.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any

from stackyard.plugins.host import load_game
from stackyard.records.format import decode
from stackyard.records.replays import restore, scenes
from stackyard.rng import derive
from stackyard.search.thinking import think

LINES = 5  # moves that an analysis shows


def choose(record: str, spec: str) -> str:
    """The move that a computer player chooses in a match."""
    match = restore(decode(record), (spec, spec))
    move = match.player.choose(match)
    if move is None:
        raise ValueError(f"{spec} chose no move")
    return match.game.format_move(int(move), match.position)


def analyse(game: str, options: dict[str, Any], position: str, seconds: float) -> dict[str, Any]:
    """The best moves of a position, and the share of points of the player to act."""
    loaded = load_game(game, **{k: v for k, v in options.items() if v is not None})
    stands = loaded.parse_position(position)
    search = think(loaded, stands, derive(1), seconds=seconds)
    found = search.lines()
    visits = sum([line.visits for line in found]) or 1
    return {
        "value": found[0].value,
        "lines": [
            {
                "move": loaded.format_move(line.move, stands),
                "words": loaded.describe(line.move, stands),
                "cells": list(loaded.move_cells(line.move, stands)),
                "share": line.visits / visits,
                "value": line.value,
            }
            for line in found[:LINES]
        ],
    }


def replay(record: str, ply: int, flip: bool, plies: int) -> dict[str, Any]:
    """One ply of a record that anybody may have written, and the list of its moves."""
    from stackyard_web.views import replayed

    return replayed(record, ply, flip, plies)


def draw(record: str, kind: str, ply: int | None, flip: bool, seconds: float) -> str:
    """A picture of a match, or a film, as base64: svg, png, film.svg or film.gif."""
    from stackyard.drawing import film, raster, svg

    match = restore(decode(record))
    title, shown = match.game.title, scenes(match)
    if not kind.startswith("film"):
        scene = shown[len(shown) - 1 if ply is None else min(ply, len(shown) - 1)]
        file = raster.png(scene, title, flip) if kind == "png" else svg.draw(scene, title, flip)
    elif kind == "film.gif":
        file = raster.gif(shown, title, seconds, flip)
    else:
        file = film.animate(shown, title, seconds, flip)
    return b64encode(file if isinstance(file, bytes) else file.encode()).decode()


JOBS: dict[str, Callable[..., Any]] = {job.__name__: job for job in (choose, analyse, replay, draw)}
