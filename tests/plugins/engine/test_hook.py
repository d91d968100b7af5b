"""The hook `stackyard_analyse`: our engine, those of other plugins, and none at all."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from stackyard import Analysis, Course, Limit, Line, analyse, hookimpl, load_game
from stackyard.errors import NoEngineError, PluginError
from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import registry
from stackyard.position import ONGOING
from stackyard_engine import MctsEngine
from stackyard_engine.solver import time_share
from stackyard_silo.knowledge import SiloKnowledge


@pytest.fixture
def start() -> Iterator[Course]:
    """The start of Silo, with the plugins looked up anew afterwards."""
    registry.cache_clear()
    yield Course(load_game("silo", size=4, height=1))
    registry.cache_clear()


def last_move(course: Course) -> Analysis:
    """An analysis that prefers the last of the legal moves."""
    move = int(course.position.legal_moves()[-1])
    line = Line(move, 0.75, 0, ONGOING, None, course, lambda: [move], evaluated=True)
    return Analysis(course, (line,), ONGOING, evaluator="an oracle", complete=True)


def add(answer: Any, seen: list[Any] | None = None) -> None:
    """Register a plugin whose engine returns `answer`, or the result of calling it."""
    plugin: Any = ModuleType("oracle")

    @hookimpl
    def stackyard_analyse(course: Course, limit: Limit | None) -> Any:
        if seen is not None:
            seen.append(limit)
        return answer(course) if callable(answer) else answer

    plugin.stackyard_analyse = stackyard_analyse
    registry().manager.register(plugin, "oracle")


def test_our_engine_answers(start: Course) -> None:
    found = analyse(start, Limit(simulations=50))
    assert len(found.lines) == len(start.position.legal_moves())


def test_a_solved_position_has_the_best_play_to_its_end(start: Course) -> None:
    found = analyse(start, Limit(seconds=60))
    assert found.source == "solved"
    for line in found.lines:
        assert len(line.variation) == line.plies
        assert line.best.result is not None


@pytest.mark.parametrize("calls", [1, 3, 30])
def test_an_analysis_can_be_stopped_at_any_time_and_has_an_answer(calls: int) -> None:
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return len(shares) == calls  # once is enough

    course = Course(load_game("silo"))
    found = analyse(course, Limit(seconds=60), watch)
    assert len(found.lines) == len(course.position.legal_moves())
    assert found.simulations
    assert found.seconds < 20
    assert shares == sorted(shares)


def test_search_and_solver_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_share, "HEAD_START", 0.0)
    course = Course(load_game("silo"))  # which neither solves in that time
    monkeypatch.setattr(SiloKnowledge, "solver", lambda *_: None)
    watches: list[time_share.TimeSharedSolver] = []
    searched = MctsEngine.analyse

    def search(self: MctsEngine, course: Course, limit: Limit, watch: Any = None) -> Analysis:
        watches.append(watch)
        return searched(self, course, limit, watch)

    monkeypatch.setattr(MctsEngine, "analyse", search)
    found = analyse(course, Limit(seconds=2))
    (watch,) = watches
    visited = watch._solver.positions
    assert visited > 100
    assert found.source in {"estimate", "proof"}
    assert found.simulations > 10


def test_an_engine_of_a_plugin_comes_before_ours(start: Course) -> None:
    seen: list[Any] = []
    add(last_move, seen)
    found = analyse(start, Limit(seconds=1))
    assert (found.move, found.evaluator) == (start.position.legal_moves()[-1], "an oracle")
    assert seen == [Limit(seconds=1)]


def test_an_engine_may_leave_a_position_to_the_next(start: Course) -> None:
    seen: list[Any] = []
    add(None, seen)
    assert analyse(start, Limit(simulations=50)).evaluator == ""
    assert len(seen) == 1


def test_without_a_limit_the_engine_chooses_its_effort(start: Course) -> None:
    found = analyse(start)
    assert found.complete
    assert not found.warning


def test_without_an_engine_one_sentence_says_how_to_install_one(start: Course) -> None:
    registry().manager.unregister(name="engine")
    with pytest.raises(NoEngineError) as refused:
        analyse(start)
    assert str(refused.value) == (
        "no installed engine analyses Silo; Stackyard's own is installed by: "
        f"{install_command('engine')}"
    )


def test_a_course_that_is_over_is_not_analysed(start: Course) -> None:
    course = start
    while course.result is None:
        course = course.play(int(course.position.legal_moves()[0]))
    with pytest.raises(ValueError, match="the game is over"):
        analyse(course)


@pytest.mark.parametrize("answer", [7, lambda course: Analysis(course, (), ONGOING)])
def test_an_answer_that_is_no_analysis_is_refused(start: Course, answer: Any) -> None:
    add(answer)
    with pytest.raises(PluginError, match="^plugin .*: stackyard_analyse returned"):
        analyse(start)
