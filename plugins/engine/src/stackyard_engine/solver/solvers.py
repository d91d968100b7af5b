"""The solvers of a position: by visiting all that can follow it, or by proving its winner.

Both consider the rules only, not the earlier positions of a match; endless play is a draw.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from stackyard.builds import nearest
from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.solver.codes import KeyCodes, codes_for
from stackyard_engine.solver.components import DRAWN, WON
from stackyard_engine.solver.game_solver import ExactResult, final_result

MEMORY: Final = 2_000_000_000  # default memory limit of a solver, in bytes
INDEX_BYTES: Final = 4  # of an index in a solver's memory
FEW_NODES: Final = 64  # positions expanded before the work of a proof is measured
KEYED_STEP: Final = 1000  # positions without codes visited before their memory is checked


class _Solver(ABC):
    """One or more searches from a position, compiled with its rules if they are.

    They share codes derived from keys where positions have no codes of their own. `allowed` are
    the bytes that they may use from now on.
    """

    counted = "positions"

    def __init__(self, position: Position, memory: int = MEMORY) -> None:
        self._start = position.copy()
        self._memory = self.allowed = memory
        self._begin(codes_for(position))

    def _begin(self, codes: KeyCodes | None) -> None:
        """Begin the searches; without `codes`, the positions have codes of their own."""
        self._codes = codes
        self._searches = self._started()

    @abstractmethod
    def _started(self) -> list[Any]:
        """New searches from the start."""

    def _step(self, visits: int) -> int:
        """The positions to visit before memory is checked, of those that are to be visited."""
        return visits if self._codes is None else min(visits, KEYED_STEP)

    @property
    def memory(self) -> int:
        """The approximate memory in use, in bytes."""
        return int(sum([search.memory() for search in self._searches])) + self._key_memory

    @property
    def _key_memory(self) -> int:
        return 0 if self._codes is None else self._codes.memory

    def _is_full(self, used: int) -> bool:
        """Tell if the codes are used up, or more memory is `used` than allowed."""
        if self._codes is not None and self._codes.full:
            return True
        return used > self.allowed or any(search.full for search in self._searches)

    def saved(self) -> tuple[list[int], list[Any]] | None:
        """The numbers and memory parts of a checkpoint; None where keys are not plain."""
        searches, codes = self._searches, self._codes
        if any(search.failed for search in searches) or (codes is not None and not codes.plain):
            return None
        numbers = [number for search in searches for number in search.state()]
        parts = [part for search in searches for part in search.parts()]
        return numbers, parts + ([] if codes is None else codes.parts())

    def restore(self, numbers: list[int], parts: list[memoryview], keys: list[memoryview]) -> None:
        """Continue from the state saved by a solver of the same position.

        `keys` are the parts that follow where codes are derived from keys. Raises ValueError for
        numbers that exceed the parts, or other keys.
        """
        if keys and self._codes is None:
            self._begin(KeyCodes())
        if self._codes is not None:
            self._codes.restore(keys, self._start)
        share, middle = len(numbers) // len(self._searches), len(parts) // len(self._searches)
        for place, search in enumerate(self._searches):
            search.restore(
                numbers[place * share : (place + 1) * share],
                parts[place * middle : (place + 1) * middle],
            )


class ExhaustiveSolver(_Solver):
    """Solves a position and all positions reachable from it."""

    method = "exhaustive"

    def _started(self) -> list[Any]:
        module = nearest(type(self._start), "stackyard_engine.solver.exhaustive")
        return [module.Exhaustive(self._start.copy(), self.allowed, self._codes)]

    @property
    def _search(self) -> Any:
        return self._searches[0]

    def run(self, visits: int) -> None:
        """Visit this many more positions, or fewer if that solves it or fills the memory."""
        goal = self.positions + visits
        while True:
            self._search.most = max(self.allowed - self._key_memory, 0)
            self._search.run(self._step(goal - self.positions))
            if self._search.failed:  # only some positions lack a code
                self._begin(KeyCodes())
            if self.done or self.full or self.positions >= goal:
                return

    @property
    def done(self) -> bool:
        """True if everything is solved."""
        return bool(self._search.done)

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""
        return self._is_full(self._key_memory)

    @property
    def positions(self) -> int:
        """The number of visited positions, finished games excluded."""
        return int(self._search.table.used)

    @property
    def repeats(self) -> bool:
        """True if a cycle of positions has been found."""
        return bool(self._search.largest > 1)

    def restore(self, numbers: list[int], parts: list[memoryview], keys: list[memoryview]) -> None:
        """See _Solver."""
        length = sum([part.nbytes for part in parts]) // INDEX_BYTES
        if not all(0 <= number <= length for number in numbers):
            raise ValueError
        super().restore(numbers, parts, keys)

    def stored(self) -> list[Any] | None:
        """The trimmed segments of its table; None where codes are derived from keys."""
        if self._codes is not None or not self.done:
            return None
        self._search.table.trim()
        return list(self._search.table.segments)

    def visited(self, position: Position) -> bool:
        """Tell if a position that is not over has been visited."""
        return bool(self._search.number(position) >= 0)

    def known(self, position: Position) -> ExactResult | None:
        """See ResultLookup."""
        if position.winner != ONGOING:
            return final_result(position)
        number = self._search.number(position) if self.done else -1
        return None if number < 0 else known_of(number, int(position.player))


class ProofSolver(_Solver):
    """Finds the winner of one position by proof-number search, both players attacking."""

    method = "proof"
    repeats = False

    def _started(self) -> list[Any]:
        module = nearest(type(self._start), "stackyard_engine.solver.dfpn")
        return [
            module.Attack(self._start.copy(), attacker, self._memory // 2, self._codes)
            for attacker in (0, 1)
        ]

    def run(self, visits: int) -> None:
        """Expand this many more positions, or fewer if the result is decided or memory is full."""
        for proof in self._searches:
            self._attack(proof, visits // 2 + 1)

    def reach(self, work: int, most: int) -> bool:
        """Expand a few positions, up to `most`, if it has done less than this work; else False.

        Work counts the positions expanded and those met, which takes about as much time as
        exhaustive search takes for as many positions. Each attack that is not decided does half.
        """
        for proof in self._searches:
            if proof.result < 0 and work_of(proof) < work // 2:
                self._attack(proof, min(FEW_NODES - int(proof.nodes) % FEW_NODES, most))
                return True
        return False

    def _attack(self, proof: Any, visits: int) -> None:
        """Let one of the attacks expand this many more positions."""
        goal = proof.nodes + visits
        while proof.result < 0 and proof.nodes < goal and not (self.done or self.full):
            proof.most = max(self.allowed - self.memory + int(proof.memory()), 0)  # not the other's
            proof.run(self._step(goal - proof.nodes))
            if proof.failed:  # only some positions lack a code
                self._begin(KeyCodes())
                return

    @property
    def done(self) -> bool:
        """True if the result is known: one attack has succeeded, or both have failed."""
        results = [proof.result for proof in self._searches]
        return 1 in results or -1 not in results

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""
        return self._is_full(self.memory)

    @property
    def positions(self) -> int:
        """The number of expansions; a position may be expanded more than once."""
        return int(sum(proof.nodes for proof in self._searches))

    def known(self, position: Position) -> ExactResult | None:
        """See ResultLookup; limited to positions that the proof has visited."""
        if position.winner != ONGOING:
            return final_result(position)
        verdicts = [proof.verdict(position) for proof in self._searches]
        if 1 in verdicts:
            return ExactResult(verdicts.index(1), None)
        return ExactResult(DRAW, None) if verdicts == [0, 0] else None


def work_of(proof: Any) -> int:
    """The work done by an attack: the positions expanded and those met."""
    met, nodes, _ = proof.state()
    return int(met + nodes)


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
