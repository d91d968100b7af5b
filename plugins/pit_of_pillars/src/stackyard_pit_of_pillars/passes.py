"""A pass in Pit of Pillars, which only the adviser makes: it shows what a player threatens."""

from __future__ import annotations

from stackyard.game import Game
from stackyard_pit_of_pillars.rules import MOVE, PitOfPillars, place


def passed(game: Game[PitOfPillars], position: PitOfPillars) -> PitOfPillars | None:
    """The position with the opponent to act; None outside the movement stage or without a step."""
    if position.phase != MOVE:
        return None
    loses = game.settings["self_elimination"] == "loses"
    size, turn = int(game.settings["size"] or 0), (1 - int(position.player), MOVE, -1, loses)
    after = place(size, position.stacks(), position.pillars(), position.reserves(), *turn)
    return after if len(after.legal_moves()) else None
