"""Random openings, so that two players do not repeat the same game."""

from __future__ import annotations

from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.rng import Rng, derive
from stackyard_lab.errors import ArenaError

ATTEMPTS = 1000


def draw_opening(game: Game, turns: int, seed: int) -> tuple[int, ...]:
    """The moves of a number of random turns; an opening that ends the game is redrawn.

    Raises ArenaError after `ATTEMPTS` such openings.
    """
    for attempt in range(ATTEMPTS):
        position, moves = game.initial(), []
        rng = Rng(derive(seed, attempt))
        left = turns
        while left and position.winner == ONGOING:
            moves.append(int(position.random_move(rng.bits())))
            position.play(moves[-1])
            left -= not position.mid_turn
        if position.winner == ONGOING:
            return tuple(moves)
    raise ArenaError(f"{game.title} is always over after {turns} random turns: ask for fewer")
