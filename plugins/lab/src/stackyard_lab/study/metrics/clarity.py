"""Metrics of clarity: how much better good moves are than others, by the judge's chances."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

import numpy as np

from stackyard_lab.study.metrics.sample import GameMetric
from stackyard_lab.study.report import Group, Metric
from stackyard_lab.study.trace import GameTrace

NEAR_BEST = 0.75  # of the way from the mean to the best move
MISTAKE = 0.1  # loss of chance
ROUNDING = 1e-9

Values = tuple[float, ...]


def narrowness(values: Values) -> float:
    """The share of moves that are nearly as good as the best."""
    mean, best = fmean(values), max(values)
    least = mean + NEAR_BEST * (best - mean) - ROUNDING
    return fmean([value >= least for value in values])


def spread(values: Values) -> float:
    """The standard deviation."""
    return min(0.5, float(np.std(values)))


def only_move(values: Values) -> float:
    """1 if all moves but one lose chances, otherwise 0."""
    best, second = sorted(values, reverse=True)[:2]
    return float(best - second >= MISTAKE - ROUNDING)


def loss(values: Values) -> float:
    """The chance that the played move, the first, loses against the best one."""
    return max(values) - values[0]


def _mean(
    name: str, title: str, words: str, source: str, of: Callable[[Values], float], most: float = 1.0
) -> GameMetric:
    """The mean of a game's judged positions, and over games."""

    def of_game(game: GameTrace) -> float | None:
        judged = [of(ply.values) for ply in game.plies if len(ply.values) > 1]
        return fmean(judged) if judged else None

    return GameMetric(
        Metric(
            name,
            Group.CLARITY,
            title,
            f"{words}; the mean of judged positions with a choice, and of games",
            source,
        ),
        of_game,
        "no position with a choice of moves has been judged; give the study more minutes or a "
        "stronger judge, unless every move is forced",
        most,
    )


GAME_METRICS = (
    _mean(
        "narrowness",
        "moves near the best",
        "the share of legal moves whose chance is at least three quarters of the way from the mean "
        "to the best: few make the choice narrow",
        "Ludii, ClarityNarrowness",
        narrowness,
    ),
    _mean(
        "spread",
        "spread of moves",
        "the standard deviation of the chances after the legal moves",
        "Ludii, ClarityVariance, its root",
        spread,
        0.5,
    ),
    _mean(
        "only_moves",
        "only moves",
        f"the share of positions in which every move but one loses {MISTAKE:.0%} of chance or more",
        "Stackyard",
        only_move,
    ),
    _mean(
        "loss",
        "loss of a move",
        "the chance that the player's move loses against the best one, by the judge",
        "average loss, Guid and Bratko, 2006",
        loss,
    ),
)
METRICS = tuple([metric.metric for metric in GAME_METRICS])
