"""A pass in Slicron, which the rules do not know: hints ask what a player threatens."""

from __future__ import annotations

from typing import Any

from stackyard_slicron.rules import Slicron, place


def passed(game: Any, position: Slicron) -> Slicron | None:
    """The position of a SlicronGame with the opponent to act; None while White may still swap."""
    if position.mid_turn or position.swap:
        return None
    cells, player = position.stones()[0], 1 - int(position.player)
    after = place(game.side, game.revised, player, False, cells)
    return after if len(after.legal_moves()) else None
