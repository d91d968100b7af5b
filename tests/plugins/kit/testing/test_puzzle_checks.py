"""Puzzles of a small game, each with one fault, and what the kit says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.toy_games import WalkMaker

from stackyard.position import DRAW
from stackyard_coach.puzzle_finder import find_puzzles
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Puzzle, begin_puzzle
from stackyard_kit.testing import GameConformance
from stackyard_kit.testing.puzzle_checks import PlainSolver, check_rules
from stackyard_kit.testing.samples import ConformanceError

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[[str, object], None]
Puzzles = list[dict[str, Any]]
Said = Callable[[Puzzles], str]


@pytest.fixture
def puzzles(share: Any) -> list[dict[str, Any]]:
    """Sound puzzles of a small board, as in a file."""
    found = find_puzzles(PuzzleSearch(share.ShareGame(counters=10), 2))
    assert len(found) > 1
    return [msgspec.to_builtins(puzzle) for puzzle in found]


@pytest.fixture
def said(
    conformance: Made, told: Told, contribute: Contribute
) -> Callable[[list[dict[str, Any]]], str]:
    """The kit's words about puzzles."""

    def check(puzzles: Puzzles) -> str:
        text = msgspec.json.encode(puzzles).decode()
        contribute("puzzles", lambda: text)
        return told(conformance()().test_puzzles)

    return check


def test_sound_puzzles_pass(puzzles: Puzzles, said: Said) -> None:
    assert said(puzzles) == ""


def test_a_wrong_move_that_is_not_refuted_is_told(puzzles: Puzzles, said: Said) -> None:
    puzzles[0]["wrong"][0].popitem()
    assert "`wrong` does not name every move but" in said(puzzles)


def test_a_refutation_against_the_rules_is_told(puzzles: Puzzles, said: Said) -> None:
    for refutation in puzzles[0]["wrong"][0].values():
        refutation[0] = "nine"
    assert puzzles[0]["position"] in said(puzzles)


def test_a_false_outcome_is_told(puzzles: Puzzles, said: Said) -> None:
    for refutation in puzzles[0]["wrong"][0].values():
        refutation[1] = "draws" if refutation[1] == "loses" else "loses"
    assert "the solver" in said(puzzles)


def test_a_second_move_that_keeps_the_result_is_told(puzzles: Puzzles, said: Said) -> None:
    first = puzzles[0]
    right, (wrong, _) = first["line"].split()[0], first["wrong"][0].popitem()
    first["wrong"] = [{**first["wrong"][0], right: ["", "loses"]}]
    first["line"] = wrong
    assert "the solver" in said(puzzles)


def test_a_position_that_comes_twice_is_told(puzzles: Puzzles, said: Said) -> None:
    assert "comes twice, up to symmetry" in said([*puzzles, puzzles[0]])


def test_a_file_that_is_too_large_is_told(puzzles: Puzzles, said: Said) -> None:
    puzzles[0]["themes"] = ["long"] * 20_000
    assert "the puzzles take more than 100 kB" in said(puzzles)


def test_a_text_that_is_no_file_of_puzzles_is_told(
    conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute("puzzles", lambda: "[1]")
    words = "the puzzles of share by plugin share (tested) (share (tested)) cannot be read"
    assert words in told(conformance()().test_puzzles)


def test_the_plain_solver_knows_wins_draws_and_endless_play(walk: WalkMaker) -> None:
    spots = ("a 0 bc", "b 1 a", "c 1 de", "d 0 won 0", "e 0 won 1", "f 0 bg", "g 0 won 0")
    game = walk(*spots)
    solver = PlainSolver()
    winners = {name: solver.winner(game.parse_position(name)) for name in "abcf"}
    assert winners == {"a": DRAW, "b": DRAW, "c": 1, "f": 0}


@pytest.mark.parametrize(
    ("place", "spots", "wrong"),
    [
        ("first", ("a 0 b", "b 1 c", "c 0 de"), [{}, {"e": ["", "loses"]}]),
        ("last", ("a 0 be", "b 1 c", "c 0 d"), [{"e": ["", "loses"]}, {}]),
    ],
)
def test_a_puzzle_begins_and_ends_with_a_choice(
    walk: WalkMaker, place: str, spots: tuple[str, ...], wrong: Any
) -> None:
    kind = type(walk(*spots, "d 0 won 0", "e 0 won 1"))
    made = {"position": "a", "line": "b c d", "keeps": "wins", "wrong": wrong}
    attempt = begin_puzzle(msgspec.convert(made, Puzzle), kind)
    with pytest.raises(ConformanceError, match=f"the {place} move of the line is forced"):
        check_rules(attempt)


def test_the_plain_solver_stops_at_a_limit(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 0 c", "c 0 won 0")
    assert PlainSolver(most=1).winner(game.initial()) is None
    assert PlainSolver(most=2).winner(game.initial()) == 0
    assert PlainSolver(plies=1, most=1).winner(game.initial()) is None
    assert PlainSolver(plies=2, most=1).winner(game.initial()) == 0


def test_a_forced_win_is_found_against_every_reply(walk: WalkMaker) -> None:
    spots = ("a 0 bc", "b 1 de", "c 1 e", "d 0 a", "e 0 f", "f 0 won 0")
    game = walk(*spots)
    solver = PlainSolver(plies=3, most=0)
    assert solver.winner(game.parse_position("a")) == 0  # by c; after b Black goes to d
    assert solver.winner(game.parse_position("b")) is None
