"""Metrics of size: length, complexity of the game tree, positions, playouts."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from stackyard_lab.study.metrics.sample import GameMetric
from stackyard_lab.study.report import Group, Metric
from stackyard_lab.study.trace import GameTrace


def length(game: GameTrace) -> float:
    """The number of turns, those of the opening included."""
    return float(game.turns)


def tree(game: GameTrace) -> float | None:
    """The logarithm of the product of the numbers of legal moves."""
    return sum([log10(ply.choices) for ply in game.plies if ply.choices]) if game.plies else None


def _length(name: str, title: str, share: float, words: str) -> GameMetric:
    return GameMetric(
        Metric(name, Group.SIZE, title, words, "Ludii, DurationTurns", "turns"),
        length,
        "no game has ended",
        quantile=share,
    )


GAME_METRICS: Sequence[GameMetric] = (
    _length("length", "length", 0.5, "the median number of turns of a game"),
    _length(
        "length_short", "short games", 0.1, "the number of turns within which a tenth of games end"
    ),
    _length(
        "length_long",
        "long games",
        0.9,
        "the number of turns within which nine tenths of games end",
    ),
    GameMetric(
        Metric(
            "tree",
            Group.SIZE,
            "game tree",
            "the common logarithm of the product of the numbers of legal moves at each ply of a "
            "game; the median of games",
            "Allis, 1994; Ludii, GameTreeComplexity",
            "powers of 10",
        ),
        tree,
        "no ply of a game has been counted",
        quantile=0.5,
    ),
)
METRICS = tuple([metric.metric for metric in GAME_METRICS])
