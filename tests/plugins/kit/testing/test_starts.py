"""The check of positions from which a match may begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard.descriptions import Start
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (
            Start("Nine", "9 3,0 b", "Black takes.", {"counters": 9}),
            "the position is refused: 12 counters, but there are 9\nin the position 9 3,0 b",
        ),
        (Start("End", "0 7,5 b", "All are taken."), "the game is over; name a position that can"),
    ],
)
def test_a_start_that_cannot_be_played_is_told(
    conformance: Made, told: Told, start: Start, words: str
) -> None:
    assert words in told(conformance(None, {"starts": (start,)})().test_starts)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("9 3,0 b", {"counters": 9}), "the position is refused: 12 counters, but there are 9"),
        (("0 7,5 b",), "the game is over; name a position that can be played"),
        (("8 1,3 w+",), "it is the middle of a turn; name a position before one"),
        ("8 1,3 w", "positions lists '8 1,3 w', not a tuple (position, options)"),
    ],
)
def test_a_position_from_which_no_game_can_begin_is_told(
    conformance: Made, told: Told, given: Any, words: str
) -> None:
    assert words in told(conformance(positions=[given])().test_starts)


def test_random_games_begin_from_each_named_position(conformance: Made) -> None:
    start = Start("Nine", "9 3,0 b", "Black takes.")
    few = ("8 1,3 b", {"few": True})
    tests = conformance(None, {"starts": (start,)}, positions=[few])()
    begun = {walk.start: walk for walk in tests._walks()}
    assert set(begun) == {"", "9 3,0 b", "8 1,3 b"}
    assert begun["8 1,3 b"].game.settings["few"]
    assert str(begun["9 3,0 b"]) == ("ShareGame(counters=12, few=False), seed 0, from 9 3,0 b")
    for name in ("test_legal_moves", "test_records", "test_keys", "test_threads"):
        getattr(tests, name)()


def test_a_fault_near_a_named_position_is_found(conformance: Made, told: Told, share: Any) -> None:
    def play(position: Any, move: int) -> None:
        if position.taken == [1, 20]:
            raise RuntimeError("never tried")
        share.Share.play(position, move)

    options = {"counters": 30}
    broken = {"play": play}
    assert told(conformance(broken)().test_legal_moves) == ""
    failure = told(conformance(broken, positions=[("9 1,20 w", options)])().test_legal_moves)
    assert "RuntimeError: never tried" in failure
    assert "raised by play in test_starts.py, line " in failure


def test_a_start_that_can_be_played_passes(conformance: Made) -> None:
    start = Start("Nine", "9 3,0 b", "Black takes.")
    conformance(None, {"starts": (start,)})().test_starts()
