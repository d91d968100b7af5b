"""Splay for the engine: how it is searched, what weights weigh, its symmetries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.patterns import Patterns, orbits
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams
from stackyard_splay import rules
from stackyard_splay.game import SplayGame, SplayPosition
from stackyard_splay.traits import COUNTS, SMALL, WHOLE

TAKING: Final = 127  # cells: on side 7 weights of side 6 beat playouts, on side 8 they do not


class SplayKnowledge(Knowledge[SplayPosition]):
    """The engine's knowledge of Splay."""

    game: SplayGame
    mcts_params = MctsParams(exploration=0.05, rave=1000, positions=1_000_000)
    mcts_params_with_weights = MctsParams(minimax=1.0, exploration=0.05, positions=340_000)
    playout_calibration = Calibration(drift=0.04, noise=0.5)  # those of RAVE vary less

    def __init__(self, game: SplayGame) -> None:
        super().__init__(game)
        if game.side > rules.LARGEST:  # whose moves take longer
            by_weights = type(self).mcts_params_with_weights
            self.mcts_params_with_weights = replace(by_weights, positions=240_000)

    def patterns(self) -> Patterns:
        """Each interior cell, each pair of neighbours, and counts; images share weights."""
        board = self.game.board
        order = board.interior + board.edge  # as the rules number the cells
        numbers = {cell: number for number, cell in enumerate(order)}
        inside = len(board.interior)
        turns = [[numbers[images[cell]] for cell in board.interior] for images in board.symmetries]
        near = [
            (one, other)
            for one, cell in enumerate(board.interior)
            for there in board.neighbours[cell]
            if one < (other := numbers[there]) < inside
        ]
        pairs = [
            tuple([(inside + one, inside + other) for one, other in group])
            for group in orbits(near, turns)
        ]
        stage, lead, held, mine, theirs, gain, loss = range(2 * inside, 2 * inside + len(COUNTS))
        counts = [(stage,), (lead, held), (lead, gain, loss), (mine, theirs)]
        return Patterns(
            (*[WHOLE] * inside, *[SMALL] * inside, *COUNTS),
            (*orbits([(cell,) for cell in range(inside)], turns), *pairs, *[(c,) for c in counts]),
            (*[board.points[cell] for cell in board.interior] * 2, *[None] * len(COUNTS)),
            takes_smaller=len(board) <= TAKING,
        )

    def symmetries(self) -> Sequence[Sequence[int]]:
        """All turns and reflections of the board."""
        return self.game.board.symmetries

    def passed(self, position: SplayPosition) -> SplayPosition | None:
        """See Knowledge.passed; None while Black may still swap."""
        if position.may_swap():
            return None
        after = self.game.place(position.cells(), 1 - int(position.player), False)
        return after if len(after.legal_moves()) else None
