"""Intervals that stay valid however often one looks at them: bets against all claims at once.

As long as a claim about a mean is not refuted (see `betting`), it belongs to a confidence sequence.
This module needs numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log, nan
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stackyard_engine.betting import RISK

PARTS: Final = 128  # of the money
EDGE: Final = 1e-9  # the nearest that a claim comes to the bounds of the values
HALVINGS: Final = 24  # of the range of an end of an interval

Array = NDArray[np.float64]

# Shares at equal weights approximate Jeffreys' prior, dense near 0 and 1.
SHARES: Final[Array] = np.sin(np.pi * (2 * np.arange(PARTS) + 1) / (4 * PARTS)) ** 2


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def money(values: Array, counts: Array, mean: float, shares: Array = SHARES) -> float:
    """The logarithm of the money won against the claim that values from 0 to 1 have this mean.

    `counts` says how often each value occurred. The money is split among the `shares`, each the
    mean of a distribution on {0, 1} that is bet on by its likelihood ratio: for values 0 and 1 this
    is Robbins' beta-binomial mixture (1970), for others a universal portfolio (Orabona and Jun,
    2024). It depends on the values alone, not on their order.
    """
    ratios = np.outer(values, shares / mean) + np.outer(1 - values, (1 - shares) / (1 - mean))
    return float(np.logaddexp.reduce(counts @ np.log(ratios)) - log(len(shares)))


class MeanSequence:
    """A confidence sequence for the mean of independent values between `low` and `high`.

    Of the differences of pairs it is a test: as soon as it excludes 0, one of the two means is
    proven larger. The logarithm of the money won is a convex function of the claimed mean, so the
    claims that stand are an interval around the mean so far.
    """

    def __init__(self, low: float = 0.0, high: float = 1.0, risk: float = RISK) -> None:
        self.low = low
        self.high = high
        self.samples = 0
        self._enough = log(1 / risk)
        self._counts: dict[float, int] = {}  # of each value, scaled to 0 … 1
        self._sum = 0.0

    def add(self, value: float) -> None:
        """Count a value; ValueError if it is outside the bounds."""
        if not self.low <= value <= self.high:
            raise ValueError(f"{value} is not between {self.low:g} and {self.high:g}")
        scaled = (value - self.low) / (self.high - self.low)
        self._counts[scaled] = self._counts.get(scaled, 0) + 1
        self.samples += 1
        self._sum += scaled

    def excludes(self, mean: float) -> bool:
        """Tell if the values refute that this is their mean."""
        scaled = (mean - self.low) / (self.high - self.low)
        if not EDGE < scaled < 1 - EDGE:
            estimate = self.interval()
            return not estimate.low <= mean <= estimate.high
        return self._refuted()(scaled)

    def interval(self) -> Estimate:
        """The mean so far and its interval: the whole range if there are no values."""
        if not self.samples:
            return Estimate((self.low + self.high) / 2, self.low, self.high)
        mean, refuted = self._sum / self.samples, self._refuted()
        centre = min(max(mean, EDGE), 1 - EDGE)
        ends = [_end(refuted, edge, centre) for edge in (EDGE, 1 - EDGE)]
        low, value, high = [self.low + (self.high - self.low) * x for x in (ends[0], mean, ends[1])]
        return Estimate(value, min(low, value), max(high, value))

    def _refuted(self) -> Callable[[float], bool]:
        """A test that tells if a claimed mean, scaled to 0 … 1, is refuted by the values so far."""
        values = np.array([*self._counts])
        counts = np.array([*self._counts.values()], dtype=np.float64)
        return lambda mean: money(values, counts, mean) >= self._enough


def _end(refuted: Callable[[float], bool], edge: float, centre: float) -> float:
    """The end of the claims that are not refuted, between the edge of the values and their mean."""
    if edge == centre or not refuted(edge):
        return round(edge)
    for _ in range(HALVINGS):
        middle = (edge + centre) / 2
        edge, centre = (middle, centre) if refuted(middle) else (edge, middle)
    return edge


class QuantileSequence:
    """A confidence sequence for a quantile, such as the median, of values without known bounds.

    Each sample is one value, or several that depend on each other. No assumption is made about the
    distribution: whether values lie below a candidate is a share, which is tested as above (compare
    Howard and Ramdas, 2022).
    """

    def __init__(self, share: float = 0.5) -> None:
        self.share = share
        self._enough = log(2 / RISK)  # half of the risk for either end
        self._samples: list[tuple[float, ...]] = []

    def add(self, *values: float) -> None:
        """Count a sample of one or more values."""
        self._samples.append(values)

    def interval(self) -> Estimate:
        """The quantile so far and its interval; an end is infinite if nothing bounds it."""
        values = np.sort([value for sample in self._samples for value in sample])
        if not len(values):
            return Estimate(nan, -inf, inf)
        middle = values[min(int(self.share * len(values)), len(values) - 1)]
        if self.share == 0.5:
            middle = np.median(values)
        candidates = np.unique(values)
        low = self._end(candidates, 1)
        high = -self._end(-candidates[::-1], -1)
        return Estimate(float(middle), min(low, float(middle)), max(high, float(middle)))

    def excludes(self, value: float) -> bool:
        """Tell if the samples refute that this is the quantile."""
        return self._refuted(value, 1) or self._refuted(-value, -1)

    def _end(self, candidates: Array, sign: int) -> float:
        """The least of the candidates that may be the quantile; -inf if even less may be.

        For the upper end everything is mirrored: values and candidates with `sign` -1.
        """
        if not self._refuted(-inf, sign):
            return -inf
        first, last = 0, len(candidates) - 1  # the greatest is never refuted
        while first < last:
            middle = (first + last) // 2
            if self._refuted(float(candidates[middle]), sign):
                first = middle + 1
            else:
                last = middle
        return float(candidates[first])

    def _refuted(self, candidate: float, sign: int) -> bool:
        """Tell if too few values are up to a candidate for it to be the quantile."""
        below = [
            sum([sign * value <= candidate for value in sample]) / len(sample)
            for sample in self._samples
        ]
        share = self.share if sign == 1 else 1 - self.share
        found, counts = np.unique(below, return_counts=True)
        return money(found, counts.astype(np.float64), share, share * SHARES) >= self._enough
