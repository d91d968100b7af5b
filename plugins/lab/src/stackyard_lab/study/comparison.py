"""Compares variants by their balance, their depth, and a score of both.

If p is the first player's share of points among equals, moving first is worth |p - ½|. If g is the
share of points of a player with twice the effort, a doubling of the effort gains g - ½. The score,
skill over seat, is the gain minus the worth: above 0, thinking twice as long wins more than moving
first. A variant that is both fairer and deeper than another has the higher score.

An absolute value is the larger of two means, |p - ½| = max over s = ±1 of s (p - ½). So a score is
the lower of two means, and a difference of scores the highest over s of the lowest over t of four,
all of bounded values. Each has a confidence sequence, and the same maxima and minima of their ends
bound the result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from stackyard_engine.betting import RISK
from stackyard_engine.confidence import Estimate, MeanSequence
from stackyard_lab.study.report import Group, Metric

SIGNS = (1, -1)

WORTH_OF_SEAT = Metric(
    "worth_of_seat",
    Group.BALANCE,
    "worth of moving first",
    "the distance of the first player's share of points from one half, in games of the player "
    "against itself",
    "Ludii, AdvantageP1, without its sign",
)
GAIN_OF_DOUBLING = Metric(
    "gain_of_doubling",
    Group.DEPTH,
    "gain of doubling the effort",
    "the share of points above one half that the player with twice the simulations wins against "
    "the player",
    "Ludii, SkillTrace, of one doubling",
)
SCORE = Metric(
    "skill_over_seat",
    Group.BALANCE,
    "skill over seat",
    "the gain of doubling the effort less the worth of moving first; variants are ranked by it",
    "Stackyard",
)
METRICS = (SCORE, WORTH_OF_SEAT, GAIN_OF_DOUBLING)


class Block(NamedTuple):
    """The games of a variant that are compared at a time, with the same numbers in each variant.

    `first` is the share of points of the first player in games of equal players, `larger` that of
    the player with twice the effort in games of one opening with the colours swapped.
    """

    first: float
    larger: float


class Score:
    """The score of one variant and its two parts, each with an interval valid at any time."""

    def __init__(self) -> None:
        self._sequences = [MeanSequence(-1.0, 1.0, RISK / 2) for _ in SIGNS]
        self._share = MeanSequence()  # of the first player
        self._gain = MeanSequence(-0.5, 0.5)
        self._first = self._larger = 0.0  # sums of points above one half
        self.blocks = 0

    @property
    def value(self) -> float:
        """The score so far."""
        return (self._larger - abs(self._first)) / max(1, self.blocks)

    def add(self, block: Block) -> None:
        """Count a block of games."""
        self.blocks += 1
        self._first += block.first - 0.5
        self._larger += block.larger - 0.5
        self._share.add(block.first)
        self._gain.add(block.larger - 0.5)
        for sign, sequence in zip(SIGNS, self._sequences, strict=True):
            sequence.add(block.larger - 0.5 - sign * (block.first - 0.5))

    def estimate(self) -> Estimate:
        """The score and its interval."""
        return _each(min, [sequence.interval() for sequence in self._sequences])

    def worth(self) -> Estimate:
        """The worth of moving first: the distance of the first player's share from one half."""
        share = self._share.interval()
        there = Estimate(share.value - 0.5, share.low - 0.5, share.high - 0.5)
        found = _each(max, [there, _negative(there)])
        return replace(found, low=max(0.0, found.low))

    @property
    def seat(self) -> str:
        """The better seat, where it is shown to be the second."""
        return "moving second" if self._share.interval().high < 0.5 else ""

    def gain(self) -> Estimate:
        """The gain of a doubling."""
        return self._gain.interval()


class Contest:
    """Two variants compared by blocks of the same numbers; differences are one minus other.

    With the risk of error all three intervals hold together, at any time.
    """

    def __init__(self, risk: float = RISK) -> None:
        each = risk / 3
        self._gain = MeanSequence(-1.0, 1.0, each)
        self._worth = {sign: MeanSequence(-1.0, 1.0, each / 2) for sign in SIGNS}
        self._score = {(s, t): MeanSequence(-2.0, 2.0, each / 4) for s in SIGNS for t in SIGNS}
        self.blocks = 0

    def add(self, one: Block, other: Block) -> None:
        """Count a block of each."""
        self.blocks += 1
        gain = one.larger - other.larger
        a, b = one.first - 0.5, other.first - 0.5
        self._gain.add(gain)
        for t, sequence in self._worth.items():
            sequence.add(a + t * b)
        for (s, t), sequence in self._score.items():
            sequence.add(gain + s * a + t * b)

    def gain(self) -> Estimate:
        """The difference of the gains of a doubling."""
        return self._gain.interval()

    def worth(self) -> Estimate:
        """The difference of the worths of moving first: |a| - |b|."""
        there = [self._worth[t].interval() for t in SIGNS]
        back = [_negative(estimate) for estimate in there]
        return _each(max, [_each(min, there), _each(min, back)])

    def score(self) -> Estimate:
        """The difference of the scores: gain - |a| + |b|."""
        found = {signs: sequence.interval() for signs, sequence in self._score.items()}
        return _each(max, [_each(min, [found[s, t] for s in SIGNS]) for t in SIGNS])


def _negative(estimate: Estimate) -> Estimate:
    return Estimate(-estimate.value, -estimate.high, -estimate.low)


def _each(choose: Callable[[list[float]], float], estimates: list[Estimate]) -> Estimate:
    """The minimum or maximum of each of the three numbers."""
    return Estimate(
        choose([e.value for e in estimates]),
        choose([e.low for e in estimates]),
        choose([e.high for e in estimates]),
    )
