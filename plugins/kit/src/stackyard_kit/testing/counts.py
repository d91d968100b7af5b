"""The perft manifest: known node counts, and the search for the first difference."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from stackyard.enumeration import divide, perft
from stackyard.game import Game
from stackyard_kit.testing.samples import ConformanceError, at
from stackyard_kit.testing.sources import Judge, Reference


class Known(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of the manifest: the node counts of a position, from depth 1 on."""

    options: dict[str, Any] = {}
    position: str | None = None  # the start position if empty
    counts: Annotated[list[Annotated[int, Meta(ge=0)]], Meta(min_length=1)]


Manifest = Annotated[list[Known], Meta(min_length=1)]


def check_manifest(kind: type[Game], path: Path, reference: Reference | None = None) -> None:
    """The game has the node counts of each entry of a manifest."""
    try:
        entries: list[Known] = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise ConformanceError(f"the perft manifest cannot be read: {error}") from error
    for number, known in enumerate(entries, 1):
        with at(f"entry {number}"):
            _check_counts(kind, known, reference)


def _check_counts(kind: type[Game], known: Known, reference: Reference | None) -> None:
    """The game has the known counts; an error names the first differing position and move."""
    game = kind(**known.options)
    start = game.initial() if known.position is None else game.parse_position(known.position)
    text = game.format_position(start)
    for depth, count in enumerate(known.counts, 1):
        counted = perft(start, depth)
        if counted == count:
            continue
        sentence = f"perft({depth}) from {text} is {counted}, the manifest says {count}"
        if isinstance(reference, Judge):
            reference = _counting(reference) if hasattr(reference, "after") else None
        if reference is None:
            parts = [f"{move} {nodes}" for move, nodes in _counts(game, text, depth).items()]
            raise ConformanceError(
                f"{sentence}; by moves: {', '.join(parts) or 'none'} "
                "(with a `reference` that counts, or has `after`, the first difference is named)"
            )
        raise ConformanceError(f"{sentence}; {_difference(game, known, text, depth, reference)}")


def _counting(judge: Any) -> Callable[..., dict[str, int]]:
    """The node counts that a judge of single positions finds by its moves."""

    def counts(position: str, depth: int, **options: Any) -> dict[str, int]:
        found = dict.fromkeys(judge.legal_moves(position, **options), 1)
        if depth > 1:
            for move in found:
                after = judge.after(position, move, **options)
                found[move] = sum(counts(after, depth - 1, **options).values())
        return found

    return counts


def _difference(game: Game, known: Known, text: str, depth: int, reference: Reference) -> str:
    """The first difference between a game and a second source, in words."""
    counts: Any = reference  # a function, as far as it is called below
    other = counts(**known.options) if isinstance(reference, type) else None
    way = ""
    for left in range(depth, 0, -1):
        with at(f"the search for the first difference, at {text}"):
            here = _counts(game, text, left)
            if other is None:
                there = counts(text, left, **known.options)
            else:
                there = _counts(other, text, left)
            move = next((m for m in [*here, *there] if here.get(m) != there.get(m)), None)
            if move is None:
                return way or f"the second source counts {sum(there.values())} too"
            if move not in there:
                return f"first difference: at {text} the second source does not allow {move}"
            if move not in here:
                return f"first difference: at {text} the game does not allow {move}"
            before, text = text, _after(game, text, move)
            way = (
                f"first difference: at {before}, {move} leads to {text} and {here[move]} nodes, "
                f"in the second source to {there[move]}"
            )
            if other is not None and _after(other, before, move) != text:
                return f"{way} and {_after(other, before, move)}"
    return way


def _counts(game: Game, text: str, depth: int) -> dict[str, int]:
    """The nodes below each move of a position."""
    position = game.parse_position(text)
    return {game.format_move(move, position): n for move, n in divide(position, depth).items()}


def _after(game: Game, text: str, move: str) -> str:
    """The position after a move."""
    position = game.parse_position(text)
    position.play(game.parse_move(move, position))
    return game.format_position(position)
