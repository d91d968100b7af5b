"""Progress display of a running solver, its checkpoints, and Ctrl-C."""

from __future__ import annotations

import math
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Self

from stackyard.text import time_words
from stackyard.turnloop.history import Course
from stackyard_cli.output import echo
from stackyard_cli.progress import can_be_shown
from stackyard_engine.errors import TableError
from stackyard_engine.solver.checkpoints import SOLVERS, checkpoint_beside, write_checkpoint
from stackyard_engine.solver.combined import CombinedSolver
from stackyard_engine.solver.engine import Solver, SolverEngine
from stackyard_engine.solver.estimates import share_visited
from stackyard_engine.solver.game_solver import GameSolver
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver

TELL_SECONDS = 0.5  # between two lines of progress
SAVE_SECONDS = 60.0  # between two checkpoints
SPARING = 20  # minimum interval, as a multiple of the time to write the last one
ERASE = "\r\x1b[K"  # the line of progress
WORTH = 100_000  # minimum number of positions for a checkpoint


class StopsOnce:
    """Context in which Ctrl-C or the like sets `requested`: a solver stops where it can go on.

    The second one has its usual effect, as have signals that Python leaves to the system.
    """

    def __init__(self) -> None:
        self.requested = False
        found = {number: signal.getsignal(number) for number in signal.valid_signals()}
        self._handlers = {number: usual for number, usual in found.items() if callable(usual)}

    def __enter__(self) -> Self:
        for number in self._handlers:
            signal.signal(number, self._catch)
        return self

    def __exit__(self, *_: object) -> None:
        for number, usual in self._handlers.items():
            signal.signal(number, usual)

    def _catch(self, number: int, frame: FrameType | None) -> None:
        try:
            self._handlers[signal.Signals(number)](number, frame)
        except KeyboardInterrupt:
            if self.requested:
                raise
            self.requested = True


class SolverWatch:
    """Reports the progress of a solver on a terminal and writes its checkpoints."""

    def __init__(
        self,
        engine: SolverEngine,
        course: Course,
        place: Path | None,
        expected: int,
        stops: StopsOnce,
        own: GameSolver | None = None,
    ) -> None:
        self._engine = engine
        self._course = course
        self._place = place  # path of the table beside which checkpoints are written, if any
        self._expected = expected  # minimum number of positions, so far as is known
        self._estimated = 0  # positions visited when this was last estimated
        self._own = own
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
        return self._stops.requested

    def keep(self) -> None:
        """Write a checkpoint if the solver can be continued from one."""
        solver, place = self._engine.solver, self._place
        if place is None or solver is None or solver.done or solver.positions < WORTH:
            return
        game, start = self._course.game, self._course.position
        try:
            for part in solver.parts if isinstance(solver, CombinedSolver) else [solver]:
                if isinstance(part, (ExhaustiveSolver, ProofSolver)):
                    write_checkpoint(checkpoint_beside(place, part.method), game, start, part)
            if isinstance(solver, ProofSolver) and not self._engine.method:  # the other gave up
                checkpoint_beside(place, ExhaustiveSolver.method).unlink(missing_ok=True)
        except TableError as error:  # a failed write does not stop the solver
            echo(f"No checkpoint was written: {error}", err=True)
            self._wait = math.inf

    def clear(self) -> None:
        """Erase the line of progress, before anything else is printed."""
        if self._shown:
            with suppress(OSError):  # the terminal has been closed
                sys.stderr.write(ERASE)
                sys.stderr.flush()

    def kept_words(self) -> str:
        """A sentence that tells whether there is a checkpoint."""
        place, method = self._place, self._engine.method
        ways = [method] if method else SOLVERS
        if place is not None and any(checkpoint_beside(place, way).exists() for way in ways):
            return "the same command goes on from the last checkpoint"
        return "nothing was kept"

    def _tell(self, number: int, seconds: float) -> None:
        """Show the progress; the last words are left out where the screen is too narrow."""
        solver = self._engine.solver
        if solver is None:
            return
        rate = (number - self._before) / (seconds + 0.001)
        words = [*self._progress(solver, rate), size_words(solver.memory), f"{rate:,.0f} a second"]
        width = shutil.get_terminal_size().columns
        while len(words) > 1 and len(", ".join(words)) >= width:
            words.pop()
        sys.stderr.write(ERASE + ", ".join(words))
        sys.stderr.flush()

    def _progress(self, solver: Solver | CombinedSolver, rate: float) -> list[str]:
        """The number of positions visited, of how many, and the time left."""
        number = solver.positions
        if self._own is not None:
            if solver is not self._own:
                left = self._own.seconds
                return [f"{number:,} positions in advance", f"about {time_words(left)} left"]
            left = (self._own.total - number) / rate if rate else self._own.seconds
            return [f"{number:,} of {self._own.total:,} positions", f"{time_words(left)} left"]
        unknown = "time left unknown"
        both = solver if isinstance(solver, CombinedSolver) else None
        exhaustive = solver if both is None else both.exhaustive
        if not isinstance(exhaustive, ExhaustiveSolver):
            return [f"{number:,} positions for a proof", unknown]
        self._correct(exhaustive)
        words = f"{exhaustive.positions:,} of {self._expected:,} positions or more"
        return [words, unknown] + (
            [] if both is None else [f"{both.proof.positions:,} for a proof"]
        )

    def _correct(self, solver: ExhaustiveSolver) -> None:
        """Correct the estimate whenever twice as many positions have been visited.

        Random games tell which share of what they meet has been visited.
        """
        number = solver.positions
        if number < max(2 * self._estimated, 1000):
            self._expected = max(self._expected, number)
            return
        self._estimated = number
        share = share_visited(self._course.position, solver.visited, number)
        if share:
            self._expected = max(self._expected, int(float(f"{number / share:.1e}")))  # two digits


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
