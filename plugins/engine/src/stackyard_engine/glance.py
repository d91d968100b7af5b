"""The look of moves at a glance: the game's judgement after each, and the replies it leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from stackyard.position import ONGOING, Judged, Position
from stackyard_engine.successors import successor


def shortfalls(position: Position, moves: Sequence[int]) -> list[float]:
    """The amounts, 0 … 2, by which moves look worse than the best of them.

    Half of it is by the game's `evaluate` after the move, if there is one, the other half by the
    number of replies that the move leaves the opponent; either is 1 for the worst move. A move that
    ends the game is not judged: 0.
    """
    ends = [successor(position, move) for move in moves]
    judges: list[Callable[[Position], int]] = [_freedom]
    if hasattr(position, "evaluate"):
        judges.append(_evaluation)
    totals = [0.0] * len(moves)
    for judge in judges:
        values = {
            place: judge(after) if after.player == position.player else -judge(after)
            for place, after in enumerate(ends)
            if after.winner == ONGOING
        }
        best, worst = max(values.values(), default=0), min(values.values(), default=0)
        for place, value in values.items():
            totals[place] += (best - value) / max(best - worst, 1)
    return totals


def _evaluation(position: Position) -> int:
    """The game's own judgement for the player to act."""
    return int(cast(Judged, position).evaluate())


def _freedom(position: Position) -> int:
    """The number of moves of the player to act."""
    return len(position.legal_moves())
