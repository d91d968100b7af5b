"""Slicron for the engine: how it is searched, what weights weigh, its symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stackyard_engine.eval.patterns import Patterns, orbits
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import AlphaBetaParams, MctsParams
from stackyard_slicron.game import SlicronGame
from stackyard_slicron.rules import Slicron, place
from stackyard_slicron.traits import CELL, COUNTS


class SlicronKnowledge(Knowledge[Slicron]):
    """The engine's knowledge of Slicron."""

    game: SlicronGame
    mcts_params = MctsParams(horizon=4, positions=400_000)
    mcts_params_with_weights = MctsParams(minimax=1.0, exploration=0.05)
    alphabeta_params = AlphaBetaParams(
        window=400, late=4, worse=1000, margin=500, positions=275_000
    )

    def __init__(self, game: SlicronGame) -> None:
        super().__init__(game)
        if game.revised:  # whose moves take longer
            positions = 170_000 if game.side > 4 else 210_000
            self.alphabeta_params = replace(type(self).alphabeta_params, positions=positions)

    def patterns(self) -> Patterns:
        """Each cell, each three mutual neighbours, and counts of closed cells."""
        board = self.game.board
        cells, near = range(len(board)), board.neighbours
        threes = [
            (one, two, three)
            for one in cells
            for two in near[one]
            for three in near[one]
            if one < two < three and three in near[two]
        ]
        stage, mine, theirs, own, other = range(len(cells), len(cells) + len(COUNTS))
        counts = [(stage,), (mine, theirs), (own, other)]
        tables = orbits([*[(cell,) for cell in cells], *threes], board.symmetries)
        return Patterns(
            (*[CELL] * len(cells), *COUNTS),
            (*tables, *[(c,) for c in counts]),
            (*board.points, *[None] * len(COUNTS)),
        )

    def symmetries(self) -> Sequence[Sequence[int]]:
        """All turns and reflections of the board."""
        return self.game.board.symmetries

    def passed(self, position: Slicron) -> Slicron | None:
        """See Knowledge.passed; None while White may still swap."""
        if position.mid_turn or position.swap:
            return None
        game, cells = self.game, position.stones()[0]
        after = place(game.side, game.revised, 1 - int(position.player), False, cells)
        return after if len(after.legal_moves()) else None
