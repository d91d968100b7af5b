"""Training with doubling numbers of games, until two doublings in a row gain too little.

The gain is measured by a match: the error on games held out says little about strength.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from math import inf, log10
from typing import Final

from stackyard.game import Game
from stackyard.workforce import Workforce
from stackyard_engine.eval.weights import Weights
from stackyard_engine.train.folder import TrainingFolder
from stackyard_engine.train.match_test import PairTest, Side, mean_bounds, pair_scores

GAIN: Final = 20.0  # Elo that a doubling must gain to pay
FLAT: Final = 2  # doublings in a row that gain less end the training
MOST_GAMES: Final = 10**7


@dataclass(frozen=True)
class Gain:
    """What a doubling to `games` games gained: the points against half as many, and Elo.

    The estimate counts one drawn pair more, so that it is finite. The interval is valid whenever
    the match ended. `pays` tells whether the gain is shown to be at least GAIN or, where the match
    ended undecided, whether its estimate is.
    """

    games: int
    played: int
    points: float
    elo: float
    interval: tuple[float, float]
    shown: bool
    pays: bool


def elo_of(share: float) -> float:
    """The difference in Elo that a share of the points suggests."""
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return 400 * log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The expected share of the points at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def gain_of(
    game: Game,
    weights: Weights,
    former: Weights,
    most: int,
    seed: int,
    tell: Callable[[int, int], object],
    folder: TrainingFolder,
    workforce: Workforce | None,
) -> Gain:
    """Play a match of weights against those of half as many games, of at most `most` games.

    It ends as soon as the gain is shown to be above or below GAIN.
    """
    pairs = (most + 1) // 2
    test, scores = PairTest(pairs, share_of(GAIN)), list[float]()
    played = pair_scores(
        *(game, Side.of(game, weights), Side.of(game, former)),
        *(pairs, seed, lambda done: tell(done, most)),
        *(folder.scores(weights, former, seed), workforce),
    )
    with closing(played):
        for score in played:
            scores.append(score)
            tell(2 * len(scores), most)
            test.add(score)
            if test.better or test.worse:
                break
    share = (sum(scores) + 0.5) / (len(scores) + 1)  # of a whole number of points no infinity
    low, high = mean_bounds(scores)
    shown = test.better or test.worse
    return Gain(
        *(int(weights.heading.report["games"]), 2 * len(scores), 2 * sum(scores), elo_of(share)),
        *((elo_of(low), elo_of(high)), shown, test.better if shown else elo_of(share) >= GAIN),
    )


def is_flat(gains: list[Gain]) -> bool:
    """Whether the last doublings gained too little for another one."""
    return len(gains) >= FLAT and not any(gain.pays for gain in gains[-FLAT:])


def best_of(gains: list[Gain]) -> int:
    """The number of doublings after which the weights were strongest, by the sum of the gains."""
    best = total = 0.0
    found = 0
    for number, gain in enumerate(gains, 1):
        total += max(-800.0, min(800.0, gain.elo))
        if total > best:
            best, found = total, number
    return found
