"""The engine that solves positions, on Silo."""

from __future__ import annotations

from typing import Any

import pytest

from stackyard.analysis import Limit
from stackyard.plugins.registry import load_game
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.estimates import estimate

EVER = Limit(seconds=1000)


@pytest.mark.parametrize("method", ["", "exhaustive", "proof"])
def test_an_analysis_ranks_all_moves(method: str) -> None:
    game = load_game("silo", size=4, height=2)
    analysis = SolverEngine(method).analyse(Course(game), EVER)
    assert analysis.proven == 0
    assert analysis.lines[0].text in "ac"
    if method != "proof":
        assert [(line.text, line.plies) for line in analysis.lines] == [("c", 31), ("a", 33)]
        assert len(analysis.lines[0].variation) == 31
        result = analysis.lines[0].best.result
        assert result is not None
        assert result.winner == 0
    else:
        assert [line.plies for line in analysis.lines] == [None, None]


def test_what_was_solved_is_not_solved_again() -> None:
    engine = SolverEngine()
    course = Course(load_game("silo", size=4, height=2))
    first = engine.analyse(course, EVER)
    later = engine.analyse(course.play(first.move), EVER)
    assert (first.positions, later.positions) == (10_910, 0)  # words, of Silo's own solver
    assert later.lines[0].plies == 30


def test_a_limit_ends_it_without_a_result() -> None:
    engine = SolverEngine("exhaustive")
    analysis = engine.analyse(Course(load_game("silo")), Limit(positions=500))
    assert analysis.proven == ONGOING
    assert 500 <= analysis.positions <= 1500
    assert [line.proven for line in analysis.lines] == [ONGOING] * 3
    assert [line.text for line in analysis.lines] == ["a", "c", "e"]


def test_it_is_stopped_by_its_watch() -> None:
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return len(shares) == 2

    analysis = SolverEngine("exhaustive").analyse(Course(load_game("silo")), Limit(), watch)
    assert analysis.proven == ONGOING
    assert len(shares) == 2


def test_a_game_that_is_over_is_refused() -> None:
    game = load_game("silo", size=4, height=1)
    course: Any = Course(game, game.parse_position("-/-/rr/bb b"))
    with pytest.raises(ValueError, match="over"):
        SolverEngine().analyse(course, EVER)


def test_the_estimate_is_of_the_right_size() -> None:
    assert 1_000 <= estimate(load_game("silo", size=4, height=2).initial()).positions <= 20_000
