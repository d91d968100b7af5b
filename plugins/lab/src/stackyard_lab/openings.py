"""Openings: a few random turns, so that two players do not play the same game again and again."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_lab.errors import ArenaError

ATTEMPTS = 1000


def draw_opening(game: Game, turns: int, seed: int) -> Position:
    """The position after a number of random turns, drawn again where the game ends with them.

    Raises ArenaError where it ends again and again.
    """
    for attempt in range(ATTEMPTS):
        position = game.initial()
        rng = Rng(derive(seed, attempt))
        left = turns
        while left and position.winner == ONGOING:
            position.play(position.random_move(rng.bits()))
            left -= not position.mid_turn
        if position.winner == ONGOING:
            return position
    raise ArenaError(f"{game.title} is always over after {turns} random turns: ask for fewer")
