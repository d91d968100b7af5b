"""Playouts in which nobody overlooks a win by the next move (Teytaud and Teytaud, 2010)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import ONGOING, Position
from stackyard.rng import Rng

NONE: Final = -1  # no winning move
UNKNOWN: Final = -2


def play_decisively(position: Position, rng: Rng, limit: i64) -> i64:
    """Play `position` on to its end, or `limit` moves; returns the number of positions made.

    A player wins at once if there is a way. A random move that leaves the opponent such a way is
    replaced by the opponent's winning move, where that is legal, since it often blocks the win.
    """
    made: i64 = 0
    moves: i64 = 0
    win: i64 = UNKNOWN
    while position.winner == ONGOING and moves < limit:
        moves += 1
        made += 1
        player = position.player
        legal = position.legal_moves()
        if win == UNKNOWN:
            win = winning_move(position)
            made += len(legal)
        if win != NONE:
            position.play(win)
            break
        move = position.random_move(rng.bits())
        after = position.copy()
        after.play(move)
        if after.winner == ONGOING and after.player != player:
            made += len(legal)
            win = winning_move(after)
            if win != NONE and win != move and win in legal:
                position.play(win)
                win = UNKNOWN
                continue
        else:
            win = UNKNOWN
        position.play(move)
    return made


def winning_move(position: Position) -> i64:
    """A move that wins at once for the player to act, or NONE."""
    legal = position.legal_moves()
    place = winning_place(position, legal)
    return legal[place] if place < len(legal) else NONE


def winning_place(position: Position, legal: vec[i64]) -> i64:
    """The place in `legal` of the first move that wins at once; its length if none does."""
    player = position.player
    place: i64 = 0
    for move in legal:
        after = position.copy()
        after.play(move)
        if after.winner == player:
            break
        place += 1
    return place
