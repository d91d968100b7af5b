"""Evaluation by learned weights; compiled games embed a copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from stackyard.position import Changing, Position, Traited

UNIT: Final = 1000  # a value of UNIT means odds of e to 1
MANY: Final = 64  # fewer tuples are faster summed anew
NEW: Final = 0  # stages of a family: nothing is evaluated, one is, it has a base of its own
ONE: Final = 1
BASED: Final = 2
STRIDE: Final = 24  # bits of the number of a tuple
TUPLE: Final = 0xFFFFFF  # these bits
FEW: Final = 3  # a sum is changed, not made anew, if fewer than one trait of FEW has changed


@final
class LinearEvaluator:
    """The sum of the weights of a position's traits, for the player to act.

    For each tuple of traits, `plan` holds the start of its table in `weights`, the number of its
    traits, and for each trait its index and its stride in the table. `reader` writes the traits of
    positions without `traits`. A sum is made from one for the same player by the traits that have
    changed, if these are few. Not thread-safe.
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
        self._uses = zeros(counts[traits])  # a tuple and, from bit STRIDE on, a stride each
        self._enter_uses()
        # The base of each player, from which sums are made:
        self._bases: list[Position | None] = [None, None]
        self._sums = vec[i64]([0, 0])
        self._before = zeros(2 * traits)  # its traits, by player
        self._indices = zeros(2 * tuples)  # and the weights in its sum
        self._parent: Position | None = None  # of the family
        self._stages = vec[i64]([NEW, NEW])  # by player: of the family
        self._tells = False  # positions tell which traits have changed
        self._changed = zeros(traits)  # those that differ from the base
        self._shifts = zeros(tuples)  # by tuple: by how much its weight moves on
        self._touched = zeros(counts[traits])  # the tuples that move

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
                uses[slots[plan[at]]] = number + (plan[at + 1] << STRIDE)
                slots[plan[at]] += 1
                at += 2
            number += 1

    def value(self, position: Position) -> i64:
        """The value of an unfinished position for the player to act, in units of UNIT.

        The position becomes the base of this player.
        """
        side = position.player
        if self._bases[side] is not None:
            number = self._changes(position, side)
            if FEW * number < self._traits:
                self._bases[side] = position.copy()
                return self._changed_sum(side, number, True)
        self._read(position)
        total = self._full_sum(side)
        if self._tuples >= MANY:
            self._settle(position, side, total)
        return total

    def begin(self, parent: Position) -> None:
        """Begin a family for `value_beside`: positions that follow from `parent` by a move.

        The parent must not be changed while the family is evaluated, or after it.
        """
        self._parent = parent
        self._stages[0] = NEW
        self._stages[1] = NEW

    def value_beside(self, position: Position) -> i64:
        """The same value of a position of the family.

        The base of the family is the parent if positions tell changes, from the second one on,
        since many searches need only one. Otherwise it is the first of them for the player.
        """
        side = position.player
        stage = self._stages[side]
        if self._tells and self._bases[side] is not None:
            if stage == NEW:
                self._stages[side] = ONE
            elif stage == ONE:
                self._stages[side] = BASED
                self._move_base(side)
        elif stage != BASED:
            self._stages[side] = BASED
            return self.value(position)
        if self._bases[side] is not None:
            number = self._changes(position, side)
            if FEW * number < self._traits:
                return self._changed_sum(side, number, False)
        return self.value(position)

    def _move_base(self, side: i64) -> None:
        """Make the parent of the family the base of a player, if it differs little."""
        parent = self._parent
        if parent is None:
            return
        number = self._changes(parent, side)
        if FEW * number < self._traits:
            self._changed_sum(side, number, True)
            self._bases[side] = parent

    def _read(self, position: Position) -> None:
        """Write the traits of a position into `_found`."""
        if self._reader is None:
            cast(Traited, position).traits(self._found)
        else:
            self._reader(position, self._found)

    def _changes(self, position: Position, side: i64) -> i64:
        """List the traits that differ from those of the base; return how many."""
        found = self._found
        before = self._before
        changed = self._changed
        base = side * self._traits
        number: i64 = 0
        if self._tells:
            told: i64 = cast(Changing, position).changes(self._bases[side], side, found, changed)
            place: i64 = 0
            while place < told:
                trait = changed[place]
                if found[trait] != before[base + trait]:
                    changed[number] = trait
                    number += 1
                place += 1
            return number
        self._read(position)
        trait = 0
        while trait < self._traits:
            if found[trait] != before[base + trait]:
                changed[number] = trait
                number += 1
            trait += 1
        return number

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
            if plan[at + 1] == 2:  # most tuples are pairs
                index += found[plan[at + 2]] * plan[at + 3]
                index += found[plan[at + 4]] * plan[at + 5]
                at += 6
            else:
                last = at + 2 * plan[at + 1]
                at += 2
                while at <= last:
                    index += found[plan[at]] * plan[at + 1]
                    at += 2
            total += i64(weights[index])
            indices[number] = index
            number += 1
        return total

    def _settle(self, position: Position, side: i64, total: i64) -> None:
        """Make a position the base of a player."""
        base = side * self._traits
        trait: i64 = 0
        while trait < self._traits:
            self._before[base + trait] = self._found[trait]
            trait += 1
        self._sums[side] = total
        self._bases[side] = position.copy()
        self._tells = self._reader is None and hasattr(position, "changes")

    def _changed_sum(self, side: i64, changes: i64, stays: bool) -> i64:
        """The sum from that of the base and the traits listed; if it `stays`, it is the new base.

        Each tuple is looked up once, however many of its traits have changed.
        """
        found = self._found
        changed = self._changed
        before = self._before
        uses = self._uses
        touched = self._touched
        shifts = self._shifts
        first = self._first
        base = side * self._traits
        many: i64 = 0
        change: i64 = 0
        while change < changes:
            trait = changed[change]
            more = found[trait] - before[base + trait]
            if stays:
                before[base + trait] = found[trait]
            at = first[trait]
            end = first[trait + 1]
            while at < end:
                use = uses[at]
                number = use & TUPLE
                shift = shifts[number]
                if shift == 0:
                    touched[many] = number
                    many += 1
                shifts[number] = shift + more * (use >> STRIDE)
                at += 1
            change += 1
        weights = self._weights
        indices = self._indices
        base = side * self._tuples
        total = self._sums[side]
        while many:
            many -= 1
            number = touched[many]
            shift = shifts[number]
            if shift:  # else it has come back, or is listed twice
                shifts[number] = 0
                index = indices[base + number]
                total += i64(weights[index + shift]) - i64(weights[index])
                if stays:
                    indices[base + number] = index + shift
        if stays:
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
