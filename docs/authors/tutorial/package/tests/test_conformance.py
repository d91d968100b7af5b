"""The conformance tests of every game; Stackyard's kit plays it at random with all its options."""

from __future__ import annotations

from collections.abc import Iterator

from stackyard_kit.testing import GameConformance

from stackyard_domineering.game import DomineeringGame

Squares = frozenset[tuple[int, int]]


def counted(position: str, depth: int, **options: object) -> dict[str, int]:
    """How many sequences of moves begin with each move: the rules once more, slow and plain."""
    rows, _, player = position.partition(" ")
    free = frozenset(
        (column, row)
        for row, letters in enumerate(reversed(rows.split("/")))
        for column, letter in enumerate(letters)
        if letter == "."
    )
    return {
        f"{'abcdefg'[column]}{row + 1}": sequences(free - domino, player == "r", depth - 1)
        for (column, row), domino in dominoes(free, player == "b")
    }


def sequences(free: Squares, upright: bool, depth: int) -> int:
    """How many sequences of moves there are."""
    if depth == 0:
        return 1
    found = [
        sequences(free - domino, not upright, depth - 1) for _, domino in dominoes(free, upright)
    ]
    return sum(found)


def dominoes(free: Squares, upright: bool) -> Iterator[tuple[tuple[int, int], Squares]]:
    """Where a domino can lie: its lower or left cell, and both cells."""
    for column, row in free:
        other = (column, row + 1) if upright else (column + 1, row)
        if other in free:
            yield (column, row), frozenset([(column, row), other])


class TestDomineering(GameConformance):
    """All that Stackyard expects of a game."""

    game = DomineeringGame
    longest = 24  # a board of 49 cells has no room for more dominoes
    perft = "perft.json"
    reference = counted

    def pieces_in(self, text: str) -> int:
        """The cells under dominoes."""
        return sum([letter in "br" for letter in text.partition(" ")[0]])
