"""What the values of a search are worth as chances: a line through their logarithmic odds."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Final

SURE: Final = 0.998  # the nearest to certainty that is told of what is not proven
USUAL: Final = 400  # simulations for which a slope stands
FLATTEST: Final = 0.01  # slope
MOST: Final = 30.0  # logarithmic odds that are told of what is not proven


@dataclass(frozen=True)
class Calibration:
    """How a value, 0 … 1, is turned into a chance: its logarithmic odds by a line (Platt, 1999).

    `slope` stands for a search of USUAL simulations. Longer ones leave fewer doubts: `growth` is
    added to it for each time that there are e times as many. Better values stay better.
    """

    slope: float = 1.0
    shift: float = 0.0
    growth: float = 0.0

    def of(self, value: float, simulations: int = USUAL) -> float:
        """The chance that a value stands for, found by a search of this length."""
        if self == NO_CHANGE:
            return value
        slope = max(self.slope + effort_of(simulations) * self.growth, FLATTEST)
        odds = slope * odds_of(value) + self.shift
        return 1 / (1 + exp(-max(-MOST, min(MOST, odds))))


NO_CHANGE: Final = Calibration()


def odds_of(value: float) -> float:
    """The logarithmic odds of a value; no value is certain."""
    value = min(max(value, 1 - SURE), SURE)
    return log(value / (1 - value))


def effort_of(simulations: int) -> float:
    """How much longer than usual a search was, as a logarithm."""
    return log(max(simulations, 1) / USUAL)
