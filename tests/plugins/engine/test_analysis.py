"""The full analysis: proof-number search tells results that search and solver do not reach."""

from __future__ import annotations

import time

import pytest

from stackyard import Course, Limit, analyse, load_game
from stackyard.analysis import Source
from stackyard.position import ONGOING
from stackyard_coach.assessment import assess
from stackyard_coach.hint import hint
from stackyard_engine import MctsEngine
from stackyard_engine.analysis import FOR_EACH
from stackyard_engine.solver.engine import SolverEngine

LIMIT = Limit(simulations=400)


@pytest.fixture
def lost() -> Course:
    """The start of a small board of F.I.L.O.: the first player loses."""
    return Course(load_game("filo", pieces=6))


@pytest.fixture
def won() -> Course:
    """A position of F.I.L.O. whose winner is many moves away."""
    game = load_game("filo", pieces=8)
    return Course(game, game.parse_position("ww/w/w/-/b/b/b/bb 4,3 0,0 w"))


@pytest.mark.parametrize("name", ["lost", "won"])
def test_the_proof_is_needed(name: str, request: pytest.FixtureRequest) -> None:
    course: Course = request.getfixturevalue(name)
    solver = SolverEngine(fallback="exhaustive")
    assert LIMIT.simulations is not None
    solved = solver.analyse(course, Limit(positions=FOR_EACH * LIMIT.simulations))
    assert MctsEngine(1).analyse(course, LIMIT).proven == solved.proven == ONGOING


def test_a_lost_position_is_lost_by_every_move_and_keeps_the_lines_of_the_search(
    lost: Course,
) -> None:
    found, searched = analyse(lost, LIMIT), MctsEngine(1).analyse(lost, LIMIT)
    assert (found.proven, found.source, found.share) == (1, Source.PROOF, 0.0)
    assert {(line.result, line.interval) for line in found.lines} == {("loses", None)}
    assert [line.move for line in found.lines] == [line.move for line in searched.lines]
    assert len(found.lines[0].best_play) > 1


def test_a_won_position_has_the_winning_move_first(won: Course) -> None:
    found = analyse(won, LIMIT)
    assert (found.proven, found.source, found.lines[0].result) == (0, Source.PROOF, "wins")
    winning = won.advance(found.move)
    solver = SolverEngine("proof")
    assert solver.analyse(winning, Limit(positions=100_000)).proven == 0
    values = [line.value for line in found.lines]
    assert values == sorted(values, reverse=True)


def test_a_proof_that_visited_another_image_of_the_winning_move_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("stackyard_engine.analysis.MET_FOR_EACH", 1000)
    found = analyse(Course(load_game("splay", side=3)), Limit(simulations=30))
    assert (found.proven, found.source, found.lines[0].result) == (0, Source.PROOF, "wins")


def test_hint_and_review_tell_the_same_result(lost: Course) -> None:
    told = hint(lost, LIMIT)
    assert told.best.value == "loses for certain"
    assert assess(lost, LIMIT).proven == told.analysis.proven == 1


def test_a_busy_machine_takes_nothing_from_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    course = Course(load_game("slicron"))
    if course.game.build != "compiled":
        pytest.skip("uncompiled, the whole analysis takes more than the seconds it may take")
    monkeypatch.setattr("stackyard_engine.analysis.MOST_SECONDS", 2.0)
    waited = 0.0

    def wait(share: float) -> bool:  # as if other programs had the processor
        nonlocal waited
        if waited < 2.0:
            time.sleep(0.1)
            waited += 0.1
        return False

    found, alone = analyse(course, watch=wait), analyse(course)
    assert waited >= 2.0
    assert found.simulations == alone.simulations
    assert [line.value for line in found.lines] == [line.value for line in alone.lines]
