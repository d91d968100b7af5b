"""Sets of up to 124 cells as two words: cells 0 to 61 in the first, 62 to 123 in the second.

The functions are those of `stackyard.cells.bits`, and take and return tuples of two i64, which
compiled code keeps in registers. What operators do to one word has names here: `union`, `common`,
`without`. A vec holds several sets one after the other, two words each, for `at` and `store`.
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
from stackyard.cells.bits import members as word_members
from stackyard.cells.bits import pick as word_pick

HALF: Final = 62  # cells of each word
CELLS: Final = 124  # the widest set

Cells = tuple[i64, i64]


def set_of(cells: Iterable[int]) -> Cells:
    """The set of these cells. ValueError for a cell that does not fit."""
    low: int = 0
    high: int = 0
    for cell in cells:
        if not 0 <= cell < CELLS:
            raise ValueError(
                f"cell {cell} does not fit into a set of stackyard.cells.pairs, which holds cells 0"
                " to 123: stackyard.cells.wide has sets of any size"
            )
        if cell < HALF:
            low |= 2**cell
        else:
            high |= 2 ** (cell - HALF)
    return low, high


def bit(n: i64) -> Cells:
    """The set that holds cell `n` alone."""
    none = n * 0
    if n < HALF:
        return word_bit(n), none
    return none, word_bit(n - HALF)


def has(cells: Cells, n: i64) -> i64:
    """1 if a set holds cell `n`, else 0."""
    low, high = cells
    if n < HALF:
        return low >> n & 1
    return high >> (n - HALF) & 1


def is_empty(cells: Cells) -> bool:
    """Tell if a set holds no cell."""
    low, high = cells
    return low | high == 0


def count(cells: Cells) -> i64:
    """The number of cells in a set."""
    low, high = cells
    return word_count(low) + word_count(high)


def lowest(cells: Cells) -> i64:
    """The smallest cell of a set that is not empty."""
    low, high = cells
    if low:
        return word_lowest(low)
    return HALF + word_lowest(high)


def highest(cells: Cells) -> i64:
    """The largest cell of a set that is not empty."""
    low, high = cells
    if high:
        return HALF + word_highest(high)
    return word_highest(low)


def rest(cells: Cells) -> Cells:
    """A set that is not empty without its smallest cell."""
    low, high = cells
    if low:
        return low & (low - 1), high
    return low, high & (high - 1)


def pick(cells: Cells, k: i64) -> i64:
    """The k-th smallest cell of a set, k from 0 to count(cells) - 1."""
    low, high = cells
    here = word_count(low)
    if k < here:
        return word_pick(low, k)
    return HALF + word_pick(high, k - here)


def members(cells: Cells) -> vec[i64]:
    """The cells of a set in rising order."""
    low, high = cells
    found = word_members(low)
    while high:
        found = append(found, HALF + word_lowest(high))
        high &= high - 1
    return found


def union(one: Cells, other: Cells) -> Cells:
    """The cells of either set."""
    return one[0] | other[0], one[1] | other[1]


def common(one: Cells, other: Cells) -> Cells:
    """The cells of both sets."""
    return one[0] & other[0], one[1] & other[1]


def without(one: Cells, other: Cells) -> Cells:
    """The cells of the first set that are not in the second."""
    return one[0] & ~other[0], one[1] & ~other[1]


def table(sets: Iterable[Cells]) -> vec[i64]:
    """Several sets one after the other, for `at` and `store`."""
    return vec[i64]([word for cells in sets for word in cells])


def at(sets: vec[i64], n: i64) -> Cells:
    """The n-th set of a table."""
    return sets[2 * n], sets[2 * n + 1]


def store(sets: vec[i64], n: i64, cells: Cells) -> None:
    """Make `cells` the n-th set of a table."""
    sets[2 * n] = cells[0]
    sets[2 * n + 1] = cells[1]


def adjacent(near: vec[i64], cells: Cells) -> Cells:
    """The cells with a neighbour in a set; `near` is a table of the neighbours of each cell."""
    low, high = cells
    found_low: i64 = 0
    found_high: i64 = 0
    while low:
        n = 2 * word_lowest(low)
        low &= low - 1
        found_low |= near[n]
        found_high |= near[n + 1]
    while high:
        n = 2 * (HALF + word_lowest(high))
        high &= high - 1
        found_low |= near[n]
        found_high |= near[n + 1]
    return found_low, found_high


def flood(near: vec[i64], start: Cells, within: Cells) -> Cells:
    """The cells of `within` that can be reached, inside it, from those of `start` that it holds."""
    low, high = within
    fresh_low = start[0] & low
    fresh_high = start[1] & high
    left_low = low & ~fresh_low
    left_high = high & ~fresh_high
    while fresh_low | fresh_high:
        if fresh_low:
            n = 2 * word_lowest(fresh_low)
            fresh_low &= fresh_low - 1
        else:
            n = 2 * (HALF + word_lowest(fresh_high))
            fresh_high &= fresh_high - 1
        more_low = near[n] & left_low
        more_high = near[n + 1] & left_high
        left_low ^= more_low
        left_high ^= more_high
        fresh_low |= more_low
        fresh_high |= more_high
    return low & ~left_low, high & ~left_high


def groups(near: vec[i64], cells: Cells) -> vec[i64]:
    """The groups of adjacent cells of a set, as a table of sets, by their smallest cells."""
    found = vec[i64]()
    while not is_empty(cells):
        group = flood(near, bit(lowest(cells)), cells)
        found = append(append(found, group[0]), group[1])
        cells = without(cells, group)
    return found
