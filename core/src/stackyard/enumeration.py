"""Counting move sequences (perft), the classical test of a rules module."""

from __future__ import annotations

from mypy_extensions import i64

from stackyard.position import Position, heed_signals


def perft(position: Position, depth: int) -> int:
    """Count the sequences of `depth` moves from `position`; none continues a finished game.

    `depth` is 0 or more; ValueError otherwise.
    """
    if depth < 0:
        raise ValueError(f"the depth of perft is 0 or more, not {depth}")
    if depth == 0:
        return 1
    return _count(position, depth)


def divide(position: Position, depth: int) -> dict[int, int]:
    """For each legal move, in order, the part of perft(position, depth) that begins with it.

    `depth` is 1 or more; ValueError otherwise.
    """
    if depth < 1:
        raise ValueError(f"the depth of divide is 1 or more, not {depth}")
    parts: dict[int, int] = {}
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        parts[int(move)] = perft(after, depth - 1)
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
