"""Silo for the engine: how it is searched, what weights weigh, its own solver."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.patterns import Patterns, row_patterns
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams
from stackyard_silo.game import SiloGame
from stackyard_silo.rules import FEW, MANY, TOP, WHOLE, Silo, place

if TYPE_CHECKING:
    from stackyard_silo.solver import SiloSolver

COUNTS = 5  # tuples of counts in patterns
APART = 7  # exclusive bound on the distance of columns whose tops form a pattern
# Playouts tell less on longer rows: 3,500 games on three boards of 8 columns, 5,600 on four longer.
SHORT_ROWS = Calibration(slope=0.6, growth=0.08, drift=0.15, noise=1.7, best=1.7)
LONG_ROWS = Calibration(slope=0.4, growth=0.06, drift=0.05, noise=1.0, best=1.8)


class SiloKnowledge(Knowledge[Silo]):
    """The engine's knowledge of Silo."""

    game: SiloGame
    mcts_params = MctsParams(history=True, positions=11_000_000)
    mcts_params_with_weights = MctsParams(minimax=0.5, exploration=0.2, positions=500_000)

    def __init__(self, game: SiloGame) -> None:
        super().__init__(game)
        self.playout_calibration = SHORT_ROWS if game.size <= 8 else LONG_ROWS

    def patterns(self) -> Patterns:
        """Each column, the tops of each pair of columns, and the counts of both players."""
        size = self.game.size
        columns = range(size)
        counts = FEW, FEW, MANY, MANY, FEW
        radices = *[3 * 2**WHOLE] * size, *[3 * 2**TOP] * size, *counts, *counts
        pairs = [(a, b) for a, b in combinations(columns, 2) if b - a < APART]
        first, second = 2 * size, 2 * size + len(counts)
        tuples = [
            *[(column,) for column in columns],
            *[(size + a, size + b) for a, b in pairs],
            *[(first + trait, second + trait) for trait in range(len(counts))],
        ]
        row = [(float(column), 0.0) for column in columns]
        points = *row, *row, *[None] * 2 * len(counts)
        return Patterns(radices, tuple([(traits,) for traits in tuples]), points)

    def general_patterns(self) -> Patterns:
        """Columns, and the tops of two columns, by their distances from the ends; and counts."""
        size, own = self.game.size, self.patterns()
        counts = [table[0] for table in own.tables[-COUNTS:]]
        return row_patterns(size, own.radices, 0, size, counts)

    def solver(self, position: Silo, memory: int) -> SiloSolver | None:
        """Silo's own solver, which visits all words from the position's word on."""
        from stackyard_silo.solver import silo_solver  # imports the searches

        return silo_solver(position, self.game.goal, memory)

    def passed(self, position: Silo) -> Silo | None:
        """See Knowledge.passed."""
        after = place(position.words(), 1 - int(position.player), self.game.goal)
        return after if len(after.legal_moves()) else None
