"""All metrics, and the figures of a variant from its games."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.position import ONGOING
from stackyard_lab.study import comparison
from stackyard_lab.study.metrics import balance, clarity, decisiveness, depth, drama, size
from stackyard_lab.study.metrics.sample import GameMetric, samples_of
from stackyard_lab.study.report import Figure, FirstMove, Metric, Rung
from stackyard_lab.study.trace import GameTrace

GROUPS = (balance, depth, clarity, drama, decisiveness, size)
GAME_METRICS: tuple[GameMetric, ...] = tuple(
    [metric for group in GROUPS for metric in group.GAME_METRICS]
)
METRICS: tuple[Metric, ...] = tuple(
    [metric for group in (*GROUPS, comparison) for metric in group.METRICS]
)
BY_NAME = {metric.name: metric for metric in METRICS}


def measure(
    traces: Sequence[GameTrace],
    seed: int,
    first_moves: Sequence[FirstMove] = (),
    ladder: Sequence[Rung] = (),
    winner: int = ONGOING,
    whole: bool = True,
) -> tuple[Figure, ...]:
    """The figures that games, first moves and a ladder give, in the order of METRICS.

    `winner` is that of the game with best play, if it is proven. `whole` says whether
    `first_moves` are all that the game has. Games are in the order of their numbers, none missing.
    """
    samples = samples_of(traces)
    found = [metric.figure(samples, seed) for metric in GAME_METRICS]
    found.append(balance.balance_figure(samples, seed))
    found += balance.swap_figures(first_moves, seed, whole)
    found.append(balance.best_play_figure(winner, len(first_moves), seed))
    found += depth.ladder_figures(ladder, seed)
    order = [metric.name for metric in METRICS]
    return tuple(sorted(found, key=lambda figure: order.index(figure.metric)))
