"""Simulate how many games the test of `arena --sprt` takes.

`python docs/researchers/sequential.py [--runs 400] [--seed 1]` prints a table in Markdown, for
players who never draw.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from stackyard_engine.betting import share_of
from stackyard_lab.elo_test import EloTest

SCORES = np.arange(5) / 4  # of a pair of games
EQUAL = np.array([0.25, 0, 0.5, 0, 0.25])  # their chances between equal players
LONGEST = 30_000  # pairs
HYPOTHESES = ((0, 100), (0, 50), (0, 10))


def chances(mean: float) -> NDArray[np.float64]:
    """The distribution nearest to that of equal players with this mean score."""
    low, high = -50.0, 50.0
    while True:
        tilt = (low + high) / 2
        found = EQUAL * np.exp(tilt * SCORES)
        found /= found.sum()
        if high - low < 1e-12:
            return found
        low, high = (tilt, high) if found @ SCORES < mean else (low, tilt)


def tested(elo0: float, elo1: float, scores: NDArray[np.int8]) -> EloTest:
    """The test after these scores of pairs in quarters, or after those that decide it."""
    test = EloTest(elo0, elo1)
    for score in scores:
        test.add(score / 2)
        if test.accepted is not None:
            break
    return test


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| hypotheses | true Elo | games | wrong |\n|---|---:|---:|---:|")
    for elo0, elo1 in HYPOTHESES:
        for elo in (elo0, (elo0 + elo1) / 2, elo1):
            random = np.random.default_rng([given.seed, elo0, elo1, round(2 * elo)])
            drawn = random.choice(5, size=(given.runs, LONGEST), p=chances(share_of(elo)))
            tests = [tested(elo0, elo1, scores) for scores in drawn.astype(np.int8)]
            games = 2 * np.mean([test.pairs for test in tests])
            wrong = np.mean([test.accepted == (elo == elo0) for test in tests])
            told = "" if elo0 < elo < elo1 else f"{wrong:.1%}"
            print(f"| {elo0}, {elo1} | {elo:g} | {games:,.0f} | {told} |", flush=True)


if __name__ == "__main__":
    main()
