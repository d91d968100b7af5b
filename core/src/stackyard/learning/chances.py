"""What the values of a search are worth as chances: a line through their odds, found by trying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

SURE: Final = 0.998  # the nearest to certainty that is told of what is not proven
STEPS: Final = 50  # of Newton's method
PULL: Final = 0.5  # how much the line is drawn towards values being right as they are


@dataclass(frozen=True)
class Chances:
    """How a value, 0 … 1, is turned into a chance: its logarithmic odds by a line (Platt, 1999).

    `slope` is above 0, so better values stay better.
    """

    slope: float = 1.0
    shift: float = 0.0

    def of(self, value: float) -> float:
        """The chance that a value stands for."""
        if self == NO_CHANGE:
            return value
        return _logistic(self.slope * _odds(value) + self.shift)


NO_CHANGE: Final = Chances()


def fitted(tried: Sequence[tuple[float, float]]) -> Chances:
    """The line that fits values and what came of them, 0 … 1, by logistic regression."""
    slope, shift = 1.0, 0.0
    odds = [(_odds(value), share) for value, share in tried]
    for _ in range(STEPS):
        by_slope, by_shift = PULL * (slope - 1), PULL * shift
        bends = [PULL, 0.0, PULL]
        for value, share in odds:
            chance = _logistic(slope * value + shift)
            error, weight = chance - share, chance * (1 - chance)
            by_slope += error * value
            by_shift += error
            bends[0] += weight * value * value
            bends[1] += weight * value
            bends[2] += weight
        area = bends[0] * bends[2] - bends[1] ** 2
        slope -= (bends[2] * by_slope - bends[1] * by_shift) / area
        shift -= (bends[0] * by_shift - bends[1] * by_slope) / area
        slope = min(max(slope, 0.01), 5.0)
        shift = min(max(shift, -5.0), 5.0)
    return Chances(round(slope, 3), round(shift, 3))


def _odds(value: float) -> float:
    value = min(max(value, 1 - SURE), SURE)
    return log(value / (1 - value))


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))
