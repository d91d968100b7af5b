"""Counting move sequences (perft), the classical test of a rules module."""

from __future__ import annotations

from typing import SupportsIndex

from mypy_extensions import i64

from stackyard.arguments import check_position, whole_number
from stackyard.position import Position, heed_signals

MOST_DEPTH = 1000


def perft(position: Position, depth: SupportsIndex) -> int:
    """Count the sequences of `depth` moves from `position`; none continues a finished game.

    `depth` is 0 to 1,000; ValueError otherwise.
    """
    check_position(position)
    number = whole_number(depth, "the depth of perft", 0, MOST_DEPTH)
    return _count(position, number) if number else 1


def divide(position: Position, depth: SupportsIndex) -> dict[int, int]:
    """For each legal move, in order, the part of perft(position, depth) that begins with it.

    `depth` is 1 to 1,000; ValueError otherwise.
    """
    check_position(position)
    number = whole_number(depth, "the depth of divide", 1, MOST_DEPTH)
    parts: dict[int, int] = {}
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        parts[int(move)] = perft(after, number - 1)
    return parts


def _count(position: Position, depth: i64) -> i64:
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    if depth > 4:
        heed_signals()
    total: i64 = 0
    for move in moves:
        after = position.copy()
        after.play(move)
        total += _count(after, depth - 1)
    return total
