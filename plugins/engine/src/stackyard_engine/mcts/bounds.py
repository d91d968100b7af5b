"""What is proven of a position: the winner with best play, or a bound of what a player takes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING

# Beside 0, 1, DRAW and ONGOING, what may be proven: KEEPS + player, that this player at least
# draws.
KEEPS: Final = 3


def is_settled(proven: i64) -> bool:
    """Whether the very result is proven."""
    return proven != ONGOING and proven < KEEPS


def exactly(proven: i64) -> i64:
    """Who wins with best play; ONGOING where only a bound is proven."""
    return proven if proven < KEEPS else ONGOING


def points_of(winner: i64) -> i64:
    """What the first player takes of two points."""
    if winner == 0:
        return 2
    return 0 if winner == 1 else 1


def least(proven: i64, player: i64) -> i64:
    """How many points a player surely takes."""
    if proven == player:
        return 2
    return 1 if proven in (DRAW, KEEPS + player) else 0


def most(proven: i64, player: i64) -> i64:
    """How many points a player can still take."""
    if proven == 1 - player:
        return 0
    return 1 if proven in (DRAW, KEEPS + 1 - player) else 2


def between(low: i64, high: i64, player: i64) -> i64:
    """What is proven where a player takes at least `low` and at most `high` points."""
    if low == 2:
        return player
    if high == 0:
        return 1 - player
    if low == high:
        return DRAW
    if low == 1:
        return KEEPS + player
    return KEEPS + 1 - player if high == 1 else ONGOING


def within(points: i64, proven: i64) -> i64:
    """The first player's points, corrected by what is proven."""
    return min(max(points, least(proven, 0)), most(proven, 0))
