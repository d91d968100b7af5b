"""Proven results of a position: the winner with best play, or a bound on a player's points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING

# Proven values are 0, 1, DRAW and ONGOING, and KEEPS + player: this player has at least a draw.
KEEPS: Final = 3


def is_settled(proven: i64) -> bool:
    """Tell if the exact result is proven, not just a bound."""
    return proven != ONGOING and proven < KEEPS


def exactly(proven: i64) -> i64:
    """The winner with best play; ONGOING where only a bound is proven."""
    return proven if proven < KEEPS else ONGOING


def points_of(winner: i64) -> i64:
    """The first player's share of the two points of a game."""
    if winner == 0:
        return 2
    return 0 if winner == 1 else 1


def least(proven: i64, player: i64) -> i64:
    """The proven lower bound on a player's points."""
    if proven == player:
        return 2
    return 1 if proven in (DRAW, KEEPS + player) else 0


def most(proven: i64, player: i64) -> i64:
    """The proven upper bound on a player's points."""
    if proven == 1 - player:
        return 0
    return 1 if proven in (DRAW, KEEPS + 1 - player) else 2


def between(low: i64, high: i64, player: i64) -> i64:
    """The proven value for a player with at least `low` and at most `high` points."""
    if low == 2:
        return player
    if high == 0:
        return 1 - player
    if low == high:
        return DRAW
    if low == 1:
        return KEEPS + player
    return KEEPS + 1 - player if high == 1 else ONGOING


def within(points: float, proven: i64) -> float:
    """The first player's points, clamped to the proven bounds."""
    low = float(least(proven, 0))
    high = float(most(proven, 0))
    if points < low:
        return low
    return high if points > high else points
