"""Level games: what their traces count, and which assessments they take."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from stackyard.analysis import Limit
from stackyard.options import Value
from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard.turnloop.history import Course
from stackyard.workforce import Workforce
from stackyard_coach.assessment import Assessment
from stackyard_lab.plan import Pairing
from stackyard_lab.study.judge import trace_of
from stackyard_lab.study.level_games import LevelGames
from stackyard_lab.study.settings import StudySettings

SMALL: dict[str, Value] = {"size": 4, "height": 2, "goal": "any"}


def played(archive: Archive, opening: int) -> tuple[StudySettings, LevelGames]:
    """Two games of random moves."""
    settings = StudySettings("silo", SMALL, "random", games=2, opening=opening)
    games = LevelGames(settings, archive)
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        list(games.work(workforce, 60))
    return settings, games


def test_the_plies_and_skips_of_an_opening_are_those_of_the_game(archive: Archive) -> None:
    settings, games = played(archive, opening=3)
    plan = settings.plan("random", "random")
    for number, (game, found) in enumerate(zip(games.games, games.traces, strict=True)):
        whole = Course(load_game("silo", **SMALL))
        moves = plan.opening_of(Pairing(0, 1, number), whole.game)
        for move in (*moves, *course_of(game.record).moves):
            whole = whole.play(move)
        expected = trace_of(whole, number, {})
        assert found.opening == 3
        assert found.turns == expected.turns
        assert found.skips == expected.skips
        assert found.plies == expected.plies


@pytest.mark.parametrize(("made", "taken"), [(400, True), (100, False), (1600, False)])
def test_only_assessments_of_the_same_judge_are_taken(
    archive: Archive, made: int, taken: bool
) -> None:
    settings, games = played(archive, opening=0)
    game = games.games[0]
    game.store.keep(Limit(simulations=made), {game.open[0]: Assessment(share=0.25)})
    again = LevelGames(settings, archive)
    assert bool(again.games[0].assessments) == taken
