"""Solving a position beside a search, in a share of the time."""

from __future__ import annotations

import time
from typing import Final

from stackyard.analysis import Limit
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.solver.engine import SolverEngine

HEAD_START: Final = 0.5  # most seconds of solving before the search begins
STEP_SECONDS: Final = 0.01  # approximate time between two checks of the clock


class TimeSharedSolver:
    """The watch of a search that also solves the position; the result ends the search.

    `share` is the solver's share of the `seconds`. Progress and stops are those of `watch`. Without
    `ends` the search goes on after the result.
    """

    def __init__(
        self,
        engine: SolverEngine,
        course: Course,
        seconds: float,
        share: float,
        watch: Watch,
        *,
        ends: bool = True,
    ) -> None:
        self._solver = engine.prepare(course, Limit(seconds=share * seconds))
        self._share = share
        self._head_start = min(share * seconds, HEAD_START)
        self._watch = watch
        self._ends = ends
        self._step = 100
        self._stopped = False
        self._begin = time.perf_counter()
        self._spent = 0.0  # seconds of solving

    def start(self) -> None:
        """Solve for this share before the search begins, but not longer than HEAD_START."""
        until = self._begin + self._head_start
        while not self._ended and time.perf_counter() < until:
            self._work()
            self._stopped = self._stopped or self._watch(0.0)

    def __call__(self, share: float) -> bool:
        """See Watch."""
        self._stopped = self._stopped or self._watch(share)
        elapsed = time.perf_counter() - self._begin
        if not self._ended and self._spent < self._share * elapsed:
            self._work()
        return self._stopped or (self._ends and self._solver.done)

    @property
    def _ended(self) -> bool:
        """True if there is nothing left to solve, or no wish to."""
        return self._stopped or self._solver.done or self._solver.full

    def _work(self) -> None:
        before = time.perf_counter()
        self._solver.run(self._step)
        seconds = time.perf_counter() - before
        self._spent += seconds
        if seconds < STEP_SECONDS:
            self._step *= 2
        elif seconds > 2 * STEP_SECONDS:
            self._step = max(1, self._step // 2)
