"""Training with doubling numbers of games, until two doublings in a row gain too little.

The gain is measured by a match: the error on games held out says little about strength.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from stackyard.game import Game
from stackyard.workforce import Workforce
from stackyard_engine.betting import elo_of, share_of
from stackyard_engine.eval.weights import Weights
from stackyard_engine.train.folder import TrainingFolder
from stackyard_engine.train.match_test import Side, pair_scores

GAIN: Final = 20.0  # Elo that a doubling must gain to pay
FLAT: Final = 2  # doublings in a row that gain less end the training


@dataclass(frozen=True)
class Gain:
    """The gain of a doubling to `games` games: the points against half as many, and Elo.

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
    from stackyard_engine.confidence import MeanSequence  # needs numpy, as the training did

    pairs, level, scores = most // 2, share_of(GAIN), MeanSequence()
    played = pair_scores(
        *(game, Side.of(game, weights), Side.of(game, former)),
        *(pairs, seed, lambda done: tell(done, most)),
        *(folder.scores(weights, former, "-doubling"), workforce),
    )
    total = 0.0
    with closing(played):
        for score in played:
            scores.add(score)
            total += score
            tell(2 * scores.samples, most)
            if scores.excludes(level):
                break
    elo = elo_of((total + 0.5) / (scores.samples + 1))  # of a whole number of points no infinity
    found, shown = scores.interval(), scores.excludes(level)
    return Gain(
        *(int(weights.heading.report["games"]), 2 * scores.samples, 2 * total, elo),
        *((elo_of(found.low), elo_of(found.high)), shown),
        pays=found.value > level if shown else elo >= GAIN,
    )


def is_flat(gains: list[Gain]) -> bool:
    """Tell if the last doublings gained too little for another one."""
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
