"""The table of positions of alpha-beta searches (transposition table); compiled games embed a copy.

An entry is one word, which costs less memory and time than a tuple: the kind of its value in the
lowest bits, and from these bits on the depth, one more than the best move, and the value.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, final

from mypy_extensions import i64

EXACT: Final = 0  # kinds of values: exact, lower bound, upper bound
AT_LEAST: Final = 1
AT_MOST: Final = 2
COMPLETE: Final = 1023  # the depth of fully resolved values
SURE: Final = 900_000  # values beyond are proven: WIN less the moves it takes
NEVER: Final = -1  # no move
UNKNOWN: Final = 0  # no entry
KIND: Final = 3
DEPTH: Final = 2
MOVE: Final = 12
MOVES: Final = 0x3FFFFFFF
VALUE: Final = 42


class StoppedError(Exception):
    """The search was asked to stop within a depth."""


@final
class PositionTable:
    """Entries by the keys of positions, twice `entries` at most: the older half goes when full."""

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._table: dict[Hashable, int] = {}
        self._before: dict[Hashable, int] = {}  # the previous table, which was full

    def find(self, key: Hashable) -> i64:
        """The entry of a position, or UNKNOWN, whose depth is 0."""
        found = self._table.get(key)
        if found is None:
            found = self._before.get(key)
        return UNKNOWN if found is None else i64(found)

    def enter(self, key: Hashable, depth: i64, kind: i64, value: i64, move: i64) -> None:
        """Enter a position, with the depth of `depth_of`."""
        if len(self._table) >= self._entries:
            self._before = self._table
            self._table = {}
        self._table[key] = int(value << VALUE | move + 1 << MOVE | depth << DEPTH | kind)


def depth_in(entry: i64) -> i64:
    """The depth in an entry, COMPLETE at most."""
    return entry >> DEPTH & COMPLETE


def move_in(entry: i64) -> i64:
    """The best move in an entry, or NEVER."""
    return (entry >> MOVE & MOVES) - 1


def value_in(entry: i64, ply: i64) -> i64:
    """The value in an entry, as seen from `ply` moves before the position."""
    return seen_from(entry >> VALUE, ply)


def settles(entry: i64, value: i64, alpha: i64, beta: i64) -> bool:
    """Tell if an entry, with its value as seen from here, settles a search within alpha … beta."""
    kind = entry & KIND
    if kind == EXACT:
        return True
    if kind == AT_LEAST:
        return value >= beta
    return value <= alpha


def kind_of(value: i64, alpha: i64, beta: i64) -> i64:
    """The kind of the value that a search within alpha … beta has found."""
    if value >= beta:
        return AT_LEAST
    return AT_MOST if value <= alpha else EXACT


def depth_of(depth: i64, complete: bool) -> i64:
    """The depth to enter for a search of that depth, which may have been complete."""
    return COMPLETE if complete else min(depth, COMPLETE - 1)


def seen_from(value: i64, ply: i64) -> i64:
    """A value as seen `ply` moves earlier: a proven end is that much further away."""
    if value > SURE:
        return value - ply
    if value < -SURE:
        return value + ply
    return value
