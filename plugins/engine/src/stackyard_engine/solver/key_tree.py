"""Codes of keys in little memory, by tree compression.

The bytes of a key are cut into words. Each pair of neighbours is given a number, then each pair of
these numbers, until one is left. Similar keys share most of their pairs, so that a key takes one or
two entries of a table (Blom, Lisser, van de Pol and Weber, 2008; Laarman, van de Pol and Weber,
2011).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard_engine.solver.hash_table import WORD, HashTable

WORD_BYTES: Final = 7  # of a key, in each word
MOST: Final = 1_600_000_000  # pairs or words; their numbers have 31 bits


@final
class KeyTree:
    """Codes of keys, which are strings of bytes; a new key is given the next code."""

    def __init__(self) -> None:
        self._words = HashTable()
        self._pairs = HashTable()

    @property
    def full(self) -> bool:
        """True if there are hardly any numbers left."""
        return self._words.used > MOST or self._pairs.used > MOST

    def memory(self) -> int:
        """The memory in use, in bytes."""
        return int(12 * (self._words.slots + self._pairs.slots))

    def code(self, key: bytes) -> int:
        """The code of a key, 0 … 2^62 - 1."""
        size: i64 = len(key)
        numbers = vec[i64]()
        word: i64 = 0
        at: i64 = 0
        while at < size:
            word = word << 8 | i64(key[at])
            at += 1
            if at % WORD_BYTES == 0 or at == size:
                numbers = append(numbers, number_of(self._words, word))
                word = 0
        count: i64 = len(numbers)
        while count > 1:  # a last number without a neighbour stays
            at = 0
            while 2 * at + 1 < count:
                pair = numbers[2 * at] << WORD | numbers[2 * at + 1]
                numbers[at] = number_of(self._pairs, pair)
                at += 1
            if count & 1:
                numbers[at] = numbers[count - 1]
            count -= count // 2
        # Keys of different sizes may share a number: their pairs are nested differently.
        return int(size << WORD | (numbers[0] if count else 0))

    def parts(self) -> list[vec[i64]]:
        """The memory needed by `restore`: words and pairs, each in the order of their numbers."""
        return [ordered(self._words), ordered(self._pairs)]

    def restore(self, parts: list[memoryview]) -> None:
        """Replace all words and pairs by the parts of another tree."""
        self._words = HashTable()
        self._pairs = HashTable()
        for word in vec[i64](parts[0].cast("q")):
            number_of(self._words, word)
        for pair in vec[i64](parts[1].cast("q")):
            number_of(self._pairs, pair)


def number_of(table: HashTable, code: i64) -> i64:
    """The number of a word or pair; a new one gets the next, from 0 on."""
    if table.crowded >= 0:
        table.grow()
    place = table.find(code)
    if place >= 0:
        return table.word(place)
    number = table.used
    table.add(-1 - place, code, number)
    return number


def ordered(table: HashTable) -> vec[i64]:
    """The words or pairs of a table in the order of their numbers."""
    found = vec[i64]([0] * int(table.used))
    segment: i64 = 0
    while segment < len(table.segments):
        for code in table.codes(segment):
            if code:
                found[table.number(code - 1)] = code - 1
        segment += 1
    return found
