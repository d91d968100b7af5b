"""Studies of games that can hardly be studied."""

from __future__ import annotations

import os
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.study.ladder import Ladder
from stackyard_lab.study.report import VariantReport
from stackyard_lab.study.settings import StudySettings
from stackyard_lab.study.study import Study


@pytest.fixture(autouse=True)
def hard_games(faulty_players: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games beside the players of all tests here."""
    here = Path(__file__).with_name("hard_games.py")
    monkeypatch.setenv("STACKYARD_PLUGINS", f"{faulty_players}{os.pathsep}{here}")
    registry.cache_clear()


def studied(game: str, archive: Archive) -> VariantReport:
    study = Study(StudySettings(game, player="random", simulations=3, games=4), archive)
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        list(study.run(workforce, 2))
    return study.report()


def test_a_game_that_never_ends_is_stopped_and_the_report_says_so(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("match", "wording"):
        monkeypatch.setattr(f"stackyard.turnloop.{module}.LONGEST", 20)
    report = studied("endless", archive)
    assert report.lengths == {20: 4}
    assert report.remarks[0] == (
        "4 of 4 games had not ended after 20 moves and were stopped: a rule that ends such games "
        "would help."
    )
    found = {figure.metric: figure for figure in report.figures}
    assert found["first_seat"].note.startswith("no game has ended")


class Deadly(ThreadPoolExecutor):
    """An executor whose workers die."""

    isolated = True

    def submit(self, *call: Any, **named: Any) -> Future[Any]:
        died = Future[Any]()
        died.set_exception(BrokenExecutor())
        return died


def test_games_whose_workers_died_are_told(archive: Archive) -> None:
    study = Study(StudySettings("forced", player="random", simulations=3, games=2), archive)
    with Workforce(lambda: Deadly(1)) as workforce:
        list(study.run(workforce, 2))
    told = "Workers died in 2 games: the same command plays them again."
    assert told in study.report().remarks


def test_a_game_without_choices_is_called_one(archive: Archive) -> None:
    report = studied("forced", archive)
    assert any("there is nothing to decide in this game" in words for words in report.remarks)
    found = {figure.metric: figure for figure in report.figures}
    assert (found["best_play"].value, found["best_play"].proven) == (1.0, True)
    assert found["draws"].value == 0.0


def test_games_that_the_judge_cannot_assess_are_counted_with_advice(archive: Archive) -> None:
    options = {"size": 4, "height": 1}
    settings = StudySettings("silo", options, "random", simulations=1, games=2)
    study = Study(settings, archive)
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        list(study.run(workforce, 1))
    remarks = study.report().remarks
    (words,) = [words for words in remarks if "--judge 4 would help" in words]
    assert words.startswith("With 1 simulation the judge cannot assess some positions of ")
    assert " of 2 games, so clarity, drama and decisiveness leave these games out: " in words


@pytest.mark.parametrize(
    ("pie", "opening", "told"), [(True, 2, True), (True, 1, False), (False, 2, False)]
)
def test_random_turns_that_decide_on_a_swap_are_told(
    pie: bool, opening: int, told: bool, archive: Archive
) -> None:
    options = {"side": 2, "pie": pie}
    settings = StudySettings("slicron", options, "random", simulations=1, opening=opening)
    begin = Study(settings, archive).report().remarks[0]
    assert ("so no player decides on a swap" in begin) is told


def test_a_small_game_is_solved_before_it_is_played(archive: Archive) -> None:
    settings = StudySettings(
        "silo", {"size": 4, "height": 2, "goal": "end"}, "random", simulations=3, games=2
    )
    study = Study(settings, archive)
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        list(study.run(workforce, 4))
    report = study.report()
    found = {figure.metric: figure for figure in report.figures}
    assert (found["best_play"].value, found["best_play"].proven) == (1.0, True)
    assert found["states"].samples in {0, 11_435}  # none by Silo's own solver
    assert [(move.texts, move.cells, move.proven) for move in report.first_moves] == [
        (("c",), ("c",), 0),
        (("a",), ("a",), 1),
    ]


def test_figures_of_effort_are_left_out_for_a_player_of_random_moves(archive: Archive) -> None:
    found = {figure.metric for figure in studied("forced", archive).figures}
    assert found.isdisjoint({"elo_per_doubling", "levels", "greedy", "no_captures", "random_half"})
    assert "branching" in found


@pytest.mark.parametrize(
    ("player", "simulations"),
    [
        ("mcts", [1000]),
        ("mcts:40,seed=7", [40]),
        ("mcts:40,exploration=5", []),
        ("level:1", []),
        ("alphabeta:2", []),
    ],
)
def test_only_a_player_of_simulations_alone_has_figures_of_other_efforts(
    player: str, simulations: list[int], archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    climbed = []

    def ladder(settings: StudySettings, archive: Archive, simulations: int) -> Ladder:
        climbed.append(simulations)
        return Ladder(settings, archive, simulations)

    monkeypatch.setattr("stackyard_lab.study.study.Ladder", ladder)
    study = Study(StudySettings("silo", {"size": 4, "height": 1}, player), archive)
    assert climbed == simulations
    found = {figure.metric for figure in study.report().figures}
    assert "greedy" in found
    others = {"elo_per_doubling", "levels", "no_captures", "random_half"}
    assert found & others == (others if simulations else set())
