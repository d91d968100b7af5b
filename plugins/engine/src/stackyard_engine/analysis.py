"""The full analysis of a position, which answers the hook `stackyard_analyse`.

Exact results come first: from a kept table, or by solving a position that is small enough. All
other positions are left to Monte-Carlo search, which returns an estimate or a proof.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from stackyard.analysis import Analysis, Limit
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.engine import MctsEngine
from stackyard_engine.levels import STRENGTHS, strength_of
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.tables import KeptTables, kept_for, kept_tables

DEFAULT_SECONDS = 5.0  # maximum time of an analysis without a limit
SOLVING = 0.1  # share of an analysis's time for solving the position
FOR_EACH = 10  # solver positions per simulation, where no time is given
MEMORY = 250_000_000  # memory limit of solving, in bytes

_tables: dict[tuple[Any, ...], KeptTables] = {}  # the tables of the last game, opened once


def analyse(
    course: Course,
    limit: Limit | None = None,
    watch: Watch | None = None,
    *,
    seed: int = 1,
    workers: int = 1,
) -> Analysis:
    """Analyse the position at the end of a course at full strength.

    A move that would end the course by repetition counts as a draw. If a kept table holds the
    result, or a part of the limit suffices to solve the position, the analysis is exact. Without a
    limit the effort is that of the strongest level, for DEFAULT_SECONDS at most. Raises ValueError
    if the course is over.
    """
    begin = time.perf_counter()
    usual = strength_of(len(STRENGTHS), course.game).simulations
    if limit is None:
        limit = Limit(simulations=usual, seconds=DEFAULT_SECONDS)
    solved: list[float] = [0.0]  # the share of the work spent on solving

    def solving(share: float) -> bool:
        solved[0] = SOLVING * share
        return watch is not None and watch(solved[0])

    def searching(share: float) -> bool:
        return watch is not None and watch(solved[0] + (1 - solved[0]) * share)

    kept = tables_for(course.game)
    # Tables and solvers ignore the course, in which a repetition may end the match.
    if course.result is None and not course.drawn:
        exact = _exact(course, limit, solving, kept)
        if exact.proven != ONGOING:
            if watch is not None:
                watch(1.0)
            return replace(exact, complete=True, warning=kept.problem)
        if limit.seconds is not None:
            used = time.perf_counter() - begin
            limit = replace(limit, seconds=max(limit.seconds - used, limit.seconds / 2))
    engine = MctsEngine(seed, workers=workers)
    try:
        found = engine.analyse(course, limit, searching)
    finally:
        engine.close()
    return replace(
        found,
        complete=found.proven != ONGOING or found.simulations >= usual,
        warning="; ".join(filter(None, (kept.problem, found.warning))),
    )


def _exact(course: Course, limit: Limit, watch: Watch, kept: KeptTables) -> Analysis:
    """The analysis by tables, or by solving within a part of the limit."""
    if limit.seconds is None:  # so that the result is repeatable
        part = Limit(positions=FOR_EACH * (limit.simulations or 1))
    else:
        part = Limit(seconds=SOLVING * limit.seconds)
    engine = SolverEngine("", MEMORY, kept.tables, fallback="exhaustive")
    try:
        return engine.analyse(course, part, watch)
    finally:
        engine.close()


def tables_for(game: Game) -> KeptTables:
    """The kept tables usable for a game; only changed files are checked again."""
    state = game.name, *game.settings.items(), *[_state_of(path) for path in kept_tables()]
    if state not in _tables:
        _tables.clear()
        _tables[state] = kept_for(game)
    return _tables[state]


def _state_of(path: Path) -> tuple[Any, ...]:
    """What changes when a file is written again."""
    try:
        found = path.stat()
    except OSError:
        return (path,)
    return path, found.st_mtime_ns, found.st_size
