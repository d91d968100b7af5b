"""Pit of Pillars for the engine: how it is searched, what weights weigh, its symmetries."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard_engine.eval.patterns import Patterns, orbits
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams
from stackyard_pit_of_pillars.game import PitOfPillarsGame
from stackyard_pit_of_pillars.rules import MOVE, PitOfPillars, place
from stackyard_pit_of_pillars.traits import COUNTS, SMALL, WHOLE


class PitOfPillarsKnowledge(Knowledge[PitOfPillars]):
    """The engine's knowledge of Pit of Pillars."""

    game: PitOfPillarsGame
    mcts_params = MctsParams(horizon=8, minimax=0.4, scale=2, positions=2_500_000)
    mcts_params_with_weights = MctsParams(minimax=1.0, exploration=0.05, positions=320_000)

    def patterns(self) -> Patterns:
        """Each square, each pair one or two steps apart in a line, and counts."""
        board = self.game.board
        number, turns = len(board), board.symmetries
        lines = [
            (line % number, there)
            for line, ray in enumerate(board.rays[: 4 * number])
            for there in ray[:2]
            if there > line % number
        ]
        pairs = [
            tuple([(number + one, number + other) for one, other in group])
            for group in orbits(lines, turns)
        ]
        phase, own, other, mine, theirs, lead, held = range(2 * number, 2 * number + len(COUNTS))
        counts = [(phase, own, other), (mine, theirs), (phase, lead), (lead, held)]
        return Patterns(
            (*[WHOLE] * number, *[SMALL] * number, *COUNTS),
            (*orbits([(cell,) for cell in range(number)], turns), *pairs, *[(c,) for c in counts]),
            (*board.points, *board.points, *[None] * len(COUNTS)),
        )

    def symmetries(self) -> Sequence[Sequence[int]]:
        """All turns and reflections of the board."""
        return self.game.board.symmetries

    def passed(self, position: PitOfPillars) -> PitOfPillars | None:
        """See Knowledge.passed; None outside the movement stage."""
        if position.phase != MOVE:
            return None
        pieces = position.stacks(), position.pillars(), position.reserves()
        turn = 1 - int(position.player), MOVE, -1
        after = place(self.game.size, *pieces, *turn, self.game.loses)
        return after if len(after.legal_moves()) else None
