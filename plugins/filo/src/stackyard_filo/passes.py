"""A pass in F.I.L.O., which the rules do not know: hints ask what a player threatens."""

from __future__ import annotations

from typing import Any

from stackyard_filo.rules import Filo, place


def passed(game: Any, position: Filo) -> Filo | None:
    """The position of a FiloGame with the opponent to act; None where he could not."""
    player = 1 - int(position.player)
    after = place(position.stacks(), position.reserves(), player, game.rules)
    return after if after.player == player and len(after.legal_moves()) else None
