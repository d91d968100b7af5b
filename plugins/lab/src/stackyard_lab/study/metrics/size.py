"""Metrics of size: length, complexity of the game tree, positions, playouts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import log10
from typing import cast

from stackyard.compiled import nearest
from stackyard.position import LONGEST, ONGOING, Playout, Position
from stackyard.rng import Rng, derive
from stackyard.text import plural
from stackyard_engine.confidence import QuantileSequence
from stackyard_engine.successors import successors
from stackyard_lab.study.metrics.sample import GameMetric, figure
from stackyard_lab.study.report import Figure, Group, Metric
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
STATES = Metric(
    "states",
    Group.SIZE,
    "positions",
    "the common logarithm of the number of positions that can be reached; unless all are counted, "
    "an estimate from random games, with the number of those seen as the lower bound",
    "state-space complexity, Allis, 1994; estimate: Chao, 1984",
    "powers of 10",
)
PLAYOUTS = Metric(
    "playouts",
    Group.SIZE,
    "random games a second",
    "the number of games of random moves that one processor plays in a second of its time, on the "
    "machine of the study; the median of measurements",
    "Ai Ai, playout complexity",
    "games",
)
PLIES = Metric(
    "playout_moves",
    Group.SIZE,
    "random moves a second",
    "the number of random moves that one processor plays in a second of its time, on the machine "
    "of the study; the median of measurements",
    "Ai Ai, playout complexity",
    "moves",
)
METRICS = (*[metric.metric for metric in GAME_METRICS], STATES, PLAYOUTS, PLIES)


def count_positions(start: Position, most: int) -> int | None:
    """The number of positions reachable from one, itself included; None if more than `most`."""
    seen: set[Hashable] = {start.key()}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for _, after in successors(position):
            if after.key() not in seen:
                seen.add(after.key())
                waiting.append(after)
                if len(seen) > most:
                    return None
    return len(seen)


def states_figure(start: Position, seed: int, most: int = 20_000, playouts: int = 200) -> Figure:
    """The number of positions: proven if there are at most `most`, otherwise estimated.

    A position seen in one of the random games only counts as rare; the more there are, the more
    positions were not seen (Chao's estimate).
    """
    exact = count_positions(start, most)
    if exact is not None:
        size = log10(exact)
        note = plural(exact, "position")
        return Figure(STATES.name, size, size, size, exact, seed, proven=True, note=note)
    seen: Counter[Hashable] = Counter()
    for number in range(playouts):
        seen.update(_visited(start, derive(seed, number)))
    rare = Counter(seen.values())
    estimate = max(most + 1, len(seen) + rare[1] * (rare[1] - 1) / (2 * (rare[2] + 1)))
    note = f"at least {max(most + 1, len(seen)):,} positions; no upper bound is known"
    low = log10(max(most + 1, len(seen)))
    return Figure(STATES.name, log10(estimate), low, None, playouts, seed, note=note)


def _visited(start: Position, seed: int) -> set[Hashable]:
    """The positions of a random game."""
    position, rng = start.copy(), Rng(seed)
    visited = {position.key()}
    for _ in range(LONGEST):
        if position.winner != ONGOING:
            break
        position.play(position.random_move(rng.bits()))
        visited.add(position.key())
    return visited


def speed_figures(
    start: Position,
    seed: int,
    measurements: int = 20,
    seconds: float = 0.05,
    clock: Callable[[], float] = time.thread_time,
) -> tuple[Figure, Figure]:
    """Random games and moves a processor second, from measurements of `seconds` each."""
    playout = cast(Playout, nearest(type(start), "stackyard.playouts").playout)
    games, moves = QuantileSequence(), QuantileSequence()
    number = 0
    for _ in range(measurements):
        played, made, spent, begin = 0, 0, 0.0, clock()
        while spent < seconds:
            made += playout(start.copy(), derive(seed, number), LONGEST)
            number += 1
            played += 1
            spent = clock() - begin
        games.add(played / spent)
        moves.add(made / spent)
    return (
        figure(PLAYOUTS.name, games.interval(), measurements, seed),
        figure(PLIES.name, moves.interval(), measurements, seed),
    )
