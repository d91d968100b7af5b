"""Fitting weights to examples."""

from __future__ import annotations

from typing import Any

import numpy as np

from stackyard_engine.train.fit import BATCH, Fit

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
