"""Random playouts: a game played to its end by uniformly random moves."""

from __future__ import annotations

from mypy_extensions import i64

from stackyard.arguments import check_position
from stackyard.position import LONGEST, ONGOING, Position
from stackyard.rng import Rng


def play_on(position: Position, rng: Rng, limit: i64) -> i64:
    """Play up to `limit` random moves from `position` to its end; returns their number."""
    moves: i64 = 0
    while position.winner == ONGOING and moves < limit:
        position.play(position.random_move(rng.bits()))
        moves += 1
    return moves


def playout(position: Position, seed: i64, limit: i64) -> i64:
    """Play random moves drawn from `seed` until `position` ends; returns their number.

    `seed` is 0 … 2^62 - 1. After `limit` moves it stops, with the game unfinished.
    """
    return play_on(position, Rng(seed), limit)


def play_all(positions: list[Position], seed: i64, limit: i64) -> i64:
    """Play each of `positions` as `playout` does, with one stream; returns the total of moves."""
    rng = Rng(seed)
    moves: i64 = 0
    for position in positions:
        moves += play_on(position, rng, limit)
    return moves


def random_playout(position: Position, rng: Rng) -> int:
    """Play uniformly random moves until `position` ends; returns their number.

    It stops after LONGEST moves, with the game unfinished.
    """
    check_position(position)
    return playout(position, rng.word(), LONGEST)
