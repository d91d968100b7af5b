"""Fitting weights to examples."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from stackyard_engine.eval.model import UNIT
from stackyard_engine.train.examples import TrainingExample
from stackyard_engine.train.fit import BATCH, Fit, OnlineFit

TUPLES = 256


class Noise:
    """Positions of TUPLES numbers of two values, of which the first ten decide."""

    def __init__(self) -> None:
        random = np.random.default_rng(1)
        ones = random.integers(0, 2, (4 * BATCH, TUPLES))
        self._places = 2 * np.arange(TUPLES) + ones
        self._shares = (1 / (1 + np.exp(5 - ones[:, :10].sum(1)))).astype(np.float32)
        self.positions = len(ones)

    def read(self, held_out: bool = False) -> tuple[Any, Any]:
        """The examples, the same for learning and for the error."""
        return self._places, self._shares


def test_many_weights_of_a_position_do_not_overshoot_together() -> None:
    fit = Fit(2 * TUPLES)
    for epoch in range(6):
        fit.learn([Noise()], (1, epoch))
    assert fit.error([Noise()]) < 0.2  # 1.07 with the same rate for any number of weights


class Padded:
    """Positions of one weight, filled up with the index 2, and positions of two weights."""

    positions = 4000

    def read(self, held_out: bool = False) -> tuple[Any, Any]:
        """The examples, the same for learning and for the error."""
        places = np.array([[0, 2], [0, 1]] * 2000, np.int32)
        return places, np.array([0.8, 0.2] * 2000, np.float32)


def test_the_index_that_fills_short_rows_learns_nothing() -> None:
    fit = Fit(2, padded=True)
    for epoch in range(400):
        fit.learn([Padded()], (1, epoch))
    assert fit.error([Padded()]) < 0.001
    first, second = fit.numbers()
    assert abs(first - UNIT * np.log(4)) < 100  # less, if the filling had a share of it
    assert abs(second + 2 * UNIT * np.log(4)) < 100


def test_games_fitted_one_by_one_teach_the_odds_of_their_positions() -> None:
    fit, rng = OnlineFit(3), np.random.default_rng(2)
    shared = fit.numbers
    losses = []
    for _ in range(400):
        game = [
            TrainingExample(array("i", [0, 1, 1] if kind else [0, 2, 2]), 0.9 if kind else 0.2)
            for kind in rng.integers(0, 2, 10)
        ]
        losses.append(fit.learn(game, 0.1))
    assert abs(shared[0] + 2 * shared[1] - UNIT * np.log(9)) < 100
    assert abs(shared[0] + 2 * shared[2] - UNIT * np.log(0.25)) < 100
    assert losses[0] > 1
    assert losses[-1] < 0.01
    assert fit.learn([], 0.1) == 0.0  # a game that ended among its random moves


def test_a_fit_can_begin_with_weights_of_an_earlier_one() -> None:
    fit = Fit(2, padded=True, weights=np.array([0.5, -2], np.float32))
    assert fit.numbers() == [UNIT // 2, -2 * UNIT]
    before = fit.error([Padded()])
    fit.learn([Padded()], (1, 0))
    assert fit.error([Padded()]) < before
