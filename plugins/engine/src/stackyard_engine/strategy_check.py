"""A check of a strategy against every answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from stackyard.position import ONGOING, Position
from stackyard_engine.successors import successors

# Plays the moves of a strategy on a position until the opponent is to act or the game is over, and
# returns what is wrong with them, if anything. It is given the opponent's last move, None at first.
Follow = Callable[[Position, int | None], str]
Answer = tuple[int | None, Position]  # a move of the opponent and the position after it


class StrategyCheck:
    """A check that a strategy wins as `player` against every answer, made step by step.

    `wins` is True or False when that is known, and `fault` then tells what is wrong in the position
    `at`; it stays None if there are more than `most` positions. A position that comes back is no
    win. `positions` are those with answers of the opponent, `answers` those that were tried.
    """

    def __init__(self, start: Position, player: int, follow: Follow, most: int) -> None:
        self.wins: bool | None = None
        self.finished = False  # the result is known, or there are too many positions
        self.fault = ""
        self.at = start.copy()
        self.positions = 0
        self.answers = -1  # the start answers nothing
        self._player = player
        self._follow = follow
        self._most = most
        self._path: list[tuple[Hashable, Iterator[Answer]]] = [(None, iter([(None, self.at)]))]
        self._on_path: set[Hashable] = set()
        self._done: set[Hashable] = set()

    def step(self) -> bool:
        """Try the next answer; False if that is the end."""
        while (answer := next(self._path[-1][1], None)) is None:
            key, _ = self._path.pop()
            self._on_path.discard(key)
            self._done.add(key)
            if not self._path:
                self.wins = True
                break
        else:
            self._try(*answer)
        self.finished = self.wins is not None or self.positions > self._most
        return not self.finished

    def _try(self, last: int | None, position: Position) -> None:
        """Follow the strategy after an answer."""
        self.at = position
        self.answers += 1
        self.fault = self._follow(position, last)
        key = position.key()
        if not self.fault and position.winner == ONGOING and key in self._on_path:
            self.fault = "a position comes back"
        if self.fault:
            self.wins = False
            return
        answered = position.winner == ONGOING and position.player != self._player
        if answered and key not in self._done:
            self.positions += 1
            self._on_path.add(key)
            self._path.append((key, successors(position)))
