"""Simulate how often the intervals of a study miss the true value, looked at after each game.

`python docs/researchers/coverage.py [--runs 1000] [--games 300] [--seed 1]` prints a table in
Markdown. Each run plays games at random from a distribution whose mean or median is known. The z
interval (mean ± 1.96 standard errors, first looked at after ten games) is there for comparison. Of
a median it compares the number of values that are not larger with half of the games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from stackyard_engine.confidence import MeanSequence, QuantileSequence

SURE = 1.96
FIRST = 10  # games before the z interval is looked at
LENGTHS = range(10, 61)  # turns of a game

Array = NDArray[np.float64]
Sequences = Callable[[], MeanSequence | QuantileSequence]


@dataclass(frozen=True)
class Case:
    """Values that occur with known chances; `true` is their mean, or median if that is studied."""

    title: str
    values: Array
    chances: Array
    true: float
    sequence: Sequences = MeanSequence

    def draw(self, random: np.random.Generator, games: int) -> Array:
        """The values of some games."""
        return random.choice(self.values, size=games, p=self.chances)


def means() -> Iterator[Case]:
    """Shares of points, their differences, and values of judged games."""
    for share in (0.5, 0.7, 0.95):
        yield case(f"wins, {share:.0%}", {0: 1 - share, 1: share})
    yield case("points, 30 % draws", {0: 0.35, 0.5: 0.3, 1: 0.35})
    yield case("pairs of games from openings", {0: 0.2, 0.5: 0.55, 1: 0.25})
    yield case("rare skips", {0: 0.9, 0.05: 0.07, 0.1: 0.03})
    drama = {number / 10: 0.5**number for number in range(1, 10)}
    yield case("drama", drama | {0: 1 - sum(drama.values())})
    yield case(
        "difference of equal variants",
        {-1: 0.21, 0: 0.58, 1: 0.21},
        partial(MeanSequence, -1.0, 1.0),
    )


def case(title: str, chances: dict[float, float], sequence: Sequences = MeanSequence) -> Case:
    """A case of a mean."""
    mean = sum([value * chance for value, chance in chances.items()])
    return Case(title, np.array([*chances]), np.array([*chances.values()]), mean, sequence)


def lengths() -> Case:
    """The median of lengths, of which short ones are more frequent."""
    weights = np.array([1 / turns for turns in LENGTHS])
    chances = weights / weights.sum()
    median = LENGTHS[int(np.searchsorted(np.cumsum(chances), 0.5))]
    return Case("median length", np.array([*LENGTHS], float), chances, median, QuantileSequence)


def sequence_misses(case: Case, values: Array) -> bool:
    """Tell if the interval ever excludes the true value."""
    sequence = case.sequence()
    for value in values:
        sequence.add(float(value))
        if sequence.excludes(case.true):
            return True
    return False


def z_misses(case: Case, values: Array) -> tuple[bool, bool]:
    """The failures of the z interval: it excludes the true value ever, and after all games."""
    true = case.true
    if case.sequence is QuantileSequence:
        true = float(case.chances[case.values <= case.true].sum())
        values = (values <= case.true).astype(float)
    games = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / games
    spread = np.sqrt(np.maximum(np.cumsum(values**2) / games - mean**2, 0))
    missed = (np.abs(mean - true) > SURE * spread / np.sqrt(games))[FIRST - 1 :]
    return bool(missed.any()), bool(missed[-1])


def width_ratio(case: Case, values: Array) -> float | None:
    """The width of the interval as a multiple of that of the z interval of a mean."""
    sequence = case.sequence()
    if isinstance(sequence, QuantileSequence):
        return None
    for value in values:
        sequence.add(float(value))
    found = sequence.interval()
    return (found.high - found.low) / (2 * SURE * float(values.std()) / sqrt(len(values)))


def table(runs: int, games: int, seed: int) -> Iterator[str]:
    """The lines of the table."""
    yield "| values | ever missed | ever by z | by z at the end | width over z's |"
    yield "|---|---|---|---|---|"
    for number, case in enumerate([*means(), lengths()]):
        random = np.random.default_rng([seed, number])
        drawn = [case.draw(random, games) for _ in range(runs)]
        ours = np.mean([sequence_misses(case, values) for values in drawn])
        ever, once = np.mean([z_misses(case, values) for values in drawn], axis=0)
        width = width_ratio(case, drawn[0])
        words = f"{width:.1f}" if width else ""
        yield f"| {case.title} | {ours:.1%} | {ever:.1%} | {once:.1%} | {words} |"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for line in table(given.runs, given.games, given.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
