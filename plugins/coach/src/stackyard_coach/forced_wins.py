"""Forced wins and their lengths, by depth-first search with growing depth.

This is the second solver of puzzles: it shares no code with the engine's, and needs nothing but the
rules.
"""

from __future__ import annotations

from collections.abc import Hashable

from stackyard.position import ONGOING, Position
from stackyard_engine.successors import successor

NEVER = 10**9  # more moves than any win takes


class _TooManyError(Exception):
    """The search has visited as many positions as it may."""


class ForcedWins:
    """The wins that a player can force within `plies` moves, of both players together.

    Each question may visit `positions`; what was found serves the next ones.
    """

    def __init__(self, plies: int, positions: int) -> None:
        self._plies = plies
        self.positions = positions
        self._left = 0
        self.visited = 0  # positions, in all
        # For each player: not within, within so many moves.
        self._bounds: tuple[dict[Hashable, tuple[int, int]], ...] = ({}, {})

    def winner(self, position: Position) -> tuple[int, int] | None:
        """The player who can force a win, and the moves of the quickest; None if none is found."""
        self._left = self.positions
        try:
            for plies in range(self._plies + 1):
                for player in (0, 1):
                    if self._wins(position, player, plies):
                        return player, plies
        except _TooManyError:
            pass
        return None

    def _wins(self, position: Position, player: int, plies: int) -> bool:
        """Tell if a player wins within that many moves."""
        if position.winner != ONGOING or not plies:
            return int(position.winner) == player
        key, bounds = position.key(), self._bounds[player]
        longer, within = bounds.get(key, (0, NEVER))
        if plies <= longer or within <= plies:
            return within <= plies
        self._left -= 1
        self.visited += 1
        if self._left < 0:
            raise _TooManyError
        attacks = position.player == player
        found = not attacks
        for move in position.legal_moves():
            if self._wins(successor(position, int(move)), player, plies - 1) is attacks:
                found = attacks
                break
        bounds[key] = (longer, plies) if found else (plies, within)
        return found
