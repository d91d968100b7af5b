"""The games to blame for the deaths of their workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from stackyard_lab.game_outcome import DIED, KILLED

ENOUGH = 2  # deaths of a game's workers while it is played alone, at least, for blaming it
CHANCE = 1e-4  # the highest probability of these deaths by another cause
MOST = 10  # deaths after which a game is given up though it may not be to blame


Item = TypeVar("Item", bound=Hashable)


class Deaths(Generic[Item]):
    """Counts the deaths of workers, and tells those that a game causes from others.

    A worker may be killed for reasons of its own, by a person or for want of memory. If a game
    whose worker died is played to its end later, that death had such a reason; their share among
    all games played alone says how likely the deaths of another game are to have one, too.
    """

    def __init__(self) -> None:
        self.alone = 0
        self._unexplained: Counter[Item] = Counter()  # deaths of unfinished games played alone
        self._innocent = 0  # deaths in which the game played alone was finished later
        self._finished = 0  # games played alone

    def survived(self, task: Sequence[Item], alone: bool) -> None:
        """Count a task that was finished, one game that was played `alone` or several."""
        self._finished += alone
        for item in task:
            self._innocent += self._unexplained.pop(item, 0)

    def died(self, task: Sequence[Item], alone: bool) -> None:
        """Count the death of the worker of a task, one game that was played `alone` or several."""
        if alone:
            self.alone += 1
            self._unexplained.update(task)

    def verdict(self, item: Item) -> str:
        """Why a game is given up, DIED or KILLED; an empty string if it is played again."""
        deaths = self._unexplained[item]
        share = self._innocent / (self._innocent + self._finished) if self._innocent else 0.0
        if deaths >= ENOUGH and share**deaths <= CHANCE:
            return DIED
        return KILLED if deaths >= MOST else ""
