"""Tuning by matches whose results are given."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import stackyard_engine.train.tuner
from stackyard import AlphaBetaParams, MctsParams, load_game, make_player
from stackyard.analysis import Limit
from stackyard.errors import PlayerSpecError
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard_engine.eval import tuning_file
from stackyard_engine.eval.tuning_file import Tuning, alphabeta_params, encoded, mcts_params
from stackyard_engine.selection import plays_selectively
from stackyard_engine.train.tuner import Entrant, Tuner, play_pair, usual_value

ANY_WEIGHTS: Any = object()


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
    """A pair of games that an entrant wins if its words hold these."""
    return lambda game, weights, one, other, seed: float(wanted in one.words)


def test_a_change_that_wins_is_kept_and_changed_further() -> None:
    tuner = Tuner(load_game("slicron"), None, 1, play=better("rave=300"))
    tuner.run(60)
    assert isinstance(tuner.best.params, MctsParams)
    assert tuner.best.params.rave == 300
    assert tuner.best.params.history  # tried after it, it has won as well
    assert [match.better for match in tuner.matches[:3]] == [False, False, False]
    assert tuner.tuning().playouts == tuning_file.numbers_of(tuner.best.params)


def test_weights_are_searched_by_what_wins_of_tree_and_alphabeta() -> None:
    tuner = Tuner(load_game("splay"), ANY_WEIGHTS, 1, play=better("alpha-beta"))
    tuner.run(60)
    assert isinstance(tuner.best.params, AlphaBetaParams)
    tuner = Tuner(load_game("slicron"), ANY_WEIGHTS, 1, play=better("mcts"))
    tuner.run(60)
    found = tuner.tuning()
    assert found.tree
    assert found.alphabeta is None
    assert found.weights is not None


def test_nothing_is_better_where_every_match_is_even() -> None:
    tuner = Tuner(load_game("silo"), None, 1, play=lambda *given: 0.5)
    tuner.run(60)
    assert tuner.best == tuner.first
    assert not any(match.better for match in tuner.matches)


def test_the_time_ends_a_match_and_its_points_so_far_are_told() -> None:
    def play(*given: Any) -> float:
        time.sleep(0.1)
        return 0.5

    tuner = Tuner(load_game("splay"), ANY_WEIGHTS, 1, play=play)
    tuner.run(0)
    assert tuner.matches == []
    tuner.run(0.05)
    (match,) = tuner.matches
    assert (match.games, match.points, match.better) == (2, 1.0, False)
    assert tuner.best == tuner.first


def test_a_pair_is_played_by_real_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stackyard_engine.train.tuner, "LIMIT", Limit(seconds=0.001))
    game = load_game("silo", size=4, height=2)
    score = play_pair(game, None, Entrant(MctsParams()), Entrant(MctsParams(history=True)), 1)
    assert score in (0, 0.25, 0.5, 0.75, 1)


def test_the_scale_is_the_usual_value_of_a_position() -> None:
    assert usual_value(load_game("slicron"), 1) is not None
    plain: Any = SimpleNamespace(initial=Plain)
    assert usual_value(plain, 1) is None


def test_tuned_parameters_are_used(folder: Path) -> None:
    game = load_game("slicron")
    write(folder, game, playouts={"rave": 5}, tree=True)
    assert mcts_params(game, weighted=False).rave == 5
    assert mcts_params(game, weighted=False).horizon == game.mcts_params.horizon
    assert mcts_params(game, weighted=True) == game.mcts_params_with_weights
    assert alphabeta_params(game) is None
    assert not plays_selectively(game)
    other = load_game("slicron", side=4)
    assert mcts_params(other, weighted=False) == other.mcts_params


@pytest.mark.parametrize(
    "content", [b"{", b"[]", b'{"game": "silo", "options": {}, "rules_version": 1}']
)
def test_a_file_of_no_use_is_told_and_not_used(content: bytes, folder: Path) -> None:
    game = load_game("slicron")
    (folder / tuning_file.tuning_name(game)).write_bytes(content)
    assert mcts_params(game, weighted=False) == game.mcts_params
    assert tuning_file.tuning_name(game) in tuning_file.tuning_problem(game)
    player: Any = make_player("mcts:8", game, 1)
    assert player.warning == tuning_file.tuning_problem(game)


def test_parameters_out_of_range_are_not_used(folder: Path) -> None:
    game = load_game("slicron")
    write(folder, game, playouts={"minimax": 7})
    assert mcts_params(game, weighted=False) == game.mcts_params
    assert "delete it" in tuning_file.tuning_problem(game)


def test_a_spec_carries_parameters(folder: Path) -> None:
    player: Any = make_player("mcts:8,horizon=6,minimax=0.3,history=on", load_game("slicron"), 1)
    assert player.engine.changes == {"horizon": 6, "minimax": 0.3, "history": True}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:8,horizon=6", "horizon needs an evaluation of positions, and silo has neither"),
        ("mcts:8,rave=300,workers=0", "workers"),
        ("mcts:8,minimax=2", "minimax"),
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
