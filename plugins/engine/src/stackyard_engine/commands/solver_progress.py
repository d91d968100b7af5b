"""Progress display of a running solver, its checkpoints, and Ctrl-C."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from stackyard.errors import TableError
from stackyard.interrupts import caught
from stackyard.turnloop.history import Course
from stackyard_cli.output import echo
from stackyard_cli.progress import can_be_shown
from stackyard_engine.solver.checkpoints import SOLVERS, checkpoint_beside, write_checkpoint
from stackyard_engine.solver.engine import ExhaustiveSolver, ProofSolver, SolverEngine

TELL_SECONDS = 0.5  # between two lines of progress
SAVE_SECONDS = 60.0  # between two checkpoints
SPARING = 20  # minimum interval, as a multiple of the time to write the last one
WORTH = 100_000  # minimum number of positions for a checkpoint


class StopsOnce:
    """Context in which Ctrl-C or the like sets `asked`, so that a solver stops where it can go on.

    The second one has its usual effect.
    """

    def __init__(self) -> None:
        self.asked = False
        self._caught = caught(self._catch)

    def __enter__(self) -> StopsOnce:
        self._caught.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._caught.__exit__(kind, error, traceback)

    def _catch(self, number: int, interrupt: Callable[[], object]) -> None:
        try:
            interrupt()
        except KeyboardInterrupt:
            if self.asked:
                raise
            self.asked = True


class SolverWatch:
    """Reports the progress of a solver on a terminal and writes its checkpoints."""

    def __init__(
        self,
        engine: SolverEngine,
        course: Course,
        place: Path | None,
        expected: int,
        stops: StopsOnce,
    ) -> None:
        self._engine = engine
        self._course = course
        self._place = place  # path of the table beside which checkpoints are written, if any
        self._expected = expected  # minimum number of positions
        self._stops = stops
        self._begun = self._told = self._saved = time.perf_counter()
        self._before = -1  # positions at the start
        self._wait = SAVE_SECONDS
        self._shown = can_be_shown()

    def __call__(self, share: float) -> bool:
        """See Watch."""
        solver, now = self._engine.solver, time.perf_counter()
        number = 0 if solver is None else solver.positions
        if not 0 <= self._before <= number:
            self._before, self._begun = number, now
        if self._shown and now - self._told >= TELL_SECONDS:
            self._told = now
            with suppress(OSError):  # the terminal has been closed
                self._tell(number, now - self._begun)
        if now - self._saved >= self._wait:
            self.keep()
            self._saved = time.perf_counter()
            self._wait = max(self._wait, SPARING * (self._saved - now))
        return self._stops.asked

    def keep(self) -> None:
        """Write a checkpoint if the solver can be continued from one."""
        solver, place = self._engine.solver, self._place
        if place is None or not isinstance(solver, (ExhaustiveSolver, ProofSolver)):
            return
        if solver.done or solver.positions < WORTH:
            return
        try:
            beside = checkpoint_beside(place, solver.method)
            write_checkpoint(beside, self._course.game, self._course.position, solver)
        except TableError as error:  # a failed write does not stop the solver
            echo(f"No checkpoint was written: {error}", err=True)
            self._wait = math.inf

    def kept_words(self) -> str:
        """A sentence that tells whether there is a checkpoint."""
        place = self._place
        if place is not None and any(checkpoint_beside(place, way).exists() for way in SOLVERS):
            return "the same command goes on from the last checkpoint"
        return "nothing was kept"

    def _tell(self, number: int, seconds: float) -> None:
        solver = self._engine.solver
        rate, left = (number - self._before) / (seconds + 0.001), ""
        total = getattr(solver, "total", None)  # from a game's own solver
        if rate and total:
            left = f", about {time_words((total - number) / rate)} left"
        elif rate and number < self._expected:
            left = f", at least {time_words((self._expected - number) / rate)} left"
        sys.stderr.write(f"\r\x1b[K{effort(self._engine)}, {rate:,.0f} a second{left}")
        if solver is not None and (solver.done or solver.full):
            sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def effort(engine: SolverEngine) -> str:
    """The work done by an engine, in words."""
    solver = engine.solver
    if solver is None:
        return "0 positions"
    return f"{solver.positions:,} {solver.counted}, {size_words(solver.memory)}"


def size_words(number: int) -> str:
    """A number of bytes in a unit that suits it."""
    if number >= 10**9:
        return f"{number / 10**9:,.1f} GB"
    return f"{number / 10**6:,.1f} MB"


def time_words(seconds: float) -> str:
    """A time in a unit that suits it."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60):,} min"
