"""Forced wins and their lengths, by depth-first search with growing depth.

This is the second solver of puzzles: it shares no code with the engine's, and needs nothing but the
rules.
"""

from __future__ import annotations

from collections.abc import Hashable

from stackyard.position import ONGOING, Position
from stackyard_engine.successors import successors

NEVER = 10**9  # more moves than any win takes


class _TooManyError(Exception):
    """The search has visited as many positions as it may."""


class ForcedWins:
    """The wins that `player` can force within `plies` moves, of both players together.

    Each question may visit `positions`; what was found serves the next ones.
    """

    def __init__(self, player: int, plies: int, positions: int) -> None:
        self._player = player
        self._plies = plies
        self.positions = positions
        self._left = 0
        self.visited = 0  # positions, in all
        self._bounds: dict[Hashable, tuple[int, int]] = {}  # not within, within so many moves

    def length(self, position: Position) -> int | None:
        """The moves of the quickest win against the longest defence; None if none is found."""
        self._left = self.positions
        try:
            for plies in range(self._plies + 1):
                if self._wins(position, plies):
                    return plies
        except _TooManyError:
            pass
        return None

    def _wins(self, position: Position, plies: int) -> bool:
        """Tell if the player wins within so many moves."""
        if position.winner != ONGOING or not plies:
            return int(position.winner) == self._player
        key = position.key()
        longer, within = self._bounds.get(key, (0, NEVER))
        if plies <= longer or within <= plies:
            return within <= plies
        self._left -= 1
        self.visited += 1
        if self._left < 0:
            raise _TooManyError
        attacks = position.player == self._player
        found = not attacks
        for _, after in successors(position):
            if self._wins(after, plies - 1) is attacks:
                found = attacks
                break
        self._bounds[key] = (longer, plies) if found else (plies, within)
        return found
