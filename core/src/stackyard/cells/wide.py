"""Sets of any number of cells as a vec of words: cell n is bit n % 32 of word n // 32.

The functions are those of `stackyard.cells.bits` and `stackyard.cells.pairs`. A set is as long as
its board asks for, so `set_of` is told how many cells there are; two sets are combined only if they
are equally long. `union`, `common` and `without` make new sets, `add` and `drop` change the one
given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit as word_bit
from stackyard.cells.bits import count as word_count
from stackyard.cells.bits import highest as word_highest
from stackyard.cells.bits import lowest as word_lowest
from stackyard.cells.bits import pick as word_pick

WORD: Final = 32  # cells of each word, so that no division finds a cell's place


def set_of(cells: Iterable[int], of: int) -> vec[i64]:
    """The set of these cells of a board with `of` cells. ValueError for a cell not among them."""
    words = [0] * ((of + WORD - 1) // WORD)
    for cell in cells:
        if not 0 <= cell < of:
            raise ValueError(f"cell {cell} is not one of {of} cells, 0 to {of - 1}")
        words[cell // WORD] |= 2 ** (cell % WORD)
    return vec[i64](words)


def has(cells: vec[i64], n: i64) -> i64:
    """1 if a set holds cell `n`, else 0."""
    return cells[n >> 5] >> (n & 31) & 1


def add(cells: vec[i64], n: i64) -> None:
    """Add cell `n` to a set."""
    cells[n >> 5] |= word_bit(n & 31)


def drop(cells: vec[i64], n: i64) -> None:
    """Remove cell `n` from a set, if it is there."""
    cells[n >> 5] &= ~word_bit(n & 31)


def is_empty(cells: vec[i64]) -> bool:
    """Tell if a set holds no cell."""
    every: i64 = 0
    for word in cells:
        every |= word
    return every == 0


def count(cells: vec[i64]) -> i64:
    """The number of cells in a set."""
    total: i64 = 0
    for word in cells:
        total += word_count(word)
    return total


def lowest(cells: vec[i64]) -> i64:
    """The smallest cell of a set that is not empty."""
    at: i64 = 0
    while cells[at] == 0:
        at += 1
    return at * WORD + word_lowest(cells[at])


def highest(cells: vec[i64]) -> i64:
    """The largest cell of a set that is not empty."""
    at: i64 = len(cells) - 1
    while cells[at] == 0:
        at -= 1
    return at * WORD + word_highest(cells[at])


def pick(cells: vec[i64], k: i64) -> i64:
    """The k-th smallest cell of a set, k from 0 to count(cells) - 1."""
    at: i64 = 0
    here = word_count(cells[0])
    while k >= here:
        k -= here
        at += 1
        here = word_count(cells[at])
    return at * WORD + word_pick(cells[at], k)


def members(cells: vec[i64]) -> vec[i64]:
    """The cells of a set in rising order."""
    found = vec[i64]()
    at: i64 = 0
    while at < len(cells):
        word = cells[at]
        while word:
            found = append(found, at * WORD + word_lowest(word))
            word &= word - 1
        at += 1
    return found


def union(one: vec[i64], other: vec[i64]) -> vec[i64]:
    """The cells of either set."""
    made = one[:]
    at: i64 = 0
    while at < len(made):
        made[at] |= other[at]
        at += 1
    return made


def common(one: vec[i64], other: vec[i64]) -> vec[i64]:
    """The cells of both sets."""
    made = one[:]
    at: i64 = 0
    while at < len(made):
        made[at] &= other[at]
        at += 1
    return made


def without(one: vec[i64], other: vec[i64]) -> vec[i64]:
    """The cells of the first set that are not in the second."""
    made = one[:]
    at: i64 = 0
    while at < len(made):
        made[at] &= ~other[at]
        at += 1
    return made


def table(sets: Iterable[vec[i64]]) -> vec[i64]:
    """Several sets, equally long, one after the other, for `at`."""
    return vec[i64]([word for cells in sets for word in cells])


def at(sets: vec[i64], n: i64, words: i64) -> vec[i64]:
    """The n-th set of a table; each set takes `words` words."""
    return sets[n * words : (n + 1) * words]


def adjacent(near: vec[i64], cells: vec[i64]) -> vec[i64]:
    """The cells with a neighbour in a set; `near` is a table of the neighbours of each cell."""
    words: i64 = len(cells)
    found = without(cells, cells)
    for cell in members(cells):
        k: i64 = 0
        while k < words:
            found[k] |= near[cell * words + k]
            k += 1
    return found


def flood(near: vec[i64], start: vec[i64], within: vec[i64]) -> vec[i64]:
    """The cells of `within` that can be reached, inside it, from those of `start` that it holds."""
    words: i64 = len(within)
    todo = members(common(start, within))
    left = without(within, start)
    done: i64 = 0
    while done < len(todo):
        base = todo[done] * words
        done += 1
        k: i64 = 0
        while k < words:
            more = near[base + k] & left[k]
            left[k] ^= more
            while more:
                todo = append(todo, k * WORD + word_lowest(more))
                more &= more - 1
            k += 1
    return without(within, left)


def groups(near: vec[i64], cells: vec[i64]) -> vec[i64]:
    """The groups of adjacent cells of a set, as a table of sets, by their smallest cells."""
    found = vec[i64]()
    while not is_empty(cells):
        start = without(cells, cells)
        add(start, lowest(cells))
        group = flood(near, start, cells)
        for word in group:
            found = append(found, word)
        cells = without(cells, group)
    return found
