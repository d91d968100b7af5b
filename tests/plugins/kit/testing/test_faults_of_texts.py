"""Faults of the notation and of refusals: each is found, and told with its seed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.plugins.kit.testing.faults import Fault, Made, Told, check_fault, refused

from stackyard import (
    IllegalMoveError,
    PositionError,
    Refusal,
)


def take_anything(game: Any, text: str, position: Any) -> int:
    words = ("one", "two", "three")
    return words.index(text) if text in words else 99


def no_position(game: Any, text: str) -> Any:
    raise PositionError("no")


def read_loosely(game: Any, text: str) -> Any:
    found = re.fullmatch(r" *(\d+) (\d+),(\d+) ([wb])(\+?)", text)
    if found is None or sum(map(int, found.group(1, 2, 3))) != game.counters:
        raise PositionError("no")
    left, *taken = map(int, found.group(1, 2, 3))
    return game.kind(left, taken, "wb".index(found[4]), bool(found[5] and left), game.few)


def read_without_looking(game: Any, text: str) -> Any:
    left, pair, player = text.split(" ")
    taken = [int(number) for number in pair.split(",")]
    if int(left) + sum(taken) != game.counters or player not in ("w", "b", "w+", "b+"):
        raise PositionError("no")
    return game.kind(int(left), taken, "wb".index(player[0]), player[1:] == "+", game.few)


def play_what_is_refused(game: Any, move: int, position: Any) -> Refusal:
    position.taken[0] += move
    return Refusal("too-many", "there are not so many counters left")


def refuse_all_alike(game: Any, text: str, position: Any) -> int:
    move = int(game.read_move(text.strip().lower()))
    if move not in position.legal_moves():
        raise IllegalMoveError(Refusal("too-many", "there are not so many counters left"))
    return move


FAULTS = {
    # Notation
    "a position string that drops the turn": Fault(
        "test_position_texts",
        ("the position read from its string has another mid_turn: False instead of True"),
        game={"whose": lambda game, p: "wb"[p.player]},
    ),
    "a position that cannot be written": Fault(
        "test_position_texts", "KeyError: 12", game={"format_position": lambda game, p: {}[p.left]}
    ),
    "a position string of two lines": Fault(
        "test_position_texts",
        "a position is one line without blanks around it, not '12 0,0 \\nw'",
        game={"whose": lambda game, p: "\nw"},
    ),
    "a position that is refused": Fault(
        "test_position_texts",
        "the position is refused when read again: no",
        game={"parse_position": no_position},
    ),
    "moves read with capitals only": Fault(
        "test_move_texts",
        "the legal move 'TWO' is refused: 'TWO' is not one, two or three",
        game={"parse_move": lambda game, text, position: game.read_move(text.strip())},
    ),
    "moves written in capitals": Fault(
        "test_move_texts",
        (
            "a move is written in lower case and without blanks, not 'M0' (move 0); a "
            "game whose moves have capitals says `capitals = True`"
        ),
        game={"format_move": lambda game, move, p: f"M{move}"},
    ),
    "moves with commas": Fault(
        "test_move_texts",
        (
            "a move is written without commas, which join the moves of a turn, and "
            "without braces, which hold comments, not '0,0' (move 0)"
        ),
        game={"format_move": lambda game, move, p: f"{move},{move}"},
    ),
    "two moves with one text": Fault(
        "test_move_texts",
        "two legal moves have one text: one, one, one",
        game={"format_move": lambda game, move, p: "one"},
    ),
    "a move read as another": Fault(
        "test_move_texts",
        "'two' is move 1 and is read as 0",
        game={"read_move": lambda game, text: 0},
    ),
    "an empty line that makes a move that is not legal": Fault(
        "test_move_texts",
        "empty_move is 2, which is not legal: return None there",
        game={"empty_move": lambda game, p: 2},
    ),
    # Refusals
    "a refusal that plays the move": Fault(
        "test_refusals",
        "the position is changed by a refusal",
        game={"refusal": play_what_is_refused},
    ),
    "a refusal that is a mere sentence": Fault(
        "test_refusals",
        "the refusal is 'no', which is no Refusal",
        game={"refusal": lambda game, move, p: "no"},
    ),
    "a refusal without a rule": Fault(
        "test_refusals", "the rule is ''; write words-with-hyphens", game=refused("", "no")
    ),
    "a rule that is a sentence": Fault(
        "test_refusals",
        "the rule is 'Too many!'; write words-with-hyphens",
        game=refused("Too many!", "no"),
    ),
    "a refusal that says nothing": Fault(
        "test_refusals",
        ("the sentence of a refusal is ''; words are wanted, without blanks around them"),
        game=refused("too-many", ""),
    ),
    "a refusal with a full stop": Fault(
        "test_refusals",
        "the sentence of a refusal is one line without a full stop, not 'No.'",
        game=refused("too-many", "No."),
    ),
    "a refusal that points beside the board": Fault(
        "test_refusals",
        "the cells of a refusal: 1 is not on the board, whose cells are 0 to 0",
        game=refused("too-many", "no", [1]),
    ),
    "a refusal that is an error": Fault(
        "test_refusals",
        "IndexError: list index out of range",
        game={"refusal": lambda game, move, p: [][move]},
    ),
    "a move accepted that is not legal": Fault(
        "test_refusals",
        "the move 'three' is read as 2, not legal here",
        game={"parse_move": lambda game, text, p: game.read_move(text.strip().lower())},
    ),
    "a finished game that is refused like any other": Fault(
        "test_refusals",
        "the game is over, and the rule is 'too-many'",
        game={"parse_move": refuse_all_alike},
    ),
    # Nonsense
    "a position that raises whatever comes": Fault(
        "test_nonsense",
        "ValueError: not enough values to unpack (expected 3, got 1)",
        game={"parse_position": read_without_looking},
    ),
    "a position with more than one string": Fault(
        "test_nonsense",
        (
            "'12 0,00 w' is accepted, but the position is written '12 0,0 w': refuse all "
            "strings but that one"
        ),
        game={"parse_position": read_loosely},
    ),
    "nonsense that is a move": Fault(
        "test_nonsense", "'' is read as 99, which is not legal", game={"parse_move": take_anything}
    ),
    "a move that raises whatever comes": Fault(
        "test_nonsense", "KeyError: ''", game={"read_move": lambda game, text: {"one": 0}[text]}
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_and_told_with_its_seed(
    fault: Fault, conformance: Made, told: Told
) -> None:
    check_fault(fault, conformance, told)
