"""Regret: what the moves of a match lost, measured with exact results.

A won position is worth a point to the player, a drawn one half a point. The regret of a move is the
worth of the position before it less that after it. A position is deciding if its moves differ in
worth: only there can a move be wrong, so skill is read from the share of them that were kept.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from stackyard.analysis import Limit
from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.successors import points_of

RESAMPLES: Final = 2000
TAIL: Final = 0.025  # on each side of the interval


class Decision(NamedTuple):
    """A move with exact results of all moves in its position: its regret, from 0 to 1."""

    player: int
    regret: float
    deciding: bool


class Judged(NamedTuple):
    """The decisions of a match whose results are known, and the number of the others."""

    decisions: list[Decision]
    unknown: int


def judge(
    course: Course, engine: SolverEngine, seconds: float, watch: Watch | None = None
) -> Judged:
    """Judge the moves of a course by exact results, solving for at most about `seconds`.

    The start is solved first, in half of the time; if that fails, positions are solved from the
    last backwards. The engine keeps what it has solved, and may know tables. A move without
    alternative is no decision.
    """
    begun = time.perf_counter()
    choices = [ply for ply in range(course.ply) if len(course.at(ply).position.legal_moves()) > 1]
    if choices:
        engine.analyse(course.at(choices[0]), Limit(seconds=seconds / 2), watch)
    decisions: list[Decision] = []
    for ply in reversed(choices):
        left = max(seconds - (time.perf_counter() - begun), 0.001)
        found = _judged(course, ply, engine, Limit(seconds=left), watch)
        if found is None:  # and an earlier one would take longer
            break
        decisions.append(found)
    return Judged(decisions[::-1], len(choices) - len(decisions))


def _judged(
    course: Course, ply: int, engine: SolverEngine, limit: Limit, watch: Watch | None
) -> Decision | None:
    """The decision at a ply; None if some result is not known."""
    before = course.at(ply)
    lines = engine.analyse(before, limit, watch).lines
    if any(line.proven == ONGOING for line in lines):
        return None
    worth = {line.move: points_of(line.proven, before.player) for line in lines}
    best = max(worth.values())
    return Decision(before.player, best - worth[course.moves[ply]], best > min(worth.values()))


def interval(regrets: Sequence[float], seed: int = 1) -> tuple[float, float] | None:
    """The 95 % interval of the mean of matches' regrets, by the bootstrap; None for a single one.

    The method is the percentile bootstrap (Efron 1979).
    """
    if len(regrets) < 2:
        return None
    rng, number = Rng(seed), len(regrets)
    drawn = ([regrets[rng.below(number)] for _ in regrets] for _ in range(RESAMPLES))
    means = sorted([sum(some) / number for some in drawn])
    cut = round(TAIL * RESAMPLES)
    return means[cut], means[-1 - cut]
