"""A table from the codes of positions to numbers, of which every compiled game may have a copy.

Open addressing with linear probing. A place takes 12 bytes, and at most four fifths are taken.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

PRIME: Final = 0x7FFFFFFF  # 2^31 - 1: a remainder takes two additions
LOW: Final = 0x5851F42D  # odd numbers without a pattern, below PRIME
HIGH: Final = 0x4C957F2D
START: Final = 1024  # places of an empty table
LARGE: Final = 1_000_000  # places from which on a table grows by half, before that four times
MOST: Final = 1_500_000_000  # places that the numbers of 31 bits can tell apart


def home(code: i64, places: i64) -> i64:
    """The place of a code in a table of `places` places, if no other code has taken it before."""
    mixed = (code & PRIME) * LOW + (code >> 31) * HIGH
    mixed = (mixed & PRIME) + (mixed >> 31)
    return (mixed & PRIME) * places >> 31


@final
class Table:
    """Codes, 0 … 2^62 - 1, each with a number of 31 bits and a sign.

    A place of the table is found with `find`; `codes` holds there the code and 1 more, or 0, and
    `words` the number. Growing moves everything to other places.
    """

    def __init__(self, places: i64 = START) -> None:
        self.places = places
        self.used: i64 = 0
        self.codes = vec[i64]([0] * places)
        self.words = vec[i32]([0] * places)

    def find(self, code: i64) -> i64:
        """The place of a code, or the free one where it belongs."""
        codes = self.codes
        places = self.places
        wanted = code + 1
        place = home(code, places)
        found = codes[place]
        while found and found != wanted:
            place += 1
            if place == places:
                place = 0
            found = codes[place]
        return place

    def number(self, code: i64, missing: i64) -> i64:
        """The number of a code, or `missing`."""
        place = self.find(code)
        if self.codes[place]:
            word: i64 = i64(self.words[place])
            return word
        return missing

    def add(self, place: i64, code: i64, word: i64) -> None:
        """Fill the free place that was found for a code."""
        self.codes[place] = code + 1
        self.words[place] = i32(word)
        self.used += 1

    def is_full(self) -> bool:
        """Whether it has to grow before more is added."""
        return 5 * self.used >= 4 * self.places

    def next_places(self) -> i64:
        """How many places it has once it has grown."""
        if self.places < LARGE:
            return 4 * self.places
        places = self.places + self.places // 2
        return places if places < MOST else MOST

    def grow(self) -> None:
        """Make room for more."""
        self.resize(self.next_places())

    def resize(self, places: i64) -> None:
        """Have this many places, more than are used."""
        codes = self.codes
        words = self.words
        old = self.places
        self.places = places
        self.codes = vec[i64]([0] * self.places)
        self.words = vec[i32]([0] * self.places)
        place: i64 = 0
        while place < old:
            if codes[place]:
                there = self.find(codes[place] - 1)
                self.codes[there] = codes[place]
                self.words[there] = words[place]
            place += 1
