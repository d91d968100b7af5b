"""Perft that can be stopped between its parts."""

from __future__ import annotations

from collections.abc import Callable

from stackyard.enumeration import perft
from stackyard.position import Position

WHOLE = 3  # depth of a part, which takes well below a second


def counted(position: Position, depth: int, stopped: Callable[[], bool]) -> int | None:
    """The number of sequences of `depth` moves; None once `stopped` returns True."""
    if stopped():
        return None
    if depth <= WHOLE:
        return perft(position, depth)
    total = 0
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        part = counted(after, depth - 1, stopped)
        if part is None:
            return None
        total += part
    return total
