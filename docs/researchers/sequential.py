"""Simulate how many games the test of `arena --sprt` takes, and how many an SPRT.

`python docs/researchers/sequential.py [--runs 400] [--seed 1]` prints a table in Markdown. The SPRT
is the one by which chess engines are tested (GSPRT, after Michel Van den Bergh): each hypothesis
gets the likelihood of the best-fitting distribution of pair scores with its mean.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import log

import numpy as np
from numpy.typing import NDArray

from stackyard_engine.betting import RISK, share_of
from stackyard_lab.elo_test import EloTest

Array = NDArray[np.float64]
Drawn = NDArray[np.int8]  # a match a row: the scores of its pairs in quarters

SCORES: Array = np.arange(5) / 4  # of a pair of games
UNSEEN = 1e-3  # the count of a score that has not occurred
LOOK = 2  # pairs between two looks at the SPRT, for speed
LONGEST = 30_000  # pairs
HYPOTHESES = ((0, 100), (0, 50), (0, 10))
# The chances of the scores of a pair between equal players.
PAIRS = {
    "no draws": (0.25, 0, 0.5, 0, 0.25),
    "60 % draws": (0.04, 0.24, 0.44, 0.24, 0.04),
    "openings decide 60 %": (0.1, 0, 0.8, 0, 0.1),
}


def chances(equal: tuple[float, ...], mean: float) -> Array:
    """The distribution nearest to that of equal players with this mean score."""
    low, high = -50.0, 50.0
    while True:
        tilt = (low + high) / 2
        found = np.array(equal) * np.exp(tilt * SCORES)
        found /= found.sum()
        if high - low < 1e-12:
            return found
        low, high = (tilt, high) if found @ SCORES < mean else (low, tilt)


def likelihoods(counts: Array, mean: float) -> Array:
    """The highest log-likelihoods of counts, up to a constant, by distributions with a mean.

    By Lagrange's multipliers each probability is the frequency over 1 + x (score - mean), x being
    the root that gives the mean.
    """
    seen, apart = np.maximum(counts, UNSEEN), SCORES - mean
    low = np.full(len(counts), -1 / apart[-1] + 1e-9)
    high = np.full(len(counts), -1 / apart[0] - 1e-9)
    for _ in range(40):
        x = (low + high) / 2
        rises = (seen * apart / (1 + np.outer(x, apart))).sum(1) > 0
        low, high = np.where(rises, x, low), np.where(rises, high, x)
    found: Array = -(seen * np.log(1 + np.outer(low, apart))).sum(1)
    return found


def by_sprt(elo0: float, elo1: float, drawn: Drawn) -> tuple[Array, Array]:
    """The pairs that SPRTs take, and the hypothesis that each accepts (-1 without one)."""
    runs, bound = len(drawn), log((1 - RISK) / RISK)
    counts, taken, accepted = np.zeros((runs, 5)), np.full(runs, float(LONGEST)), np.full(runs, -1)
    alive = np.arange(runs)
    for number in range(1, LONGEST + 1):
        counts[alive, drawn[alive, number - 1]] += 1
        if number % LOOK:
            continue
        ratio = likelihoods(counts[alive], share_of(elo1))
        ratio -= likelihoods(counts[alive], share_of(elo0))
        over = np.abs(ratio) >= bound
        taken[alive[over]], accepted[alive[over]] = number, ratio[over] > 0
        alive = alive[~over]
        if not len(alive):
            break
    return taken, accepted


def by_bets(elo0: float, elo1: float, drawn: Drawn) -> tuple[Array, Array]:
    """The same of the test by betting."""
    tests = []
    for scores in drawn:
        test = EloTest(elo0, elo1)
        for score in scores:
            test.add(score / 2)
            if test.accepted is not None:
                break
        tests.append(test)
    accepted = [-1 if test.accepted is None else test.accepted for test in tests]
    return np.array([test.pairs for test in tests], float), np.array(accepted)


def table(runs: int, seed: int) -> Iterator[str]:
    """The lines of the table."""
    yield "| hypotheses | pairs of equal players | true Elo | games, SPRT | games, bets | ratio |"
    yield "|---|---|---:|---|---|---:|"
    for elo0, elo1 in HYPOTHESES:
        for title, equal in PAIRS.items():
            for elo in (elo0, (elo0 + elo1) / 2, elo1):
                random = np.random.default_rng([seed, elo0, elo1, round(2 * elo)])
                chance = chances(equal, share_of(elo))
                drawn = random.choice(5, size=(runs, LONGEST), p=chance).astype(np.int8)
                cells, means = [], []
                for pairs, accepted in (f(elo0, elo1, drawn) for f in (by_sprt, by_bets)):
                    means.append(2 * pairs.mean())
                    wrong = (accepted == (elo == elo0)).mean()
                    told = "" if elo0 < elo < elo1 else f", {wrong:.1%} wrong"
                    cells.append(f"{means[-1]:,.0f}{told}")
                ratio = f"{means[1] / means[0]:.2f}"
                row = (f"{elo0}, {elo1}", title, f"{elo:g}", *cells, ratio)
                yield f"| {' | '.join(row)} |"


def main(arguments: list[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for line in table(given.runs, given.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
