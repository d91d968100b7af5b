"""Which puzzles are nearly the same."""

from __future__ import annotations

import pytest

from stackyard.plugins.registry import load_game
from stackyard_coach.puzzle_likeness import SeenPuzzles

FIRST = "bbbbbb/b/rrb/r/rb/rrrrr r", "c"


@pytest.mark.parametrize(
    ("position", "move", "new"),
    [
        (*FIRST, False),
        ("bbbbb/br/b/brr/r/rrrrrr b", "d", False),  # seen from the other side, colours exchanged
        ("bbbbbb/-/rrb/r/rbb/rrrrr r", "c", False),  # two columns differ
        ("bbbbbb/b/rrb/r/rb/rrrrr r", "d", False),  # the same board
        ("bbbbbb/-/rrb/r/rbb/rrrrr r", "d", True),  # another move
        ("bbbbbb/-/rrbb/-/rbr/rrrrr r", "c", True),  # four columns differ
    ],
)
def test_boards_alike_with_one_move_are_nearly_the_same(
    position: str, move: str, new: bool
) -> None:
    game = load_game("silo")
    seen = SeenPuzzles()
    start = game.parse_position(FIRST[0])
    seen.add(game, [(start, game.parse_move(FIRST[1], start))])
    there = game.parse_position(position)
    assert seen.is_new(game, [(there, game.parse_move(move, there))]) is new


def test_another_board_is_another_puzzle() -> None:
    small, other = load_game("silo"), load_game("silo", goal="end")
    seen = SeenPuzzles()
    start = small.parse_position(FIRST[0])
    seen.add(small, [(start, small.parse_move("c", start))])
    assert seen.is_new(other, [(other.parse_position(FIRST[0]), small.parse_move("c", start))])
