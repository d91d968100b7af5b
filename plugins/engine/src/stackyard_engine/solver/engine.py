"""Exact results: a position solved with all its successors, or proved for one player."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from threading import Event
from typing import Any, Final

from stackyard.analysis import Analysis, Limit, Line, Source
from stackyard.position import ONGOING, Position
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.limits import paced
from stackyard_engine.solver.combined import CombinedSolver, OwnSolver
from stackyard_engine.solver.estimates import estimate
from stackyard_engine.solver.game_solver import (
    ExactResult,
    GameSolver,
    ResultLookup,
    final_result,
)
from stackyard_engine.solver.solvers import MEMORY, ExhaustiveSolver, ProofSolver
from stackyard_engine.solver.verification import CollisionError, Verification
from stackyard_engine.successors import points_of, successors

BATCH: Final = 1000  # positions visited before a solver first checks the clock
STEP_SECONDS: Final = 0.05  # approximate time between two checks after that

Solver = ExhaustiveSolver | ProofSolver | GameSolver
AnySolver = ExhaustiveSolver | ProofSolver | CombinedSolver | OwnSolver


def best_known(sources: Sequence[ResultLookup], position: Position) -> ExactResult | None:
    """The result of a position by any of the sources, with the number of moves if one has it."""
    if position.winner != ONGOING:
        return final_result(position)
    answers = [known for source in sources if (known := source.known(position)) is not None]
    return min(answers, key=lambda known: known.plies is None, default=None)


def run(solver: Solver | AnySolver, limit: Limit, watch: Watch) -> None:
    """Run a solver until it has finished, or the limit or `watch` stops it."""

    def work(step: int) -> float:
        if limit.positions is not None:
            step = max(1, min(step, limit.positions - solver.positions))
        solver.run(step)
        if solver.done or solver.full:
            return 1.0
        return 0.0 if limit.positions is None else solver.positions / limit.positions

    if not solver.done:
        paced(work, limit, watch, BATCH, STEP_SECONDS)


class SolverEngine:
    """Solves the current position of a course; limited by `positions` and `seconds`.

    `method` is `exhaustive` or `proof`. Without it the game's own solver is used if there is one,
    else the method `fallback`, else exhaustive and proof search in turns, or proof search alone if
    memory cannot suffice for all positions. Results are kept for later analyses; `known` adds other
    sources such as tables, and `begun` an interrupted solver that the first analysis continues. If
    the limit is reached first, no line is proven. CollisionError if positions that differ have the
    same key or code.
    """

    def __init__(
        self,
        method: str = "",
        memory: int = MEMORY,
        known: Sequence[ResultLookup] = (),
        begun: AnySolver | None = None,
        fallback: str = "",
    ) -> None:
        self.name = "solver"
        self.method = method
        self.memory = memory
        self._known = list(known)
        self.begun = begun
        self.fallback = fallback
        self._running: AnySolver | None = None
        self._own: tuple[Course, GameSolver | None] | None = None
        self._solved: ResultLookup | None = None
        self._stop = Event()

    @property
    def solver(self) -> Solver | CombinedSolver | None:
        """The solver that gave the last result, or is at work."""
        running = self._running
        return running.current if isinstance(running, (CombinedSolver, OwnSolver)) else running

    @property
    def cut_short(self) -> int:
        """The positions that exhaustive search had visited when a proof ended it; 0 otherwise."""
        running = self._running
        if not isinstance(running, CombinedSolver) or running.exhaustive is None:
            return 0
        return running.exhaustive.positions if running.current is running.proof else 0

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """See Engine; every legal move is a line, the best first."""
        if course.result is not None:
            raise ValueError("the game is over: there is nothing to analyse")
        self._stop.clear()
        begin = time.perf_counter()
        positions = 0
        if self._ask(course.position) is None:
            verification = Verification(course.game, course.position)
            verification.keep_up(0)

            def told(share: float) -> bool:
                verification.keep_up(0 if self.solver is None else self.solver.positions)
                return (watch is not None and watch(share)) or self._stop.is_set()

            run(self.prepare(course, limit), limit, told)
            if isinstance(self._running, OwnSolver) and self._running.full:
                self._running = CombinedSolver(course.position, self.memory)
                run(self._running, limit, told)
            self._keep_result()
            positions = 0 if self.solver is None else self.solver.positions
            if self._solved is not None:
                try:
                    verification.check_results(self._solved, positions)
                except CollisionError:
                    self._solved = None
                    raise
        return self._analysis(course, positions, time.perf_counter() - begin)

    def prepare(self, course: Course, limit: Limit) -> AnySolver:
        """The solver that `analyse` would run, for a caller who runs it and asks for `answer`."""
        solver = self._running = self.begun or self._chosen(course, limit)
        self.begun = None
        return solver

    def answer(self, course: Course) -> Analysis | None:
        """The analysis if the result is known by now, from a table or from the prepared solver."""
        self._keep_result()
        if self._ask(course.position) is None:
            return None
        return self._analysis(course, 0 if self.solver is None else self.solver.positions, 0.0)

    def _analysis(self, course: Course, positions: int, seconds: float) -> Analysis:
        # Lines look up their best play later, even after `close`.
        lines = ranked(course, partial(best_known, self._sources))
        known = self._ask(course.position)
        proven = ONGOING if known is None else known.winner
        source = self._source(course.position, proven)
        return Analysis(
            course, tuple(lines), proven, positions=positions, seconds=seconds, source=source
        )

    def _keep_result(self) -> None:
        """Keep the result of the last solver, if it has one, for this and later analyses."""
        solver = self.solver
        if solver is not None and not isinstance(solver, CombinedSolver) and solver.done:
            self._solved = solver

    def stop(self) -> None:
        """See Engine."""
        self._stop.set()

    def close(self) -> None:
        """See Engine."""
        self._running = self._solved = self.begun = self._own = None

    def _ask(self, position: Position) -> ExactResult | None:
        return best_known(self._sources, position)

    @property
    def _sources(self) -> list[ResultLookup]:
        return self._known if self._solved is None else [*self._known, self._solved]

    def own(self, course: Course, limit: Limit) -> GameSolver | None:
        """The game's own solver for a position, if there is one and the limits allow it."""
        if self.method or limit.positions is not None:
            return None
        if self._own is None or self._own[0] is not course:
            own = knowledge_of(course.game).solver(course.position, self.memory)
            self._own = course, own
        solver = self._own[1]
        if solver is None or (limit.seconds is not None and solver.seconds > limit.seconds):
            return None
        return solver

    def _source(self, position: Position, proven: int) -> Source:
        """The source of the result of a position."""
        if proven == ONGOING:
            return Source.ESTIMATE
        if any(known.known(position) is not None for known in self._known):
            return Source.TABLE
        return Source.PROOF if isinstance(self._solved, ProofSolver) else Source.SOLVED

    def _chosen(self, course: Course, limit: Limit) -> AnySolver:
        position, memory = course.position, self.memory
        own = self.own(course, limit)
        if own is not None:
            return OwnSolver(ExhaustiveSolver(position, memory), own)
        method = self.method or self.fallback
        if method == "exhaustive":
            return ExhaustiveSolver(position, memory)
        if method == "proof" or estimate(position).memory > memory:
            return ProofSolver(position, memory)
        return CombinedSolver(position, memory)


def ranked(course: Course, ask: Any) -> list[Line]:
    """Every legal move with its known result, the best first."""
    position = course.position
    player = course.player
    lines = []
    for move, after in successors(position):
        lines.append(_line(course, move, ask(after), ask))

    def order(line: Line) -> tuple[float, bool, int, int]:
        plies = line.plies or 0
        unknown = line.proven == ONGOING
        return -line.value, unknown, plies if line.proven == player else -plies, line.move

    return sorted(lines, key=order)


def is_best(line: Line, first: Line) -> bool:
    """Tell if a line equals the best one in result and in distance."""
    return line.proven == first.proven != ONGOING and line.plies == first.plies


def _line(course: Course, move: int, known: ExactResult | None, ask: Any) -> Line:
    if known is None:
        return Line(move, 0.5, 0, ONGOING, None, course, lambda: [move])
    value = points_of(known.winner, course.player)
    plies = None if known.plies is None else known.plies + 1

    def variation() -> list[int]:
        moves, end = [move], course.play(move)
        while end.result is None and known.plies is not None:
            best = ranked(end, ask)[0]
            moves.append(best.move)
            end = end.play(best.move)
        return moves

    return Line(move, value, 0, known.winner, plies, course, variation)
