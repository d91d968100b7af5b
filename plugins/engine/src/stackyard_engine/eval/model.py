"""Evaluation by learned weights; compiled games embed a copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from stackyard.position import Position, Traited

UNIT: Final = 1000  # a value of UNIT means odds of e to 1
MANY: Final = 64  # fewer tuples are faster summed anew
FEW: Final = 4  # a sum is changed, not made anew, if fewer than one trait of FEW has changed


@final
class LinearEvaluator:
    """The sum of the weights of a position's traits, for the player to act.

    For each tuple of traits, `plan` holds the start of its table in `weights`, the number of its
    traits, and for each trait its index and its stride in the table. `reader` writes the traits of
    positions without `traits`. A sum is made from the last one for the same player by the traits
    that have changed, if these are few. Not thread-safe.
    """

    def __init__(
        self,
        traits: int,
        plan: vec[i64],
        weights: vec[i32],
        reader: Callable[[Position, vec[i64]], None] | None = None,
    ) -> None:
        self._traits: i64 = traits
        self._found = zeros(traits)
        self._plan = plan
        self._weights = weights
        self._reader = reader
        tuples: i64 = 0
        counts = zeros(traits + 1)  # by trait: the number of its uses, the next trait's place
        at: i64 = 0
        end = i64(len(plan))
        while at < end:
            tuples += 1
            last = at + 2 * plan[at + 1]
            at += 2
            while at <= last:
                counts[plan[at] + 1] += 1
                at += 2
        trait: i64 = 0
        while trait < traits:
            counts[trait + 1] += counts[trait]
            trait += 1
        self._tuples = tuples
        self._first = counts  # by trait: its first use
        self._uses = zeros(2 * counts[traits])  # a tuple and a stride each
        self._enter_uses()
        self._known = vec[i64]([0, 0])  # by player: whether there is a last sum
        self._sums = vec[i64]([0, 0])
        self._before = zeros(2 * traits)  # the traits of the last sums, by player
        self._changed = zeros(traits)  # those that differ now
        self._indices = zeros(2 * self._tuples)  # and the weights in them

    def _enter_uses(self) -> None:
        """List the tuples of each trait."""
        plan = self._plan
        uses = self._uses
        slots = self._first[:]
        number: i64 = 0
        at: i64 = 0
        end = i64(len(plan))
        while at < end:
            last = at + 2 * plan[at + 1]
            at += 2
            while at <= last:
                place = 2 * slots[plan[at]]
                slots[plan[at]] += 1
                uses[place] = number
                uses[place + 1] = plan[at + 1]
                at += 2
            number += 1

    def value(self, position: Position) -> i64:
        """The value of an unfinished position for the player to act, in units of UNIT."""
        found = self._found
        if self._reader is None:
            cast(Traited, position).traits(found)
        else:
            self._reader(position, found)
        side = position.player
        if self._known[side]:
            before = self._before
            changed = self._changed
            traits = self._traits
            base = side * traits
            number: i64 = 0
            trait: i64 = 0
            while trait < traits:
                if found[trait] != before[base + trait]:
                    changed[number] = trait
                    number += 1
                trait += 1
            if FEW * number < traits:
                return self._changed_sum(side, number)
        return self._full_sum(side)

    def _full_sum(self, side: i64) -> i64:
        """The sum for the traits found, for a player."""
        found = self._found
        plan = self._plan
        weights = self._weights
        indices = self._indices
        number = side * self._tuples
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
            indices[number] = index
            number += 1
        if self._tuples < MANY:
            return total
        base = side * self._traits
        trait: i64 = 0
        while trait < self._traits:
            self._before[base + trait] = found[trait]
            trait += 1
        self._known[side] = 1
        self._sums[side] = total
        return total

    def _changed_sum(self, side: i64, changes: i64) -> i64:
        """The same, from the last sum for this player and the number of traits that changed."""
        found = self._found
        changed = self._changed
        before = self._before
        uses = self._uses
        weights = self._weights
        indices = self._indices
        number = side * self._tuples
        base = side * self._traits
        first = self._first
        total = self._sums[side]
        change: i64 = 0
        while change < changes:
            trait = changed[change]
            more = found[trait] - before[base + trait]
            before[base + trait] = found[trait]
            at = 2 * first[trait]
            end = 2 * first[trait + 1]
            while at < end:
                place = number + uses[at]
                index = indices[place]
                total -= i64(weights[index])
                index += more * uses[at + 1]
                total += i64(weights[index])
                indices[place] = index
                at += 2
            change += 1
        self._sums[side] = total
        return total

    def indices(self, position: Position) -> list[int]:
        """The indices of the weights whose sum is the value, one for each tuple, for training."""
        side = position.player
        self.value(position)
        number = side * self._tuples
        found: list[int] = []
        while number < (side + 1) * self._tuples:
            found.append(int(self._indices[number]))
            number += 1
        return found


def zeros(number: i64) -> vec[i64]:
    """A vector of `number` zeros."""
    zeros = vec[i64]()
    while len(zeros) < number:
        zeros = append(zeros, 0)
    return zeros
