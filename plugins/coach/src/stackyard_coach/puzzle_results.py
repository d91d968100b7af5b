"""Proven results of the last positions of a game, each by two solvers.

Where all that can follow is few positions, the engine visits them all, and its proof search
confirms what a puzzle states. Elsewhere proof search comes first, and the search for forced wins
confirms; draws are then not known.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from stackyard.analysis import Limit
from stackyard.position import DRAW, ONGOING, Position
from stackyard.turnloop.history import Course
from stackyard_coach.forced_wins import ForcedWins
from stackyard_coach.puzzles import Outcome
from stackyard_engine.solver.engine import (
    ExhaustiveSolver,
    ProofSolver,
    best_known,
    run,
)
from stackyard_engine.solver.game_solver import ExactResult, final_result

FORCED = 13  # moves of a forced win, at most
MORE = 20  # for the lines of a puzzle
LAST = 10  # the last position of a game may take this part of the positions, and a proof too


class GameResults:
    """The results known of one game.

    A solver may visit `positions` for one of them, or for all that proof search finds of the game.
    """

    def __init__(self, positions: int, stopped: Callable[[], bool]) -> None:
        self._positions = positions
        self._stopped = stopped
        self._solver: ExhaustiveSolver | None = None
        self._visited = 0  # positions, by proof search
        self._allowed = positions
        self._of_one = positions // LAST + 1  # positions of a proof
        self._proven: dict[Hashable, ExactResult | None] = {}
        self._forced = [ForcedWins(player, FORCED, self._of_one) for player in (0, 1)]

    @property
    def _work(self) -> int:
        """The positions visited by proof search and by the search for forced wins."""
        return self._visited + sum([forced.visited for forced in self._forced])

    def allow_more(self) -> None:
        """Let proof search visit MORE times as many positions again, and as many for one result."""
        self._allowed = self._work + MORE * self._positions
        self._of_one = self._positions
        for forced in self._forced:
            forced.positions = self._positions
        self._proven = {key: known for key, known in self._proven.items() if known is not None}

    def solve(self, course: Course) -> int | None:
        """The number of plies before the earliest position after which all is solved."""
        first, allowed = None, self._positions // LAST + 1
        for turn in reversed(course.turns):
            if self._stopped():
                break
            solver = ExhaustiveSolver(turn.before)
            run(solver, Limit(positions=allowed), lambda _share: self._stopped())
            if not solver.done:
                break
            first, self._solver, allowed = turn.first, solver, self._positions
        return first

    def known(self, position: Position) -> ExactResult | None:
        """The result of a position, None if it is not found."""
        if position.winner != ONGOING:
            return final_result(position)
        if self._solver is not None:
            found = best_known([self._solver], position)
            if found is not None:
                return found
        key = position.key()
        if key not in self._proven:
            self._proven[key] = self._prove(position)
        return self._proven[key]

    def outcome(self, position: Position, player: int) -> Outcome | None:
        """The outcome of best play for a player, None if it is not found."""
        known = self.known(position)
        if known is None:
            return None
        if known.winner == DRAW:
            return Outcome.DRAWS
        return Outcome.WINS if known.winner == player else Outcome.LOSES

    def rank(self, position: Position, player: int) -> tuple[int, int] | None:
        """The merit of a position for a player: the result, then a quick win or a late loss."""
        known = self.known(position)
        if known is None:
            return None
        plies = known.plies or 0
        if known.winner == DRAW:
            return 1, 0
        return (2, -plies) if known.winner == player else (0, plies)

    def confirmed(self, position: Position) -> bool:
        """Tell if a second solver finds the result that is known of a position."""
        known = self.known(position)
        if known is None or position.winner != ONGOING:
            return known is not None
        if position.key() in self._proven:
            return True
        proof = self._proof(position, self._positions)
        return proof is not None and proof.winner == known.winner

    def _prove(self, position: Position) -> ExactResult | None:
        """The winner by proof search, with the length of the win by the other search."""
        if self._work > self._allowed:
            return None
        proof = self._proof(position, self._of_one)
        if proof is None or proof.winner == DRAW:
            return None
        plies = self._forced[proof.winner].length(position)
        return None if plies is None else ExactResult(proof.winner, plies)

    def _proof(self, position: Position, positions: int) -> ExactResult | None:
        """The result by proof search."""
        solver = ProofSolver(position)
        run(solver, Limit(positions=positions), lambda _share: self._stopped())
        self._visited += solver.positions
        return solver.known(position) if solver.done else None
