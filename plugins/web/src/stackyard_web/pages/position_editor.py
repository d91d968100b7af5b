"""The position editor: a click selects a cell, a button changes its content."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from stackyard.errors import PositionError, StackyardError
from stackyard.game import Game
from stackyard.notation import Grid
from stackyard.position import ONGOING
from stackyard.scenes import Piece, Scene
from stackyard_pictures import clickable
from stackyard_web.pages import forms
from stackyard_web.pages.posted import answer_here

HEIGHTS = range(1, 10)  # written as a digit after a letter
SAMPLE_MOVES = 40  # random moves after which most kinds of pieces have appeared


async def edit(request: Request) -> Response:
    """The edited position, and the possible contents of the selected cell."""
    return await answer_here(request, dict[str, str], _edited)


def _edited(name: str, filled: Mapping[str, str]) -> dict[str, Any]:
    game = forms.game_of(name, filled)
    text = forms.position_of(filled) or game.start_text
    board, *rest = text.split(" ")
    grid: Grid | None = getattr(game, "grid", None)
    items: dict[int, str] | None = None
    if grid is not None:
        with suppress(PositionError):
            items = grid.read(board)
    scene, sentence = _scene(game, text, items or {})
    cell = filled.get("cell", "")
    offers = []
    if grid is not None and items is not None and cell.isdecimal():
        at = int(cell) % len(game.board)
        for item in candidates(grid, game.letters, items.get(at, "")):
            changed = {**items, at: item} if item else {k: v for k, v in items.items() if k != at}
            offers.append({"item": item, "text": " ".join([grid.write(changed), *rest])})
    picture = clickable.draw(scene, f"{game.title} board to set up")
    return {"text": text, "picture": picture, "sentence": sentence, "offers": offers}


def candidates(grid: Grid, letters: str, item: str) -> list[str]:
    """The possible contents of a cell other than its current one."""
    more = [item + letter for letter in letters] if item else []
    other = [*letters, *letters.upper()]
    high = [f"{letter}{height}" for letter in letters for height in HEIGHTS]
    found = dict.fromkeys([item[:-1], *more, *other, *high])
    kept = [each for each in found if each and each != item and grid.accepts(each)]
    return ["", *kept] if item else kept


def _scene(game: Game, text: str, items: Mapping[int, str]) -> tuple[Scene, str]:
    """The scene of a position, approximate if it is invalid, and a sentence about errors."""
    try:
        position = game.parse_position(text)
    except StackyardError as error:
        cells = {cell: _pieces(game, item) for cell, item in items.items()}
        return Scene(game.board, cells, game.colours, 0), f"{error}"
    if position.winner != ONGOING:
        return game.scene(position), f"in this position the game is over: {game.ending(position)}"
    return game.scene(position), ""


def _pieces(game: Game, item: str) -> tuple[Piece, ...]:
    """The pieces that the text of a cell probably means."""
    letters = item[0] * int(item[1:]) if item[1:].isdecimal() else item
    known = _known(type(game))
    return tuple(
        [
            known.get(each) or Piece(game.letters.index(each.lower()), each)
            for each in letters
            if each in known or each.lower() in game.letters
        ]
    )


@lru_cache(maxsize=64)
def _known(kind: type[Game]) -> dict[str, Piece]:
    """Pieces of a game by letter, from its starts and from a random game."""
    found: dict[str, Piece] = {}
    game = kind()
    position = game.initial()
    for _ in range(SAMPLE_MOVES):
        if position.winner == ONGOING:
            position.play(position.random_move(0))
    looked = [(game, position)]
    for start in kind.starts:
        settled = kind(**start.settings)
        looked.append((settled, settled.parse_position(start.position)))
    for each, reached in looked:
        for stack in each.pieces(reached).values():
            found.update({piece.letter: piece for piece in stack})
    return found
