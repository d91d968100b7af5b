"""F.I.L.O. for the engine: how it is searched, and what weights weigh."""

from __future__ import annotations

from itertools import combinations

from stackyard.options import Settings
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.patterns import Patterns, row_patterns
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams
from stackyard_filo.game import FiloGame
from stackyard_filo.rules import FEW, TALLEST, Filo, place

STACKS = 2 ** (TALLEST + 1)  # numbers that stand for a stack
COUNTS = 4  # tuples of counts in patterns


class FiloKnowledge(Knowledge[Filo]):
    """The engine's knowledge of F.I.L.O."""

    game: FiloGame
    mcts_params = MctsParams(exploration=0.3, rave=300, minimax=0.6, scale=2, positions=5_000_000)
    mcts_params_with_weights = MctsParams(minimax=1.0, exploration=0.2, positions=500_000)
    playout_calibration = Calibration(drift=0.04, noise=0.5)  # those of RAVE vary less

    def patterns(self) -> Patterns:
        """Each stack, each pair of stacks, and the counts of both players."""
        size = self.game.size
        cells = range(size)
        first, second = size, size + 3
        radices = *[STACKS] * size, *[FEW] * 6
        tuples = [
            *[(cell,) for cell in cells],
            *combinations(cells, 2),
            *[(first + trait, second + trait) for trait in range(3)],
            (first, first + 1, second + 1),
        ]
        points: tuple[tuple[float, float] | None, ...] = ()
        if self.game.mixed:  # with other options the opening decides, and weights have not helped
            points = *self.game.board.points, *[None] * 6
        return Patterns(radices, tuple([(traits,) for traits in tuples]), points)

    def general_patterns(self) -> Patterns:
        """The same by the distances of cells from the ends, and from one another."""
        own = self.patterns()
        return row_patterns(
            self.game.size, own.radices, 0, 0, [table[0] for table in own.tables[-COUNTS:]]
        )

    def idle_options(self) -> Settings:
        """Under proposal 1 whoever has an empty reserve sows, so `empty_reserve` does nothing."""
        return {"empty_reserve": "loses"} if self.game.mixed else {}

    def passed(self, position: Filo) -> Filo | None:
        """See Knowledge.passed."""
        player = 1 - int(position.player)
        after = place(position.stacks(), position.reserves(), player, self.game.rules)
        return after if after.player == player and len(after.legal_moves()) else None
