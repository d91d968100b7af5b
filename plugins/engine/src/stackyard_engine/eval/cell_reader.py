"""Reads the traits of scenes from the attributes of positions, by tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, highest, lowest
from stackyard.position import Position
from stackyard_engine.eval.model import zeros

# How a word of a position is looked at; each has an argument.
BIT: Final = 0  # a bit of it
NUMBER: Final = 1  # the number itself; the argument, if it is that or more
LENGTH: Final = 2  # the number of its bits up to the highest; the argument, if more
COUNT: Final = 3  # how many of its bits are 1; the argument, if more

UNKNOWN: Final = -1  # in a table: ask the scene
PLAYER: Final = 0  # the word, and the trait
MID_TURN: Final = 1  # the word; as in scene_features: the traits
MOVES: Final = 2  # the word with the number of legal moves
MOVES_TRAIT: Final = 1
MID_TURN_TRAIT: Final = 4
OWNED_TRAITS: Final = 5  # the first of two
FIRST_CELL: Final = 7
WORD: Final = 64  # bits


@final
class CellReader:
    """Reads the traits of positions of one game; not thread-safe.

    `write` is `write_words` of the game's `attributes`, with these `widths` and as many words. For
    each trait `plan` holds its index, the start of its table in `tables`, the number of its parts,
    and for each part: how a word is looked at, the word, the argument, and the stride in the table.
    The trait of the number of moves is that number, at most `most`; those of the cells that the
    players hold are counted, up to `full`. The board has `cells` cells. With `highest_pieces`, by
    the trait of a cell, as many traits of the highest pieces follow. What was never met when the
    tables were made is asked of `scene`.

    Traits that bits alone tell are kept from the last position of the same player, and read again
    where one of their bits has changed.
    """

    def __init__(
        self,
        write: Callable[[Position, vec[i64], vec[i64]], None],
        widths: vec[i64],
        words: i64,
        plan: vec[i64],
        tables: vec[i64],
        most: i64,
        full: i64,
        cells: i64,
        highest_pieces: vec[i64],
        scene: Callable[[Position, vec[i64]], None],
    ) -> None:
        self._write = write
        self._widths = widths
        self._words = zeros(words)
        self._size = words
        traits: i64 = FIRST_CELL + cells
        at: i64 = 0
        while at < len(plan):
            if plan[at] >= traits:
                traits = plan[at] + 1
            at += 3 + 4 * plan[at + 2]
        self._traits = traits
        self._known = vec[i64]([0, 0])  # by player: whether there is a last position
        self._before = zeros(2 * words)  # by player: its words
        self._kept = zeros(2 * traits)  # by player: its traits that the plan tells
        self._telling = zeros(words)  # by word: the bits that tell something
        self._first = zeros(WORD * words + 1)  # by bit: its first use, the next one's place
        self._uses = vec[i64]()  # the places in the plan of the traits that a bit tells
        self._others = vec[i64]()  # and of those that more than bits tell
        self._plan = plan
        self._tables = tables
        self._most = most
        self._full = full
        self._cells = cells
        self._highest = highest_pieces
        self._scene = scene
        self._enter_uses()

    def _enter_uses(self) -> None:
        """List the traits that each bit tells."""
        plan = self._plan
        first = self._first
        uses: i64 = 0
        told = vec[i64]()  # the places of the traits that bits alone tell
        at: i64 = 0
        while at < len(plan):
            last = at + 3 + 4 * plan[at + 2]
            by_bits = True
            part = at + 3
            while part < last:
                by_bits = by_bits and plan[part] == BIT
                part += 4
            if by_bits:
                told = append(told, at)
                part = at + 3
                while part < last:
                    self._telling[plan[part + 1]] |= bit(plan[part + 2])
                    first[WORD * plan[part + 1] + plan[part + 2] + 1] += 1
                    uses += 1
                    part += 4
            else:
                self._others = append(self._others, at)
            at = last
        place: i64 = 0
        while place + 1 < len(first):
            first[place + 1] += first[place]
            place += 1
        self._uses = zeros(uses)
        slots = first[:]
        number: i64 = 0
        while number < len(told):
            at = told[number]
            part = at + 3
            last = part + 4 * plan[at + 2]
            while part < last:
                place = WORD * plan[part + 1] + plan[part + 2]
                self._uses[slots[place]] = at
                slots[place] += 1
                part += 4
            number += 1

    def read(self, position: Position, found: vec[i64]) -> None:
        """Write the traits of a position into `found`."""
        words = self._words
        self._write(position, self._widths, words)
        side = words[PLAYER]
        is_known = self._read_changes(side) if self._known[side] else self._read_all(side)
        self._known[side] = 1 if is_known else 0
        if not is_known:
            self._scene(position, found)
            return
        kept = self._kept
        base = side * self._traits
        trait: i64 = 0
        while trait < self._traits:
            found[trait] = kept[base + trait]
            trait += 1
        self._count(found)
        found[PLAYER] = side
        found[MID_TURN_TRAIT] = words[MID_TURN]
        moves = words[MOVES]
        found[MOVES_TRAIT] = moves if moves < self._most else self._most

    def _read_all(self, side: i64) -> bool:
        """Read all traits for the player to act; False if the scene has to be asked."""
        base = side * self._size
        word: i64 = 0
        while word < self._size:
            self._before[base + word] = self._words[word]
            word += 1
        at: i64 = 0
        while at < len(self._plan):
            if not self._read_one(at, side):
                return False
            at += 3 + 4 * self._plan[at + 2]
        return True

    def _read_changes(self, side: i64) -> bool:
        """The same from the last position of this player."""
        words = self._words
        before = self._before
        first = self._first
        uses = self._uses
        base = side * self._size
        word: i64 = 0
        while word < self._size:
            changed = (words[word] ^ before[base + word]) & self._telling[word]
            before[base + word] = words[word]
            while changed:
                place = WORD * word + lowest(changed)
                use = first[place]
                end = first[place + 1]
                while use < end:
                    if not self._read_one(uses[use], side):
                        return False
                    use += 1
                changed &= changed - 1
            word += 1
        number: i64 = 0
        while number < len(self._others):
            if not self._read_one(self._others[number], side):
                return False
            number += 1
        return True

    def _read_one(self, at: i64, side: i64) -> bool:
        """Read the trait at a place of the plan; False if it was never met."""
        words = self._words
        plan = self._plan
        trait = plan[at]
        place = plan[at + 1]
        last = at + 3 + 4 * plan[at + 2]
        at += 3
        while at < last:
            form = plan[at]
            part = words[plan[at + 1]]
            argument = plan[at + 2]
            if form == BIT:
                part = part >> argument & 1
            else:
                if part < 0:
                    part = argument
                elif form == LENGTH and part:
                    part = highest(part) + 1
                elif form == COUNT:
                    part = count(part)
                if part > argument:
                    part = argument
            place += part * plan[at + 3]
            at += 4
        value = self._tables[place]
        self._kept[side * self._traits + trait] = value
        return value != UNKNOWN

    def _count(self, found: vec[i64]) -> None:
        """Write the traits that follow from those of the cells."""
        highest_pieces = self._highest
        stacked = len(highest_pieces) > 0
        cells = self._cells
        own: i64 = 0
        other: i64 = 0
        cell: i64 = 0
        while cell < cells:
            look = found[FIRST_CELL + cell]
            if look:
                own += look & 1
                other += 1 - (look & 1)
            if stacked:
                found[FIRST_CELL + cells + cell] = highest_pieces[look]
            cell += 1
        full = self._full
        found[OWNED_TRAITS] = own if own < full else full
        found[OWNED_TRAITS + 1] = other if other < full else full
