"""Measure how often a search keeps the right variant, among made-up ones with known scores.

python docs/researchers/elimination.py [SEARCHES]

Moving first is worth 0, STEP, 2 STEP, … points of a hundred in the variants; everything else is
alike. A row gives the share of searches that rank the fairest variant first, with and without
giving variants up, and the share in which a variant is called better than a truly better one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random

from stackyard_lab.study.comparison import SCORE, Block
from stackyard_lab.study.race import Race

SEARCHES = 100
VARIANTS = 6
GAIN = 0.15  # of doubling the effort
STEPS = (0.1, 0.05, 0.02)  # in the worth of moving first
BUDGETS = (800, 3200, 12_800)


class MadeUpVariant:
    """A variant whose games are drawn with these chances of the first player and the stronger."""

    def __init__(self, first: float, stronger: float, seed: int) -> None:
        self._chances = first, stronger
        self._random = Random(seed)  # noqa: S311 - a simulation
        self._blocks: list[Block | None] = []

    def play(self, blocks: int) -> Iterator[None]:
        """Draw the first `blocks` blocks."""
        while len(self._blocks) < blocks:
            first, stronger = [
                sum([self._random.random() < chance for _ in range(2)]) / 2
                for chance in self._chances
            ]
            self._blocks.append(Block(first, stronger))
            yield

    def blocks(self) -> Sequence[Block | None]:
        """The blocks drawn so far."""
        return self._blocks


def race_of(step: float, games: int, search: bool, seed: int) -> Race:
    """A finished race; variants are numbered in the order of their scores."""
    variants = [
        MadeUpVariant(0.5 + step * number, 0.5 + GAIN, 1000 * seed + number)
        for number in range(VARIANTS)
    ]
    race = Race(variants, seed, games, search)
    for _ in race.run(lambda: 0.0):
        pass
    return race


def main() -> None:
    """Print the table."""
    searches = int(sys.argv[1]) if sys.argv[1:] else SEARCHES
    print("| step | games | search, first | search, first two | race, first | wrong |")
    print("|---:|---:|---:|---:|---:|---:|")
    for step in STEPS:
        for games in BUDGETS:
            best = two = raced = wrong = 0
            for seed in range(searches):
                race = race_of(step, games, True, seed)
                best += race.ranking[0] == 0
                two += race.ranking[0] <= 1
                raced += race_of(step, games, False, seed).ranking[0] == 0
                wrong += any(
                    comparison.decided and comparison.one > comparison.other
                    for comparison in race.comparisons()
                    if comparison.metric == SCORE.name and (comparison.difference.value or 0) > 0
                )
            shares = [f"{100 * n / searches:.0f} %" for n in (best, two, raced, wrong)]
            print(f"| {100 * step:g} | {games:,} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
