"""The exact solution of a small game: a study asks for it before anything is played."""

from __future__ import annotations

from typing import Any

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard.workforce import Workforce
from stackyard_engine.analysis import MEMORY
from stackyard_engine.solver.engine import AnySolver, SolverEngine
from stackyard_engine.solver.solvers import ExhaustiveSolver
from stackyard_lab.study.matches import Work
from stackyard_lab.study.metrics.size import counted_figure
from stackyard_lab.study.report import Figure

STEP = 2_000  # positions between two looks at the clock


class ExactSolution:
    """Solves the game in this thread, as far as its share of the time and the memory allow."""

    title = "exact solution"
    share = 1

    def __init__(self, game: Game) -> None:
        self._game = game
        self._solver: AnySolver | None = None

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Visit more positions."""
        if self._solver is None:
            engine = SolverEngine(memory=MEMORY, fallback="exhaustive")
            self._solver = engine.prepare(Course(self._game), Limit(seconds=seconds))
        while not (self._solver.done or self._solver.full):
            self._solver.run(STEP)
            yield 0.0

    def winner(self, *texts: str) -> int:
        """The winner with best play after some moves, ONGOING if it is not known."""
        position = self._game.initial()
        for text in texts:
            position.play(self._game.parse_move(text, position))
        if self._solver is None or not self._solver.done:
            return ONGOING
        solver: Any = getattr(self._solver, "current", self._solver)
        known = solver.known(position)
        return ONGOING if known is None else int(known.winner)

    def figure(self, seed: int) -> Figure | None:
        """The number of positions, once all are visited: a game's own solver visits others."""
        solver: Any = getattr(self._solver, "current", self._solver)
        if not (isinstance(solver, ExhaustiveSolver) and solver.done):
            return None
        return counted_figure(self._game.initial(), solver.positions, seed)
