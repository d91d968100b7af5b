"""Calibration of search values into chances, by the effort behind each move, with intervals.

A line through the logarithmic odds makes a chance of a value; then the chances of all moves are
brought into the order of the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Final

from stackyard.analysis import FEW
from stackyard.position import DRAW, ONGOING

if TYPE_CHECKING:
    from stackyard_engine.mcts.search import Child

SURE: Final = 0.998  # the highest value of an unproven move
USUAL: Final = 400  # visits, of a move and of its search, at which `slope` applies
LONGEST: Final = 10_000  # visits beyond which the slope no longer changes
FLATTEST: Final = 0.01  # slope
MOST: Final = 30.0  # logarithmic odds of an unproven move
LONGER: Final = 4  # an interval tells where a search this many times as long puts a chance


@dataclass(frozen=True)
class Calibration:
    """Turns a value from 0 to 1 into a chance by a line through its odds (Platt, 1999).

    `slope` is that of a move with USUAL visits in a search of as many. For each factor of e,
    `search_growth` is added to it in the visits of all moves of the search, and `growth` in those
    of the move. The order of values with equal visits is kept within a search.

    A search LONGER times as long that proves nothing puts nine chances of ten into their intervals.
    Half the width of an interval, squared, is `drift` p (1 - p) + `noise` q (1 - q) / visits, p
    being the chance and q the chance together with one win and one loss; for the best move, whose
    value was the highest also by luck, it is `best` times as much.
    """

    slope: float = 1.0
    shift: float = 0.0
    search_growth: float = 0.0
    growth: float = 0.0
    drift: float = 0.3
    noise: float = 6.0
    best: float = 1.0

    def of(self, value: float, visits: int = USUAL, total: int = USUAL) -> float:
        """The calibrated chance for a move with this many visits, of this many of its search."""
        if (self.slope, self.shift, self.search_growth, self.growth) == (1.0, 0.0, 0.0, 0.0):
            return value
        grown = effort_of(total) * self.search_growth + effort_of(visits) * self.growth
        odds = max(self.slope + grown, FLATTEST) * odds_of(value) + self.shift
        return 1 / (1 + exp(-max(-MOST, min(MOST, odds))))

    def interval(self, chance: float, visits: int, *, is_best: bool = False) -> tuple[float, float]:
        """The bounds between which a longer search puts a chance, nine times out of ten."""
        drift, noise = spreads(chance, visits)
        spread = self.drift * drift + self.noise * noise
        reach = sqrt(self.best * spread if is_best else spread)
        return max(chance - reach, 0.0), min(chance + reach, 1.0)


def spreads(chance: float, visits: int) -> tuple[float, float]:
    """The variances that `drift` and `noise` multiply."""
    counted = (chance * visits + 1) / (visits + 2)
    return chance * (1 - chance), counted * (1 - counted) / max(visits, 1)


def visits_of(children: Sequence[Child]) -> int:
    """The visits of all moves of a search together."""
    return sum([child.visits for child in children])


def odds_of(value: float) -> float:
    """The logarithmic odds of a value; no value is certain."""
    value = min(max(value, 1 - SURE), SURE)
    return log(value / (1 - value))


def effort_of(visits: int) -> float:
    """The logarithm of the visits of a move or of a search relative to USUAL."""
    return log(min(max(visits, 1), LONGEST) / USUAL)


@dataclass(frozen=True)
class Told:
    """A move of a search with its chance, and the interval in which a longer search puts it.

    A move that is proven or has less than FEW visits has no interval.
    """

    child: Child
    chance: float
    interval: tuple[float, float] | None = None


def told(children: Sequence[Child], calibration: Calibration) -> list[Told]:
    """The moves of a search with their chances, the best first (`children` are as in Search).

    Unproven moves stay in the order of their visits, which is the search's own choice. Where a
    chance is above that of a move before it, both get their mean, weighted by visits (isotonic
    regression; Barlow and others, 1972). Proven draws come where one half belongs.
    """
    open_moves = [child for child in children if child.proven == ONGOING]
    total = visits_of(children)
    chances = [calibration.of(child.value, child.visits, total) for child in open_moves]
    chances = falling(chances, [child.visits for child in open_moves])
    found = [
        Told(
            child,
            chance,
            calibration.interval(chance, child.visits, is_best=place == 0)
            if child.visits >= FEW
            else None,
        )
        for place, (child, chance) in enumerate(zip(open_moves, chances, strict=True))
    ]
    settled = [Told(child, child.value) for child in children if child.proven != ONGOING]
    before = [one for one in settled if one.chance > 0.5]
    draws = [one for one in settled if one.child.proven == DRAW]
    after = [one for one in settled if one.chance < 0.5]
    better = [one for one in found if one.chance > 0.5]
    return [*before, *better, *draws, *found[len(better) :], *after]


def falling(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The nearest values of which none is above one before it: means of neighbours, weighted."""
    groups: list[tuple[float, float, int]] = []  # mean, weight, number of values
    for value, weight in zip(values, weights, strict=True):
        mean, mass, number = value, max(weight, 1e-9), 1
        while groups and groups[-1][0] < mean:
            other, more, before = groups.pop()
            mean = (mean * mass + other * more) / (mass + more)
            mass, number = mass + more, number + before
        groups.append((mean, mass, number))
    return [mean for mean, _, number in groups for _ in range(number)]
