"""Nine Men's Morris for the engine: a pass, by which hints tell what a player threatens."""

from __future__ import annotations

from stackyard_engine.knowledge import Knowledge
from stackyard_mill.game import MillGame
from stackyard_mill.rules import Mill, place


class MillKnowledge(Knowledge[Mill]):
    """The engine's knowledge of Nine Men's Morris."""

    game: MillGame

    def passed(self, position: Mill) -> Mill | None:
        """See Knowledge.passed; None as long as men are placed."""
        if position.mid_turn or any(position.hands()):
            return None
        player, flying = 1 - int(position.player), self.game.flying
        after = place(position.points(), [0, 0], player, False, flying)
        return after if len(after.legal_moves()) else None
