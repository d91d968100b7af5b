"""Ricks under the conformance kit: python -m pytest test_ricks.py."""

from __future__ import annotations

import pytest
from ricks import RicksGame

from stackyard import DRAW
from stackyard_kit.testing import GameConformance


class TestRicks(GameConformance):
    """All that Stackyard expects of a game."""

    game = RicksGame
    longest = 17  # moves: every move makes one stack less
    perft = "ricks_perft.json"


@pytest.mark.parametrize(
    ("onto", "rows", "moves"),
    [
        ("any", "-,br,rb/-,-,b/r,-,- r", ["b3c3"]),
        ("any", "-,br,r/-,-,b/r,-,- r", ["b3c3", "c3c2", "c3b3"]),
        ("enemy", "-,br,r/-,-,b/r,-,- r", ["c3c2"]),
        ("level", "-,br,r/-,-,b/r,-,- r", ["c3c2"]),
        ("level", "-,br,r/-,-,bb/r,-,- b", []),
    ],
)
def test_a_stack_moves_onto_the_stacks_that_the_option_names(
    onto: str, rows: str, moves: list[str]
) -> None:
    """The top of a stack owns it."""
    game = RicksGame(columns=3, onto=onto)
    assert game.legal_texts(game.parse_position(rows)) == moves


def test_the_player_with_more_checkers_wins() -> None:
    """Those below the top count for its owner."""
    game = RicksGame(columns=3)
    position = game.parse_position("-,br,r/-,-,b/r,-,- r")
    position.play(game.parse_move("c3c2", position))
    assert game.ending(position) == "red holds 5 checkers of 5"


def test_equal_numbers_of_checkers_are_a_draw() -> None:
    """Neither player has a move, and both hold three checkers."""
    game = RicksGame(columns=4)
    assert game.parse_position("rbr,-,-,-/-,-,-,-/-,-,-,brb r").winner == DRAW
