"""Proven results of the last positions of a game, each by two solvers.

Where all that can follow is few positions, the engine visits them all. Elsewhere the search for
forced wins finds the results, and draws are not known. The engine's proof search confirms what a
puzzle states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from stackyard.analysis import Limit
from stackyard.position import DRAW, ONGOING, Position
from stackyard.turnloop.history import Course
from stackyard_coach.forced_wins import ForcedWins
from stackyard_coach.puzzles import Outcome
from stackyard_engine.solver.engine import best_known, run
from stackyard_engine.solver.game_solver import ExactResult, final_result
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver

FORCED = 13  # moves of a forced win, at most
MORE = 20  # for the lines of a puzzle
LAST = 10  # the last position of a game may take this part of the positions, and a win too


class GameResults:
    """The results known of one game.

    A solver may visit `positions` for one of them, or for all the forced wins of the game.
    """

    def __init__(self, positions: int, stopped: Callable[[], bool]) -> None:
        self._positions = positions
        self._stopped = stopped
        self._solver: ExhaustiveSolver | None = None
        self._allowed = positions
        self._proven: dict[Hashable, ExactResult | None] = {}
        self._forced = ForcedWins(FORCED, positions // LAST + 1)

    def allow_more(self) -> None:
        """Let the search for wins visit MORE times as many positions again, with more for one."""
        self._allowed = self._forced.visited + MORE * self._positions
        self._forced.positions = self._positions
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
        """Tell if proof search finds the result that is known of a position, too."""
        known = self.known(position)
        if known is None or position.winner != ONGOING:
            return known is not None
        solver = ProofSolver(position)
        run(solver, Limit(positions=self._positions), lambda _share: self._stopped())
        proof = solver.known(position) if solver.done else None
        return proof is not None and proof.winner == known.winner

    def _prove(self, position: Position) -> ExactResult | None:
        """The winner by force."""
        if self._forced.visited > self._allowed:
            return None
        found = self._forced.winner(position)
        return None if found is None else ExactResult(*found)
