"""The positions after a move, and the points of a result."""

from __future__ import annotations

from collections.abc import Iterator

from stackyard.position import DRAW, Position


def successor(position: Position, move: int) -> Position:
    """The position after a move."""
    copy = position.copy()
    copy.play(move)
    return copy


def successors(position: Position) -> Iterator[tuple[int, Position]]:
    """The legal moves, each with the position after it."""
    for move in position.legal_moves():
        yield int(move), successor(position, move)


def points_of(winner: int, player: int) -> float:
    """The points of a player: 1 for a win, half a point for a draw."""
    return 0.5 if winner == DRAW else float(winner == player)
