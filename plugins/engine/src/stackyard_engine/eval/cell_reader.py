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
MOVES: Final = 2  # the word with the number of legal moves
MOVES_TRAIT: Final = 1


@final
class CellReader:
    """Reads the traits of positions of one game; not thread-safe.

    `write` is `write_words` of the game's `attributes`, with these `rooms` and as many words. For
    each trait `plan` holds its index, the start of its table in `tables`, the number of its parts,
    and for each part: how a word is looked at, the word, the argument, and the stride in the table.
    The trait of the number of moves is that number, at most `most`. What was never met when the
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
        found[PLAYER] = words[PLAYER]
        moves = words[MOVES]
        found[MOVES_TRAIT] = moves if moves < self._most else self._most
