"""A hash table from position codes to numbers; compiled games may embed a copy.

Open addressing with linear probing, in segments that grow one at a time and in small steps: a slot
takes 12 bytes, the load factor is about 7/8, and growing holds one segment twice. A code and its
number are adjacent, since memory access dominates the cost of a large table.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

PRIME: Final = 0x7FFFFFFF  # 2^31 - 1: a remainder takes two additions
LOW: Final = 0x5851F42D  # odd numbers without a pattern, below PRIME
HIGH: Final = 0x4C957F2D

SEGMENTS: Final = 256
BITS: Final = 23  # of a place, within its segment; the others are the number of the segment
INSIDE: Final = 0x7FFFFF
START: Final = 4  # places of an empty segment, an even number as always
SMALL: Final = 64  # places up to which a segment doubles; after that it grows by a sixteenth
MOST: Final = 0x800000  # places of a segment

WORD: Final = 31  # bits of a number
WORDS: Final = 0x7FFFFFFF

PIECE: Final = 12  # bits of an index within one piece of an IntArray
PIECE_SIZE: Final = 4096
WITHIN: Final = 0xFFF


def mixed(code: i64) -> i64:
    """A 31-bit hash of a code; it selects the segment and the first slot to probe."""
    number = (code & PRIME) * LOW + (code >> 31) * HIGH
    number = (number & PRIME) + (number >> 31)
    return number & PRIME


def slot(place: i64) -> i64:
    """The index of a place's code in its segment: two codes, then one word with both numbers."""
    return 3 * (place >> 1) + (place & 1)


def limit(slots: i64) -> i64:
    """The largest number of occupied places in a segment of this size."""
    return slots - slots // 8 - 1


@final
class HashTable:
    """Codes, 0 … 2^62 - 1, each with a number of 31 bits.

    `find` returns the place of a code. While `crowded` is the number of a segment rather than -1,
    call `grow` before adding more; it moves the entries of that segment to other places.
    """

    def __init__(self) -> None:
        self.used: i64 = 0
        self.slots: i64 = SEGMENTS * START
        self.crowded: i64 = -1
        self.segments = vec[vec[i64]]()
        self._sizes = vec[i64]([START] * SEGMENTS)
        self._remaining = vec[i64]([limit(START)] * SEGMENTS)  # how many more each segment may hold
        number: i64 = 0
        while number < SEGMENTS:
            self.segments = append(self.segments, vec[i64]([0] * (3 * START // 2)))
            number += 1

    def find(self, code: i64) -> i64:
        """The place of a code; if it is not there, -1 minus the free place where it belongs."""
        mix = mixed(code)
        number = mix >> BITS
        segment = self.segments[number]
        slots = self._sizes[number]
        place = (mix & INSIDE) * slots >> BITS
        wanted = code + 1
        found = segment[slot(place)]
        while found != wanted:
            if found == 0:
                return -1 - (number << BITS | place)
            place += 1
            if place == slots:
                place = 0
            found = segment[slot(place)]
        return number << BITS | place

    def word(self, place: i64) -> i64:
        """The number at an occupied place."""
        inside = place & INSIDE
        words = self.segments[place >> BITS][3 * (inside >> 1) + 2]
        if inside & 1:
            return words >> WORD
        return words & WORDS

    def write(self, place: i64, word: i64) -> None:
        """Replace the number at an occupied place."""
        inside = place & INSIDE
        segment = self.segments[place >> BITS]
        at = 3 * (inside >> 1) + 2
        words = segment[at]
        if inside & 1:
            segment[at] = words & WORDS | word << WORD
        else:
            segment[at] = words ^ (words & WORDS) | word

    def number(self, code: i64) -> i64:
        """The number of a code; -1 if it is missing, or no code."""
        place: i64 = -1
        if code >= 0:
            place = self.find(code)
        if place < 0:
            return -1
        return self.word(place)

    def add(self, place: i64, code: i64, word: i64) -> None:
        """Store a code and its number in the free place found for it."""
        number = place >> BITS
        self.segments[number][slot(place & INSIDE)] = code + 1
        self.write(place, word)
        self.used += 1
        remaining = self._remaining
        remaining[number] -= 1
        if remaining[number] == 0:
            self.crowded = number

    def codes(self, number: i64) -> vec[i64]:
        """The codes in a segment by place, each plus 1; 0 marks a free place."""
        segment = self.segments[number]
        slots = self._sizes[number]
        codes = vec[i64]([0] * slots)
        place: i64 = 0
        while place < slots:
            codes[place] = segment[slot(place)]
            place += 1
        return codes

    def growth(self) -> i64:
        """The size in bytes of the crowded segment after growing; 0 if it cannot grow."""
        slots = next_size(self._sizes[self.crowded])
        return 12 * slots if slots <= MOST else 0

    def grow(self) -> None:
        """Enlarge the crowded segment."""
        number = self.crowded
        self.crowded = -1
        self._resize(number, next_size(self._sizes[number]))

    def restore(self, segments: list[memoryview], used: i64) -> None:
        """Load the segments of another table."""
        self.used = used
        self.slots = 0
        self.crowded = -1
        number: i64 = 0
        while number < SEGMENTS:
            segment = vec[i64](segments[number].cast("q"))
            slots = i64(len(segment)) * 2 // 3
            self.segments[number] = segment
            self._sizes[number] = slots
            self.slots += slots
            remaining = limit(slots)
            for code in self.codes(number):
                if code:
                    remaining -= 1
            self._remaining[number] = remaining
            if remaining == 0:
                self.crowded = number
            number += 1

    def trim(self) -> None:
        """Shrink each segment to fit, once nothing more will be added."""
        number: i64 = 0
        while number < SEGMENTS:
            size = self._sizes[number]
            used = limit(size) - self._remaining[number]
            slots = (used + used // 6 + 3) // 2 * 2
            if slots < size:
                self._resize(number, slots)
            number += 1

    def _resize(self, number: i64, slots: i64) -> None:
        """Rehash a segment into this many places."""
        old = self.segments[number]
        self.slots += slots - self._sizes[number]
        self._remaining[number] += limit(slots) - limit(self._sizes[number])
        new = vec[i64]([0] * (3 * slots // 2))
        self.segments[number] = new
        self._sizes[number] = slots
        base = number << BITS
        at: i64 = 0
        while at < len(old):
            words = old[at + 2]
            if old[at]:
                place = -1 - self.find(old[at] - 1)
                new[slot(place - base)] = old[at]
                self.write(place, words & WORDS)
            if old[at + 1]:
                place = -1 - self.find(old[at + 1] - 1)
                new[slot(place - base)] = old[at + 1]
                self.write(place, words >> WORD)
            at += 3


def next_size(slots: i64) -> i64:
    """The number of places of a segment after growing."""
    if slots < SMALL:
        return 2 * slots
    return slots + (slots >> 5) * 2


@final
class IntArray:
    """An array of signed 32-bit numbers in pieces of equal size, so that growing copies nothing."""

    def __init__(self) -> None:
        self.pieces = vec[vec[i32]]()
        self.size: i64 = 0

    def reach(self, size: i64) -> None:
        """Extend the array to at least this many numbers; new ones are 0."""
        while self.size < size:
            self.pieces = append(self.pieces, vec[i32]([0] * PIECE_SIZE))
            self.size += PIECE_SIZE

    def unpack(self, packed: memoryview) -> None:
        """Load the numbers from the pieces of another array."""
        self.pieces = vec[vec[i32]]()
        self.size = 0
        numbers = packed.cast("i")
        while self.size < len(numbers):
            begin = int(self.size)
            piece = vec[i32](numbers[begin : begin + PIECE_SIZE])
            self.pieces = append(self.pieces, piece)
            self.size += PIECE_SIZE

    def get(self, at: i64) -> i64:
        """The number at an index."""
        number: i64 = i64(self.pieces[at >> PIECE][at & WITHIN])
        return number

    def set(self, at: i64, number: i64) -> None:
        """Set the number at an index."""
        self.pieces[at >> PIECE][at & WITHIN] = i32(number)
