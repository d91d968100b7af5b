"""Solvers made of others: exhaustive and proof search in turns, and a game's own after a short try.

They take turns by numbers of positions, not by time, so that an answer does not depend on how fast
the machine is or where the work was interrupted.
"""

from __future__ import annotations

from typing import Final, Self

from stackyard.position import Position
from stackyard_engine.solver.game_solver import GameSolver
from stackyard_engine.solver.solvers import MEMORY, ExhaustiveSolver, ProofSolver

BLOCK: Final = 4096  # positions that exhaustive search visits before each turn of the proof
PROOF_TURN: Final = 2  # positions that exhaustive search visits for one met by the proof
ENOUGH: Final = 100_000  # positions to visit for the distances once the winner is proved
PROOF_MEMORY: Final = 8  # the part of the memory that a proof may fill beside exhaustive search
SHARE: Final = 256  # part of what a game's own solver visits, for exhaustive search first
FEW: Final = 1000  # and at least this number


class CombinedSolver:
    """Exhaustive search and proof search of one position in turns, until one has solved it.

    After a proof, exhaustive search goes on up to ENOUGH positions, so that small boards are solved
    with the distances to the end. When its memory is full it is given up, and the proof gets all.
    """

    method = "exhaustive and proof"
    counted = "positions"
    repeats = False

    def __init__(
        self,
        position: Position,
        memory: int = MEMORY,
        exhaustive: ExhaustiveSolver | None = None,
        proof: ProofSolver | None = None,
    ) -> None:
        self.exhaustive: ExhaustiveSolver | None = exhaustive or ExhaustiveSolver(position, memory)
        self.proof = proof or ProofSolver(position, memory)
        self._memory = memory
        self._given_up = 0  # positions visited by an exhaustive search that has been given up

    def run(self, visits: int) -> None:
        """Visit this many more positions, or fewer if that solves it or fills the memory."""
        goal = self.positions + visits
        while not (self.done or self.full) and self.positions < goal:
            self._take_turn(goal - self.positions)

    def _take_turn(self, most: int) -> None:
        """Let one of the two visit positions, `most` at most."""
        exhaustive, proof = self.exhaustive, self.proof
        if exhaustive is None:
            proof.run(most)
            return
        proof.allowed = self._memory // PROOF_MEMORY
        target = exhaustive.positions // BLOCK * BLOCK // PROOF_TURN
        if not (proof.done or proof.full) and proof.reach(target, most):
            return
        exhaustive.allowed = self._memory - proof.memory
        exhaustive.run(min(most, BLOCK - exhaustive.positions % BLOCK))
        if exhaustive.full:
            self._given_up = exhaustive.positions
            self.exhaustive = None
            proof.allowed = self._memory

    @property
    def current(self) -> ExhaustiveSolver | ProofSolver | Self:
        """The solver that knows the answer or works alone; itself while there are two."""
        if self.exhaustive is not None and self.exhaustive.done:
            return self.exhaustive
        return self.proof if self.proof.done or self.exhaustive is None else self

    @property
    def parts(self) -> list[ExhaustiveSolver | ProofSolver]:
        """The solvers that are still at work."""
        return [self.proof] if self.exhaustive is None else [self.exhaustive, self.proof]

    @property
    def done(self) -> bool:
        """True if it is solved, and the distances are known or would take long."""
        exhaustive = self.exhaustive
        if exhaustive is None:
            return self.proof.done
        return exhaustive.done or (self.proof.done and exhaustive.positions >= ENOUGH)

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""
        return self.exhaustive is None and self.proof.full

    @property
    def positions(self) -> int:
        """The number of positions visited by both."""
        visited = self._given_up if self.exhaustive is None else self.exhaustive.positions
        return visited + self.proof.positions

    @property
    def memory(self) -> int:
        """The approximate memory in use, in bytes."""
        return self.proof.memory + (0 if self.exhaustive is None else self.exhaustive.memory)


class OwnSolver:
    """A game's own solver, after a short exhaustive search.

    Late positions have few successors, and exhaustive search visits nothing else.
    """

    def __init__(self, exhaustive: ExhaustiveSolver, own: GameSolver) -> None:
        self._own = own
        self._few = max(own.total // SHARE, FEW)
        self.current: ExhaustiveSolver | GameSolver = exhaustive

    def run(self, visits: int) -> None:
        """Visit this many more positions, or fewer if that solves it or fills the memory."""
        current = self.current
        if current is not self._own:
            visits = min(visits, self._few - current.positions)
        current.run(visits)
        if current is self._own or current.done:
            return
        if current.full or current.positions >= self._few:
            self.current = self._own

    @property
    def done(self) -> bool:
        """True if everything is solved."""
        return self.current.done

    @property
    def full(self) -> bool:
        """True if the game's own solver has stopped for lack of memory."""
        return self.current is self._own and self.current.full

    @property
    def positions(self) -> int:
        """The number of positions visited by the current one of the two."""
        return self.current.positions
