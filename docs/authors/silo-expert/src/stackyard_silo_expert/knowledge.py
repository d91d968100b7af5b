"""The knowledge of Silo that this package adds: counts that belong together on a small board."""

from __future__ import annotations

from stackyard_engine import MctsParams
from stackyard_engine.eval.patterns import Patterns
from stackyard_silo.game import SiloGame
from stackyard_silo.knowledge import SiloKnowledge

BOARD = (4, 2)  # columns, and the checkers that each starts with
RUNS, MOVABLE, COUNTS = 0, 4, 5  # of the counts that Silo's position tells for each player


class ExpertKnowledge(SiloKnowledge):
    """Runs of both players and the columns that one can move, at a time."""

    mcts_params_with_weights = MctsParams(minimax=1.0, exploration=0.1, positions=500_000)

    def patterns(self) -> Patterns:
        """Silo's own patterns, and two tables that join traits which Silo's keep apart."""
        own = super().patterns()
        mine, theirs = (2 * self.game.size + COUNTS * player for player in (0, 1))
        joined = [
            ((mine + RUNS, theirs + RUNS, mine + MOVABLE),),
            ((mine + RUNS, theirs + RUNS, theirs + MOVABLE),),
        ]
        return Patterns(own.radices, (*own.tables, *joined), own.points)


def knowledge(game: SiloGame) -> SiloKnowledge:
    """The knowledge of Silo's board: that of Silo's own package, but for one."""
    is_ours = (game.size, game.height) == BOARD and game.settings["goal"] == "any"
    return ExpertKnowledge(game) if is_ours else SiloKnowledge(game)
