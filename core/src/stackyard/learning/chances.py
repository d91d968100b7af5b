"""What the values of a search are worth as chances: a rising curve through their odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from typing import Final

SURE: Final = 0.998  # the nearest to certainty that is told of what is not proven
MOST: Final = 40.0  # the largest logarithmic odds of a knot
WIDTH: Final = 0.25  # logarithmic odds from which one knot is made, at least …
FEW: Final = 40  # … and this many values
DOUBT: Final = 2.0  # results of either kind, added to those of a knot: half of it


@dataclass(frozen=True)
class Chances:
    """How a value, 0 … 1, is turned into a chance: a curve of straight pieces between `knots`.

    A knot is the logarithmic odds of a value and those of the chance it stands for. Both rise from
    knot to knot, so better values stay better. Beyond the outermost the curve goes on at a slope
    of 1. Without knots a value is the chance. Raises ValueError for knots that do not rise.
    """

    knots: tuple[tuple[float, float], ...] = ()

    def __post_init__(self) -> None:
        if any(not abs(number) <= MOST for knot in self.knots for number in knot) or any(
            not (before[0] < after[0] and before[1] < after[1])
            for before, after in pairwise(self.knots)
        ):
            raise ValueError("knots of chances rise, and are odds of a chance")

    @classmethod
    def of_numbers(cls, numbers: Sequence[float]) -> Chances:
        """The curve in a file of weights: knot after knot, or the slope and shift of a line."""
        if len(numbers) == 2:
            slope, shift = numbers
            ends = -_odds(SURE), _odds(SURE)
            return cls(tuple([(odds, slope * odds + shift) for odds in ends]))
        return cls(tuple(zip(numbers[::2], numbers[1::2], strict=True)))

    @property
    def numbers(self) -> list[float]:
        """The curve as a file of weights holds it."""
        return [number for knot in self.knots for number in knot]

    def of(self, value: float) -> float:
        """The chance that a value stands for."""
        if not self.knots:
            return value
        odds = _odds(value)
        return min(max(1 / (1 + exp(-self._curve(odds))), 1 - SURE), SURE)

    def _curve(self, odds: float) -> float:
        first, last = self.knots[0], self.knots[-1]
        if odds <= first[0]:
            return first[1] + odds - first[0]
        for (begin, low), (end, high) in pairwise(self.knots):
            if odds <= end:
                return low + (high - low) * (odds - begin) / (end - begin)
        return last[1] + odds - last[0]


@dataclass
class _Block:
    """Values side by side that stand for one chance."""

    number: int
    odds: float  # their sum
    points: float

    @property
    def share(self) -> float:
        return (self.points + DOUBT / 2) / (self.number + DOUBT)

    def join(self, other: _Block) -> None:
        self.number += other.number
        self.odds += other.odds
        self.points += other.points


def fitted(tried: Sequence[tuple[float, float]]) -> Chances:
    """The curve that fits values and what came of them, 0 … 1 (isotonic regression).

    Values close to each other are taken together; neighbours of which the better value took less
    are joined, until all rise (pool adjacent violators; Ayer and others, 1955).
    """
    blocks: list[_Block] = []
    begin = -MOST
    for odds, share in sorted((_odds(value), share) for value, share in tried):
        if not blocks or (blocks[-1].number >= FEW and odds >= begin + WIDTH):
            blocks.append(_Block(0, 0.0, 0.0))
            begin = odds
        blocks[-1].join(_Block(1, odds, share))
    risen: list[_Block] = []
    for block in blocks:
        risen.append(block)
        while len(risen) > 1 and risen[-2].share >= risen[-1].share:
            risen[-2].join(risen.pop())
    knots = [(round(block.odds / block.number, 3), round(_odds(block.share), 3)) for block in risen]
    rising = knots[:1] + [
        after for before, after in pairwise(knots) if before[0] < after[0] and before[1] < after[1]
    ]
    return Chances(tuple(rising))


def _odds(value: float) -> float:
    value = min(max(value, 1 - SURE), SURE)
    return log(value / (1 - value))
