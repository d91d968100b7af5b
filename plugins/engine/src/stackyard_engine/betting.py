"""Tests of a mean that stay valid however often one looks at them.

A gambler bets on each score against a claim such as "the mean is at most m", with payoffs that are
no gain on average if the claim is true. The money then ever grows 20-fold with a chance of at most
5 % (Ville, 1939), whatever the distribution of the scores; so a claim against which it does is
refuted (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, 2024).
`confidence` bets against all means at once.
"""

from __future__ import annotations

from copy import copy
from math import inf, log, log10
from typing import Final

RISK: Final = 0.05  # that a true claim is ever refuted
ENOUGH: Final = log(1 / RISK)  # logarithm of the money that refutes a claim
MOST: Final = 0.5  # of the money that a single score may take
PRIOR: Final = 10  # pairs of games without draws that count as seen before the first one
REACH: Final = 0.15  # from a mean to those at which bets against it aim


def elo_of(share: float) -> float:
    """The difference in Elo that a share of the points suggests."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The expected share of the points at a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


class Bet:
    """A bet that the mean of scores from 0 to 1 lies beyond `mean`, on the side of `aim`.

    The stake makes the money grow fastest if `aim` is the mean, judged by the scores so far (Kelly,
    1956). `worth` is the logarithm of the money, which begins with 1; `won` says whether the claim
    was ever refuted.
    """

    def __init__(self, mean: float, aim: float) -> None:
        self._mean = mean
        self._aim = min(max(aim, 0.0), 1.0)
        self._number = PRIOR
        self._squares = PRIOR * mean * (1 - mean) / 2  # of the distances from `mean`
        self.worth = 0.0
        self.won = False

    def add(self, score: float) -> None:
        """Bet on a score."""
        apart = score - self._mean
        stake = (self._aim - self._mean) * self._number / self._squares
        stake = min(max(stake, -MOST / (1 - self._mean)), MOST / self._mean)
        self.worth += log(1 + stake * apart)
        self.won = self.won or self.worth >= ENOUGH
        self._number += 1
        self._squares += apart * apart

    def can_win(self, scores: int) -> bool:
        """Tell if it may be won by this many more scores."""
        future = copy(self)
        for _ in range(scores):
            if future.won:
                break
            future.add(float(self._aim > self._mean))
        return future.won


class MeanTest:
    """A test of the mean of scores from 0 to 1, above `low` or below `high`, by two bets.

    `above` and `below` become true when that is shown, each wrongly with the risk at most. Each bet
    aims at the other mean; without `high` both are about `low`.
    """

    def __init__(self, low: float, high: float | None = None) -> None:
        aims = (low + REACH, low - REACH) if high is None else (high, low)
        self.rise = Bet(low, aims[0])
        self.fall = Bet(low if high is None else high, aims[1])

    def add(self, score: float) -> None:
        """Count a score."""
        self.rise.add(score)
        self.fall.add(score)

    @property
    def above(self) -> bool:
        """True if the mean is shown to be above `low`."""
        return self.rise.won

    @property
    def below(self) -> bool:
        """True if the mean is shown to be below `high`."""
        return self.fall.won

    def is_over(self, left: int) -> bool:
        """Tell if it is decided, or `left` more scores cannot show that the mean is above `low`."""
        return self.above or self.below or not self.rise.can_win(left)
