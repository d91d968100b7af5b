"""Reads the traits of scenes from the attributes of positions, by tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import count, highest
from stackyard.position import Position

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


@final
class CellReader:
    """Reads the traits of positions of one game; not thread-safe.

    `write` is `write_words` of the game's `attributes`, with these `rooms` and as many words. For
    each trait `plan` holds its index, the start of its table in `tables`, the number of its parts,
    and for each part: how a word is looked at, the word, the argument, and the stride in the table.
    The trait of the number of moves is that number, at most `most`; those of the cells that the
    players hold are counted, up to `full`. The board has `cells` cells. With `highest_pieces`, by
    the trait of a cell, as many traits of the highest pieces follow. What was never met when the
    tables were made is asked of `scene`.
    """

    def __init__(
        self,
        write: Callable[[Position, vec[i64], vec[i64]], None],
        rooms: vec[i64],
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
        self._rooms = rooms
        made = vec[i64]()
        while len(made) < words:
            made = append(made, 0)
        self._words = made
        self._plan = plan
        self._tables = tables
        self._most = most
        self._full = full
        self._cells = cells
        self._highest = highest_pieces
        self._scene = scene

    def read(self, position: Position, found: vec[i64]) -> None:
        """Write the traits of a position into `found`."""
        words = self._words
        self._write(position, self._rooms, words)
        plan = self._plan
        tables = self._tables
        at: i64 = 0
        end = i64(len(plan))
        while at < end:
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
            value = tables[place]
            if value == UNKNOWN:
                self._scene(position, found)
                return
            found[trait] = value
        self._count(found)
        found[PLAYER] = words[PLAYER]
        found[MID_TURN_TRAIT] = words[MID_TURN]
        moves = words[MOVES]
        found[MOVES_TRAIT] = moves if moves < self._most else self._most

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
