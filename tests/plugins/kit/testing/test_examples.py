"""Examples that an author declares: they pass as they are, and each deviation is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard_kit.testing import GameConformance, examples

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]

CHECKS = {
    "bad_options": examples.check_bad_options,
    "bad_positions": examples.check_bad_positions,
    "bad_moves": examples.check_bad_moves,
    "refusals": examples.check_refused,
    "descriptions": examples.check_described,
    "endings": examples.check_ended,
}
ONE = {"counters": 4}
OVER = "0 3,1 w"
SOUND: dict[str, list[tuple[Any, ...]]] = {
    "bad_options": [("counters", 3, "4 to 39"), ("few", "maybe", "off or on")],
    "bad_positions": [("12 0,0 r", "is no position"), ("12 0,0 w", "^12 .* there are 4$", ONE)],
    "bad_moves": [("four", "^'four' is not one, two or three$"), ("", "is not one", ONE)],
    "refusals": [
        ("1 6,5 w", "two", "too-many", "there are not so many counters left"),
        ("1 2,1 w", "two", "too-many", "there are not so many counters left", "a", ONE),
    ],
    "descriptions": [("12 0,0 w", "one", "one"), ("4 0,0 w", "one", "one", "a", ONE)],
    "endings": [(OVER, "white", "white has won", None, ONE), ("0 6,6 w", "draw", "draw", "")],
}


@pytest.fixture
def game(share: Any) -> Any:
    """The sound game, with words for its moves and its end."""

    class Worded(share.ShareGame):  # type: ignore[misc]
        __module__ = "share"

        def describe(self, move: int, position: Any) -> str:
            return str(self.format_move(move, position))

        def ending(self, position: Any) -> str:
            winner = int(position.winner)
            return "draw" if winner == 2 else f"{self.colours[winner]} has won"

    return Worded


@pytest.mark.parametrize("name", SOUND)
def test_examples_that_come_out_as_declared_pass(name: str, game: Any) -> None:
    CHECKS[name](game, SOUND[name])


@pytest.mark.parametrize(
    ("name", "example", "words"),
    [
        ("bad_options", ("counters", 5, "4 to 39"), "no OptionError is raised"),
        ("bad_options", ("counters", 3, "4 to 40"), "'4 to 39', declared as '4 to 40'"),
        ("bad_positions", ("12 0,0 w", "is no position"), "no PositionError is raised"),
        ("bad_positions", ("12 0,0 r", "colour"), "which does not match 'colour'"),
        ("bad_moves", ("one", "is not"), "no NotationError is raised"),
        ("bad_moves", ("four", "^four"), "which does not match '^four'"),
        ("refusals", ("1 6,5 w", "one", "too-many", "x"), "no IllegalMoveError is raised"),
        ("refusals", ("1 6,5 w", "two", "few", "x"), "rule: 'too-many', declared as 'few'"),
        ("refusals", ("1 6,5 w", "two", "too-many", "x"), "sentence: 'there are not so many"),
        (
            "refusals",
            ("1 6,5 w", "two", "too-many", "there are not so many counters left", ""),
            "cells: 'a', declared as ''",
        ),
        ("refusals", ("13 0,0 w", "two", "too-many", "x"), "the position is refused: 13 counters"),
        ("refusals", ("1 6,5 w", "four", "too-many", "x"), "NotationError"),
        ("descriptions", ("12 0,0 w", "one", "1"), "words: 'one', declared as '1'"),
        ("descriptions", ("12 0,0 w", "one", "one", "b"), "cells: 'a', declared as 'b'"),
        ("endings", ("12 0,0 w", "white", ""), "the game is not over"),
        ("endings", (OVER, "black", "", None, ONE), "winner: 'white', declared as 'black'"),
        ("endings", (OVER, "white", "", None, ONE), "words: 'white has won', declared as ''"),
        ("endings", ("0 6,6 w", "draw", "draw", "a"), "cells: '', declared as 'a'"),
    ],
)
def test_an_example_that_comes_out_otherwise_is_named(
    name: str, example: tuple[Any, ...], words: str, game: Any, told: Told
) -> None:
    failure = told(lambda: CHECKS[name](game, [example]))
    assert words in failure
    assert f"in {name}, " in failure


def test_an_example_that_is_no_tuple_of_its_fields_is_told(game: Any, told: Told) -> None:
    flat: Any = ("four", "is not")
    failure = told(lambda: CHECKS["bad_moves"](game, flat))
    assert "bad_moves lists 'four', not a tuple (text, pattern, options)" in failure
    failure = told(lambda: CHECKS["refusals"](game, [("1 6,5 w", "two")]))
    assert "refusals lists ('1 6,5 w', 'two'), not a tuple (position, move, rule, " in failure


@pytest.mark.parametrize(
    ("test", "name"),
    [
        ("test_options", "bad_options"),
        ("test_nonsense", "bad_positions"),
        ("test_nonsense", "bad_moves"),
        ("test_refusals", "refusals"),
        ("test_words", "descriptions"),
        ("test_words", "endings"),
    ],
)
def test_the_standard_tests_check_the_examples(
    test: str, name: str, conformance: Made, told: Told
) -> None:
    wrong = {
        "bad_options": ("counters", 5, ""),
        "bad_positions": ("12 0,0 w", ""),
        "bad_moves": ("one", ""),
        "refusals": ("12 0,0 w", "one", "", ""),
        "descriptions": ("12 0,0 w", "one", "?"),
        "endings": ("12 0,0 w", "white", ""),
    }
    tests = conformance(**{name: [wrong[name]]})()
    assert f"in {name}, " in told(getattr(tests, test))
