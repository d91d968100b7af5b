"""Games played on for the calibration of chances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
from tests.toy_games import WalkMaker

from stackyard import DRAW, Course, Rng, load_game
from stackyard.game import Game
from stackyard.processes import WorkerProcesses
from stackyard.workforce import Workforce
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.weights import FeatureSet, Weights
from stackyard_engine.train import chances
from stackyard_engine.train.chance_fit import Outcome
from stackyard_engine.train.chances import calibration
from stackyard_engine.train.validation import SelfPlayer


def some_weights(game: Game[Any]) -> Weights:
    features, rng = FeatureSet(game), Rng(3)
    numbers = [int(rng.below(2001)) - 1000 for _ in range(features.patterns.size)]
    return Weights(features.heading(numbers, {}), numbers, features)


def test_a_position_that_comes_back_ends_a_game_played_on(walk: WalkMaker) -> None:
    game = walk("a 0 b", "b 1 a")
    player = SelfPlayer(game, None, Course(game), 1)
    assert player.winner(2) == DRAW
    assert player.course.ply <= 6


def test_a_forced_win_is_found_when_playing_on(walk: WalkMaker) -> None:
    game = walk("a 0 b", "a 0 c", "b 1 won 1", "c 1 d", "d 0 won 0")
    assert SelfPlayer(game, None, Course(game), 1).winner(100) == 0


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = load_game("silo")
    player = SelfPlayer(game, None, Course(game), 1)
    best = player.search(100).children()[0]
    player.play(best.move)
    assert player.search(0).simulations >= best.visits - 1 > 0


def test_workers_do_not_change_a_calibration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "MOVES", 25)  # reached before all games are played
    game = load_game("silo", size=4, height=1)
    weights = some_weights(game)
    alone = calibration(game, weights, 1, 100)
    told: list[tuple[int, int]] = []
    with Workforce(partial(WorkerProcesses, 2)) as workforce:
        shared = calibration(
            game, weights, 1, 100, lambda done, total: told.append((done, total)), workforce
        )
    assert shared == alone
    assert told[-1][1] == 20
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_position_that_comes_again_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Outcome] = []

    def fit(outcomes: Sequence[Outcome]) -> Calibration:
        seen.extend(outcomes)
        return Calibration()

    monkeypatch.setattr(chances, "EFFORTS", (20,))
    monkeypatch.setattr(chances, "fit_chances", fit)
    game = load_game("silo", size=4, height=1)  # few positions of it are open after 20 simulations
    calibration(game, some_weights(game), 1, 2000)
    assert 0 < len(seen) < 10


def test_each_game_counts_with_its_own_outcome() -> None:
    game = load_game("silo", size=4, height=1)
    weights = some_weights(game)
    for number in range(3):
        _, seen, moves = chances._played_on(game, weights, Calibration(), 1, number)
        assert len(seen) <= 1
        assert {one.game for one in seen} <= {number}
        assert {one.points for one in seen} <= {0.0, 0.5, 1.0}
        assert moves >= len(seen)
