"""Evaluation by learned weights; compiled games embed a copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from stackyard.position import Traited as Position

UNIT: Final = 1000  # a value of UNIT means odds of e to 1


@final
class LinearEvaluator:
    """The sum of the weights of a position's traits, for the player to act.

    For each tuple of traits, `plan` holds the start of its table in `weights`, the number of its
    traits, and for each trait its index and its stride in the table. `reader` writes the traits of
    positions without `traits`. Not thread-safe.
    """

    def __init__(
        self,
        traits: int,
        plan: vec[i64],
        weights: vec[i32],
        reader: Callable[[Position, vec[i64]], None] | None = None,
    ) -> None:
        found = vec[i64]()
        while len(found) < traits:
            found = append(found, 0)
        self._found = found
        self._plan = plan
        self._weights = weights
        self._reader = reader

    def value(self, position: Position) -> i64:
        """The value of an unfinished position for the player to act, in units of UNIT."""
        found = self._found
        if self._reader is None:
            position.traits(found)
        else:
            self._reader(position, found)
        plan = self._plan
        weights = self._weights
        total: i64 = 0
        at: i64 = 0
        end = i64(len(plan))
        while at < end:
            index = plan[at]
            last = at + 2 * plan[at + 1]
            at += 2
            while at <= last:
                index += found[plan[at]] * plan[at + 1]
                at += 2
            total += i64(weights[index])
        return total

    def indices(self, position: Position) -> list[int]:
        """The indices of the weights whose sum is the value, one for each tuple, for training."""
        self.value(position)
        plan = self._plan
        found: list[int] = []
        at: i64 = 0
        end = i64(len(plan))
        while at < end:
            index = plan[at]
            last = at + 2 * plan[at + 1]
            at += 2
            while at <= last:
                index += self._found[plan[at]] * plan[at + 1]
                at += 2
            found.append(int(index))
        return found
