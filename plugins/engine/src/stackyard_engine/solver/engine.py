"""Exact results: a position solved with all its successors, or proved for one player.

Both solvers consider the rules only, not the earlier positions of a match; endless play is a draw.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from threading import Event
from typing import Any, Final

from stackyard.analysis import Analysis, Limit, Line, Source
from stackyard.builds import nearest
from stackyard.position import DRAW, ONGOING, Position
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.limits import paced
from stackyard_engine.solver.codes import KeyCodes, codes_for
from stackyard_engine.solver.combined import CombinedSolver, OwnSolver
from stackyard_engine.solver.components import DRAWN, WON
from stackyard_engine.solver.estimates import estimate
from stackyard_engine.solver.game_solver import (
    ExactResult,
    GameSolver,
    ResultLookup,
    final_result,
)
from stackyard_engine.solver.verification import CollisionError, Verification
from stackyard_engine.successors import points_of, successors

MEMORY: Final = 2_000_000_000  # default memory limit of a solver, in bytes
INDEX_BYTES: Final = 4  # of an index in a solver's memory
BATCH: Final = 1000  # positions visited before a solver first checks the clock
STEP_SECONDS: Final = 0.05  # approximate time between two checks after that
FEW_NODES: Final = 64  # positions expanded before the work of a proof is measured
KEYED_STEP: Final = 1000  # positions without codes visited before their memory is checked


class ExhaustiveSolver:
    """Solves a position and all positions reachable from it."""

    method = "exhaustive"
    counted = "positions"

    def __init__(self, position: Position, memory: int = MEMORY) -> None:
        self._start = position.copy()
        self.allowed = memory
        self._begin(codes_for(position))

    def _begin(self, codes: KeyCodes | None) -> None:
        """Start the solver; without `codes`, the positions have codes of their own."""
        self._codes = codes
        module = nearest(type(self._start), "stackyard_engine.solver.exhaustive")
        self._solver: Any = module.Exhaustive(self._start.copy(), self.allowed, codes)

    def run(self, visits: int) -> None:
        """Visit this many more positions, or fewer if that solves it or fills the memory."""
        goal = self.positions + visits
        while True:
            step = goal - self.positions
            self._solver.most = max(self.allowed - self._key_memory, 0)
            self._solver.run(step if self._codes is None else min(step, KEYED_STEP))
            if self._solver.failed:  # only some positions lack a code
                self._begin(KeyCodes())
            if self.done or self.full or self.positions >= goal:
                return

    @property
    def done(self) -> bool:
        """True if everything is solved."""
        return bool(self._solver.done)

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""
        if self._codes is not None and self._codes.full:
            return True
        return bool(self._solver.full) or self._key_memory > self.allowed

    @property
    def positions(self) -> int:
        """The number of visited positions, finished games excluded."""
        return int(self._solver.table.used)

    @property
    def repeats(self) -> bool:
        """True if a cycle of positions has been found."""
        return bool(self._solver.largest > 1)

    @property
    def memory(self) -> int:
        """The approximate memory in use, in bytes."""
        return int(self._solver.memory()) + self._key_memory

    @property
    def _key_memory(self) -> int:
        return 0 if self._codes is None else self._codes.memory

    def saved(self) -> tuple[list[int], list[Any]] | None:
        """The numbers and memory parts of a checkpoint; None where keys are not plain."""
        codes = self._codes
        if self._solver.failed or (codes is not None and not codes.plain):
            return None
        keys = [] if codes is None else codes.parts()
        return self._solver.state(), [*self._solver.parts(), *keys]

    def restore(self, numbers: list[int], parts: list[memoryview], keys: list[memoryview]) -> None:
        """Continue from the state saved by a solver of the same position.

        `keys` are the parts that follow where codes are derived from keys. Raises ValueError for
        numbers that exceed the parts, or other keys.
        """
        if keys and self._codes is None:
            self._begin(KeyCodes())
        if self._codes is not None:
            self._codes.restore(keys, self._start)
        length = sum([part.nbytes for part in parts]) // INDEX_BYTES
        if not all(0 <= number <= length for number in numbers):
            raise ValueError
        self._solver.restore(numbers, parts)

    def stored(self) -> list[Any] | None:
        """The trimmed segments of its table; None where codes are derived from keys."""
        if self._codes is not None or not self.done:
            return None
        self._solver.table.trim()
        return list(self._solver.table.segments)

    def visited(self, position: Position) -> bool:
        """Tell if a position that is not over has been visited."""
        return bool(self._solver.number(position) >= 0)

    def known(self, position: Position) -> ExactResult | None:
        """See ResultLookup."""
        if position.winner != ONGOING:
            return final_result(position)
        number = self._solver.number(position) if self.done else -1
        return None if number < 0 else known_of(number, int(position.player))


class ProofSolver:
    """Finds the winner of one position by proof-number search, both players attacking."""

    method = "proof"
    counted = "positions"
    repeats = False

    def __init__(self, position: Position, memory: int = MEMORY) -> None:
        self._start = position.copy()
        self._memory = self.allowed = memory
        self._begin(codes_for(position))

    def _begin(self, codes: KeyCodes | None) -> None:
        """See ExhaustiveSolver; both attacks share the codes."""
        self._codes = codes
        module = nearest(type(self._start), "stackyard_engine.solver.dfpn")
        self._proofs: list[Any] = [
            module.Attack(self._start.copy(), attacker, self._memory // 2, codes)
            for attacker in (0, 1)
        ]

    def run(self, visits: int) -> None:
        """Expand this many more positions, or fewer if the result is decided or memory is full."""
        for proof in self._proofs:
            self._attack(proof, visits // 2 + 1)

    def reach(self, work: int, most: int) -> bool:
        """See Proof; each attack that is not decided does half of the work."""
        for proof in self._proofs:
            if proof.result < 0 and work_of(proof) < work // 2:
                self._attack(proof, min(FEW_NODES - int(proof.nodes) % FEW_NODES, most))
                return True
        return False

    def _attack(self, proof: Any, visits: int) -> None:
        """Let one of the attacks expand this many more positions."""
        goal = proof.nodes + visits
        while proof.result < 0 and proof.nodes < goal and not (self.done or self.full):
            step = goal - proof.nodes
            proof.run(step if self._codes is None else min(step, KEYED_STEP))
            if proof.failed:  # only some positions lack a code
                self._begin(KeyCodes())
                return

    @property
    def done(self) -> bool:
        """True if the result is known: one attack has succeeded, or both have failed."""
        results = [proof.result for proof in self._proofs]
        return 1 in results or -1 not in results

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""
        if self._codes is not None and self._codes.full:
            return True
        return self.memory > self.allowed or any(proof.full for proof in self._proofs)

    @property
    def positions(self) -> int:
        """The number of expansions; a position may be expanded more than once."""
        return int(sum(proof.nodes for proof in self._proofs))

    def saved(self) -> tuple[list[int], list[Any]] | None:
        """The numbers and memory parts of a checkpoint; None where keys are not plain."""
        codes = self._codes
        if any(proof.failed for proof in self._proofs) or (codes is not None and not codes.plain):
            return None
        parts = [part for proof in self._proofs for part in proof.parts()]
        parts += [] if codes is None else codes.parts()
        return [number for proof in self._proofs for number in proof.state()], parts

    def restore(self, numbers: list[int], parts: list[memoryview], keys: list[memoryview]) -> None:
        """See ExhaustiveSolver."""
        if keys and self._codes is None:
            self._begin(KeyCodes())
        if self._codes is not None:
            self._codes.restore(keys, self._start)
        share, middle = len(numbers) // 2, len(parts) // 2
        for side, proof in enumerate(self._proofs):
            proof.restore(
                numbers[side * share : (side + 1) * share],
                parts[side * middle : (side + 1) * middle],
            )

    @property
    def memory(self) -> int:
        """The approximate memory in use, in bytes."""
        proofs = int(sum(proof.memory() for proof in self._proofs))
        return proofs + (0 if self._codes is None else self._codes.memory)

    def known(self, position: Position) -> ExactResult | None:
        """See ResultLookup; limited to positions that the proof has visited."""
        if position.winner != ONGOING:
            return final_result(position)
        verdicts = [proof.verdict(position) for proof in self._proofs]
        if 1 in verdicts:
            return ExactResult(verdicts.index(1), None)
        return ExactResult(DRAW, None) if verdicts == [0, 0] else None


def work_of(proof: Any) -> int:
    """The work done by an attack: the positions expanded and those met."""
    met, nodes, _ = proof.state()
    return int(met + nodes)


Combined = CombinedSolver[ExhaustiveSolver, ProofSolver]
Solver = ExhaustiveSolver | ProofSolver | GameSolver
AnySolver = ExhaustiveSolver | ProofSolver | Combined | OwnSolver[ExhaustiveSolver, GameSolver]


def combined(position: Position, memory: int = MEMORY) -> Combined:
    """Both searches of a position in turns."""
    both = ExhaustiveSolver(position, memory), ProofSolver(position, memory)
    return CombinedSolver(*both, memory)


def known_of(number: int, player: int) -> ExactResult:
    """Decode a number of the exhaustive solver's table for a position where `player` acts."""
    result = number & 3
    if result == DRAWN:
        return ExactResult(DRAW, None)
    return ExactResult(player if result == WON else 1 - player, number >> 2)


def table_code(position: Any) -> int:
    """The code of a position in a solver's table: the symmetric one if it has one; -1 without."""
    code = getattr(position, "symmetric_code", None) or getattr(position, "code", None)
    return -1 if code is None else int(code())


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
    def solver(self) -> Solver | Combined | None:
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
                self._running = combined(course.position, self.memory)
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
        solver = self._running = self._chosen(course, limit)
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
        begun, self.begun = self.begun, None
        if begun is not None:
            return begun
        own = self.own(course, limit)
        if own is not None:
            return OwnSolver(ExhaustiveSolver(position, memory), own)
        method = self.method or self.fallback
        if method == "exhaustive":
            return ExhaustiveSolver(position, memory)
        if method == "proof" or estimate(position).memory > memory:
            return ProofSolver(position, memory)
        return combined(position, memory)


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
