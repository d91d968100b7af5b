"""Intervals and tests that stay valid however often one looks at them.

A gambler bets on each observation against a claim such as "the mean is m", with payoffs that are
fair if the claim is true. The capital then exceeds 20 at any time with a chance of at most 5 %
(Ville, 1939), so the claims under which it is below 20 are a confidence sequence. The gambler here
splits the capital among all distributions on {0, 1} and bets each part by its likelihood ratio. For
outcomes 0 and 1 this is Robbins' beta-binomial mixture (1970); values between them, such as draws,
give a universal portfolio (Orabona and Jun, 2024; Waudby-Smith and Ramdas, 2024), which gains from
a small variance. The capital depends on the values alone, not on their order, and its logarithm is
a convex function of m. So the claims that stand are an interval around the mean, and its ends are
found by root finding.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, nan

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import logsumexp

from stackyard_lab.rating import Estimate

RISK = 0.05  # that an interval ever misses
PARTS = 128  # of the capital
EDGE = 1e-9  # the nearest that a claim comes to the bounds of the values

Array = NDArray[np.float64]

# Shares at equal weights approximate Jeffreys' prior, dense near 0 and 1.
SHARES: Array = np.sin(np.pi * (2 * np.arange(PARTS) + 1) / (4 * PARTS)) ** 2


def capital(values: Array, counts: Array, mean: float, shares: Array = SHARES) -> float:
    """The logarithm of the capital won against the claim that values in 0 … 1 have this mean.

    `counts` says how often each value occurred; `shares` are the means that are bet on.
    """
    ratios = np.outer(values, shares / mean) + np.outer(1 - values, (1 - shares) / (1 - mean))
    return float(logsumexp(counts @ np.log(ratios)) - log(len(shares)))


class MeanSequence:
    """A confidence sequence for the mean of independent values between `low` and `high`.

    Of the differences of pairs it is a test by betting: as soon as it excludes 0, one of the two
    means is proven larger, with the risk of error, however often one has looked.
    """

    def __init__(self, low: float = 0.0, high: float = 1.0, risk: float = RISK) -> None:
        self.low = low
        self.high = high
        self.samples = 0
        self._bound = log(1 / risk)
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
        """Whether the values refute that this is their mean."""
        scaled = (mean - self.low) / (self.high - self.low)
        if not EDGE < scaled < 1 - EDGE:
            estimate = self.interval()
            return not estimate.low <= mean <= estimate.high
        return self._capital()(scaled) >= self._bound

    def interval(self) -> Estimate:
        """The mean so far and its interval: the whole range if there are no values."""
        if not self.samples:
            return Estimate((self.low + self.high) / 2, self.low, self.high)
        centre = min(max(self._sum / self.samples, EDGE), 1 - EDGE)
        won = self._capital()
        ends: list[float] = []
        for edge in (EDGE, 1 - EDGE):
            if edge == centre or won(edge) < self._bound:
                ends.append(round(edge))
            else:
                ends.append(brentq(lambda m: won(m) - self._bound, edge, centre, xtol=1e-7))
        low, value, high = [
            self.low + (self.high - self.low) * x
            for x in (ends[0], self._sum / self.samples, ends[1])
        ]
        return Estimate(value, min(low, value), max(high, value))

    def _capital(self) -> Callable[[float], float]:
        """The logarithm of the capital won, as a function of the claimed mean."""
        values = np.array([*self._counts])
        counts = np.array([*self._counts.values()], dtype=np.float64)
        return lambda mean: capital(values, counts, mean)


class QuantileSequence:
    """A confidence sequence for a quantile, such as the median, of values without known bounds.

    Each sample is one value, or several that depend on each other. No assumption is made about the
    distribution: whether values lie below a candidate is a share, which is tested as above (compare
    Howard and Ramdas, 2022).
    """

    def __init__(self, share: float = 0.5, risk: float = RISK) -> None:
        self.share = share
        self._bound = log(2 / risk)  # half of the risk for either end
        self._samples: list[tuple[float, ...]] = []

    @property
    def samples(self) -> int:
        """The number of samples."""
        return len(self._samples)

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
        """Whether the samples refute that this is the quantile."""
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
        """Whether too few values are up to a candidate for it to be the quantile."""
        below = [
            sum([sign * value <= candidate for value in sample]) / len(sample)
            for sample in self._samples
        ]
        share = self.share if sign == 1 else 1 - self.share
        found, counts = np.unique(below, return_counts=True)
        return capital(found, counts.astype(np.float64), share, share * SHARES) >= self._bound
