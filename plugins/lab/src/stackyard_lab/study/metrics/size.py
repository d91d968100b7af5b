"""Metrics of size: length, complexity of the game tree, positions."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from stackyard.position import Position
from stackyard.text import plural
from stackyard_engine.solver.solvers import ExhaustiveSolver
from stackyard_lab.study.metrics.sample import GameMetric
from stackyard_lab.study.report import Figure, Group, Metric
from stackyard_lab.study.trace import GameTrace

MOST = 20_000  # positions that are counted


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
STATES = Metric(
    "states",
    Group.SIZE,
    "positions",
    "the common logarithm of the number of unfinished positions that can be reached, where all are "
    "counted; mirror images count once if the game tells them",
    "state-space complexity, Allis, 1994",
    "powers of 10",
)
METRICS = (*[metric.metric for metric in GAME_METRICS], STATES)


def states_figure(start: Position, seed: int) -> Figure:
    """The number of positions, if there are at most MOST."""
    solver = ExhaustiveSolver(start)
    solver.run(MOST + 1 - solver.positions)
    if solver.done:
        return counted_figure(start, solver.positions, seed)
    note = f"there are more than {MOST:,}, and they were not all visited"
    return Figure(STATES.name, None, None, None, 0, seed, note=note)


def counted_figure(start: Position, number: int, seed: int) -> Figure:
    """The number of positions that exhaustive search has visited, all of them."""
    size = log10(number)
    images = ", mirror images counted once" if hasattr(start, "symmetric_code") else ""
    note = f"{plural(number, 'unfinished position')}{images}"
    return Figure(STATES.name, size, size, size, number, seed, proven=True, note=note)
