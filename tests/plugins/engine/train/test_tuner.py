"""Tuning by matches whose results are given."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stackyard import load_game, make_player
from stackyard.analysis import Limit
from stackyard.errors import PlayerSpecError
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.workforce import Workforce
from stackyard_engine import AlphaBetaParams, MctsParams
from stackyard_engine.eval import tuning_file
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.tuning_file import Tuning, alphabeta_params, encoded, mcts_params
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.selection import plays_selectively, search_params
from stackyard_engine.train import match_test, tuner
from stackyard_engine.train.match_test import Side, play_pair
from stackyard_engine.train.tuner import Tuner, usual_depth, usual_value

Play = Callable[[Callable[..., float]], None]
ANY_WEIGHTS: Any = SimpleNamespace(heading=SimpleNamespace(alphabeta=None))


class Plain:
    """A position without `evaluate`, one move before its end."""

    player = 0
    winner = ONGOING

    def copy(self) -> Plain:
        return self

    def random_move(self, bits: int) -> int:
        return 0

    def play(self, move: int) -> None:
        self.winner = 0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STACKYARD_WEIGHTS", str(tmp_path))
    return tmp_path


def write(folder: Path, game: Game, **numbers: Any) -> None:
    tuning = Tuning(game.name, dict(game.settings), game.rules_version, **numbers)
    (folder / tuning_file.tuning_name(game)).write_bytes(encoded(tuning))


def better(wanted: str) -> Any:
    """A pair of games that a side wins if its words hold these."""
    return lambda game, one, other, seed, tick: float(wanted in one.words)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Lets a function play the pairs of games."""
    return partial(monkeypatch.setattr, match_test, "play_pair")


@pytest.fixture(autouse=True)
def depth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuner, "usual_depth", lambda *given: 4)


def test_a_change_that_wins_is_kept_and_changed_further(play: Play) -> None:
    play(better("rave=300"))
    tuner = Tuner(load_game("slicron"), None, 1)
    tuner.run(60)
    assert isinstance(tuner.best.params, MctsParams)
    assert tuner.best.params.rave == 300
    assert tuner.best.params.history  # tried after it, it has won as well
    assert [match.better for match in tuner.matches[:5]] == [False] * 5
    assert tuner.tuning().playouts == asdict(tuner.best.params)


def test_weights_are_searched_by_what_wins_of_tree_and_alphabeta(play: Play) -> None:
    play(better("alpha-beta"))
    tuner = Tuner(load_game("splay"), ANY_WEIGHTS, 1)
    tuner.run(60)
    assert isinstance(tuner.best.params, AlphaBetaParams)
    play(better("mcts"))
    tuner = Tuner(load_game("slicron"), ANY_WEIGHTS, 1)
    tuner.run(60)
    found = tuner.tuning()
    assert found.tree
    assert found.alphabeta is None
    assert found.weights is not None


def test_without_weights_alphabeta_by_evaluate_can_win(
    folder: Path, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(better("alpha-beta"))
    game = load_game("slicron")
    tuning = Tuner(game, None, 1)
    tuning.run(60)
    best = tuning.best.params
    assert isinstance(best, AlphaBetaParams)
    assert best.worse == round(usual_value(game, 1) or 0)  # in units of the game's own values
    assert tuning.matches[0].tried.endswith("late=0,worse=0")  # the one that leaves nothing out
    (folder / tuning_file.tuning_name(game)).write_bytes(encoded(tuning.tuning()))
    tuning_file.forget_tuning(game)
    assert search_params(game, None) == best
    depth: Any = make_player("alphabeta", game, 1)
    assert depth.limit == Limit(depth=4)
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    assert not plays_selectively(game)  # no folder, no file


def test_what_was_tuned_before_stays_where_nothing_is_better(folder: Path, play: Play) -> None:
    play(lambda *given: 0.5)
    game = load_game("slicron")
    write(folder, game, playouts={"rave": 5}, tree=True)
    tuning = Tuner(game, None, 1)
    tuning.run(60)
    kept = tuning.tuning()
    assert (kept.playouts, kept.tree, kept.depth) == ({"rave": 5}, True, 4)


def test_the_depth_is_that_of_positions_that_are_not_resolved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tuner, "DEPTH_SECONDS", 0.0)
    assert usual_depth(load_game("slicron"), None, 1) == 1
    monkeypatch.setattr(tuner, "DEPTH_SECONDS", 60.0)
    assert usual_depth(load_game("silo", size=4, height=1), None, 1) == 0


def test_nothing_is_better_where_every_match_is_even(play: Play) -> None:
    play(lambda *given: 0.5)
    tuner = Tuner(load_game("silo"), None, 1)
    tuner.run(60)
    assert tuner.best == tuner.first
    assert not any(match.better for match in tuner.matches)


def test_the_time_ends_a_match_and_its_points_so_far_are_told(play: Play) -> None:
    def slowly(*given: Any) -> float:
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass
        return 0.5

    play(slowly)
    tuner = Tuner(load_game("splay"), ANY_WEIGHTS, 1)
    tuner.run(0)
    assert tuner.matches == []
    tuner.run(0.05)
    (match,) = tuner.matches
    assert (match.games, match.points, match.better) == (2, 1.0, False)
    assert tuner.best == tuner.first


def test_a_pair_is_played_by_real_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_test, "LIMIT", Limit(seconds=0.001))
    game = load_game("silo", size=4, height=2)
    sides = Side(None, MctsParams(history=True)), Side(weights_for(game), AlphaBetaParams())
    assert play_pair(game, *sides, 1) in (0, 0.25, 0.5, 0.75, 1)


@pytest.mark.nightly
def test_workers_play_the_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_test, "LIMIT", Limit(seconds=0.001))
    started: list[Executor] = []

    def start() -> Executor:
        started.append(ThreadPoolExecutor(2))
        return started[-1]

    with Workforce(start) as workforce:
        tuner = Tuner(load_game("silo", size=4, height=2), None, 1, workforce=workforce)
        tuner.run(2)
    assert len(started) >= 1
    assert tuner.matches[0].games > 0


def test_the_scale_is_the_usual_value_of_a_position() -> None:
    assert usual_value(load_game("slicron"), 1) is not None
    plain: Any = SimpleNamespace(initial=Plain)
    assert usual_value(plain, 1) is None


def test_tuned_parameters_are_used(folder: Path) -> None:
    game = load_game("slicron")
    write(folder, game, playouts={"rave": 5}, tree=True)
    assert mcts_params(game, weighted=False).rave == 5
    assert mcts_params(game, weighted=False).horizon == knowledge_of(game).mcts_params.horizon
    assert mcts_params(game, weighted=True) == knowledge_of(game).mcts_params_with_weights
    assert alphabeta_params(game, weights_for(game)) is None
    assert not plays_selectively(game)
    other = load_game("slicron", side=4)
    assert mcts_params(other, weighted=False) == knowledge_of(other).mcts_params


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'{"game": "silo", "options": {}, "rules_version": 1}']
)
def test_a_file_of_no_use_is_told_and_not_used(content: bytes, folder: Path) -> None:
    game = load_game("slicron")
    (folder / tuning_file.tuning_name(game)).write_bytes(content)
    assert mcts_params(game, weighted=False) == knowledge_of(game).mcts_params
    assert tuning_file.tuning_name(game) in tuning_file.tuning_problem(game)
    player: Any = make_player("mcts:8", game, 1)
    assert player.warning == tuning_file.tuning_problem(game)


def test_parameters_out_of_range_are_not_used(folder: Path) -> None:
    game = load_game("slicron")
    write(folder, game, playouts={"minimax": 7})
    assert mcts_params(game, weighted=False) == knowledge_of(game).mcts_params
    assert "delete it" in tuning_file.tuning_problem(game)


def test_a_spec_carries_parameters(folder: Path) -> None:
    player: Any = make_player("mcts:8,horizon=6,minimax=0.3,history=on", load_game("slicron"), 1)
    assert player.engine.changes == {"horizon": 6, "minimax": 0.3, "history": True}


def test_options_of_playouts_that_weights_leave_idle_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("STACKYARD_WEIGHTS", raising=False)
    player: Any = make_player("mcts:8,exploration=0.3,rave=9,horizon=6", load_game("silo"), 1)
    assert player.warning == (
        "no effect with learned weights, as here: horizon, rave; "
        "STACKYARD_WEIGHTS=none plays without weights"
    )
    player = make_player("mcts:8,exploration=0.3", load_game("silo"), 1)
    assert player.warning == ""


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:8,horizon=6", "horizon needs an evaluation of positions, and silo has neither"),
        ("mcts:8,rave=300,workers=0", "workers"),
        ("mcts:8,minimax=2", "minimax"),
        ("mcts:8,decisive=on,rave=3", "no statistics for history and rave"),
        ("mcts:8,decisive=on", "; history=off,rave=0 turns off the game's own"),
    ],
)
def test_a_spec_that_cannot_be_is_refused(
    spec: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STACKYARD_WEIGHTS", "none")
    game = load_game("silo")
    monkeypatch.setattr(game, "initial", Plain)
    with pytest.raises(PlayerSpecError, match=words):
        make_player(spec, game, 1)
