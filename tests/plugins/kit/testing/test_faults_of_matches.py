"""Faults of whole games: each is found, and told with its seed."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.kit.testing.faults import (
    ASKED,
    Fault,
    Made,
    Told,
    check_fault,
    count_moves,
    moves_of,
    numbers,
    sound,
)

from stackyard import (
    Option,
)
from stackyard_kit.testing import matches


def copy_with_the_moves(position: Any) -> Any:
    again = sound(position).copy(position)
    again.moves = moves_of(position)
    return again


def go_on_for_ever(position: Any, move: int) -> None:
    position.player = 1 - position.player
    count_moves(position)


def end_early_unless_by_one(position: Any, move: int) -> None:
    sound(position).play(position, move)
    if move and position.left:
        position.left, position.mid_turn, position.winner = 0, False, 0


def stuck_when_few_are_left(position: Any) -> Any:
    stuck = position.left == 3 and sum(position.taken) > 20
    return numbers(*([] if stuck else position.takes()))


def six_moves(game: Any) -> None:
    sound(game).prepare(game)
    game.move_space = 6


def count_the_games(game: Any) -> None:
    sound(game).prepare(game)
    game.settings["number"] = (game.settings["number"] + 1) % 9


WITH_A_NUMBER = (
    Option("counters", 12, range(4, 40), "How many counters there are."),
    Option("few", False, (False, True), "Whether fewer counters win."),
    Option("number", 0, range(9), "A number that changes nothing."),
)

FAULTS = {
    # Whole games
    "a game longer than declared": Fault(
        "test_termination",
        (
            "the game is not over after 5 moves, and the longest is to have 5; if "
            "positions can repeat for ever, declare `endless = True`"
        ),
        tests={"longest": 5},
    ),
    "a game longer than declared if both players put off the end": Fault(
        "test_termination",
        (
            "the game is not over after 12 moves, and the longest is to have 12; if "
            "positions can repeat for ever, declare `endless = True`"
        ),
        {"play": end_early_unless_by_one},
        tests={"longest": 12},
    ),
    "no legal move where both players put off the end": Fault(
        "test_termination",
        "the game is not over, and no move is legal",
        {"play": end_early_unless_by_one, "legal_moves": stuck_when_few_are_left},
    ),
    "no legal move where rare ends are sought": Fault(
        "test_legal_moves",
        "the game is not over, and no move is legal",
        {"play": end_early_unless_by_one, "legal_moves": stuck_when_few_are_left},
    ),
    "a length that is not declared": Fault(
        "test_termination",
        ("declare how long a game can be: `longest = 200`, `longest_for`, or `endless = True`"),
        tests={"longest": None},
    ),
    "a game that never ends and repeats nothing": Fault(
        "test_termination",
        "a match is not over after 200 moves, repetition being a draw, seed 0",
        {"play": go_on_for_ever, "key": moves_of, "copy": copy_with_the_moves},
        tests={"endless": True},
    ),
    "options that do not stay": Fault(
        "test_records",
        ("a match read from its record is one of ShareGame(counters=12, few=False, number=2)"),
        game={"prepare": count_the_games, "options": WITH_A_NUMBER},
    ),
    "two moves that do the same": Fault(
        "test_records",
        "a match read from its record has other turns",
        {
            "legal_moves": lambda p: numbers(*p.takes(), *[take + 3 for take in p.takes()]),
            "play": lambda p, move: sound(p).play(p, move % 3),
        },
        {
            "prepare": six_moves,
            "format_move": lambda game, move, p: ("one", "two", "three")[move % 3],
        },
    ),
    "an ending that is told otherwise each time": Fault(
        "test_records",
        (
            "a match read from its record ends with 'white wins: over, asked 7 times' "
            "instead of 'white wins: over, asked 7 times'"
        ),
        game={"ending": lambda game, p: f"over, asked {next(ASKED)} times"},
    ),
    "moves written as others": Fault(
        "test_records",
        (
            "the record of a match is refused: move 2, one by white: it leads to another "
            "position now"
        ),
        game={"format_move": lambda game, move, p: ("one", "three", "two")[move]},
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "PATIENCE", 200)
    check_fault(fault, conformance, told)
