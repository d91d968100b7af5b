"""The motifs of a turn that is given as texts."""

from __future__ import annotations

from stackyard.game import Game
from stackyard_coach.motifs import motifs_between


def words_of(game: Game, position: str, moves: str) -> dict[str, str]:
    """The words of each motif of a turn, by its name."""
    before = game.parse_position(position)
    after = before.copy()
    for move in moves.split():
        after.play(game.parse_move(move, after))
    assert not after.mid_turn
    return motifs_between(game, before, after)
