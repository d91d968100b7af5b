"""Calibration of search values into chances: a line through their logarithmic odds."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Final

SURE: Final = 0.998  # the highest value of an unproven move
USUAL: Final = 400  # simulations at which `slope` applies
FLATTEST: Final = 0.01  # slope
MOST: Final = 30.0  # logarithmic odds of an unproven move


@dataclass(frozen=True)
class Calibration:
    """Turns a value from 0 to 1 into a chance by a line through its odds (Platt, 1999).

    `slope` is that of a search of USUAL simulations; `growth` is added to it for each factor of e
    in the number of simulations. The order of values is kept.
    """

    slope: float = 1.0
    shift: float = 0.0
    growth: float = 0.0

    def of(self, value: float, simulations: int = USUAL) -> float:
        """The calibrated chance for a value of a search of this many simulations."""
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
    """The logarithm of a search's length relative to USUAL."""
    return log(max(simulations, 1) / USUAL)
