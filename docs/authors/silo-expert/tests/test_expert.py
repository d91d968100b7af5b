"""The expert is asked about its board, and Silo about all others: python -m pytest."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from stackyard_silo_expert.knowledge import ExpertKnowledge

from stackyard import Limit, analyse, load_game
from stackyard.turnloop.history import Course
from stackyard_coach.lesson import Verdict
from stackyard_coach.puzzles import begin_puzzle, puzzles_of, read_puzzles
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.knowledge import knowledge_of
from stackyard_silo.game import SiloGame
from stackyard_silo.knowledge import SiloKnowledge


@pytest.fixture(autouse=True)
def _shipped_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No weights learned here take the place of those in the packages."""
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))


def test_the_expert_knows_its_board_by_weights_of_its_own() -> None:
    """The file in the folder `weights` of this package has its patterns."""
    game = SiloGame(size=4, height=2)
    weights = weights_for(game)
    assert isinstance(knowledge_of(game), ExpertKnowledge)
    assert weights is not None
    assert weights.patterns.mark == ExpertKnowledge(game).patterns().mark
    assert weights.patterns.mark != SiloKnowledge(game).patterns().mark


def test_silo_s_package_knows_the_other_boards() -> None:
    """The same number of columns with another goal, and the standard board."""
    for options in ({}, {"size": 4, "height": 2, "goal": "home"}):
        game = load_game("silo", **options)
        assert type(knowledge_of(game)) is SiloKnowledge
        assert weights_for(game) is not None


def test_an_analysis_asks_the_expert() -> None:
    """The engine evaluates the board by weights."""
    course = Course(load_game("silo", size=4, height=2))
    assert analyse(course, Limit(simulations=200)).evaluator == "learned weights"


def test_the_expert_s_puzzles_come_with_silo_s() -> None:
    """Each puzzle of this package is among them, and can be solved by its line."""
    game = load_game("silo")
    own = files("stackyard_silo_expert").joinpath("puzzles.json").read_bytes()
    found = {puzzle.name: puzzle for puzzle in puzzles_of(game)}
    names = {puzzle.name for puzzle in read_puzzles(own, "this package's")}
    assert names < {*found}
    for name in names:
        attempt = begin_puzzle(found[name], type(game))
        verdict = Verdict.GOES_ON
        while verdict is Verdict.GOES_ON:
            answer = attempt.answer(attempt.line[attempt.course.ply])
            verdict = answer.verdict
            attempt = replace(attempt, course=answer.attempt.course)
        assert verdict is Verdict.DONE
