"""Sets of up to 62 cells as the bits of one i64: cell n is bit n.

`stackyard.cells.pairs` has the same functions for sets of up to 124 cells, and
`stackyard.cells.wide` for sets of any size.
Compiled, each function is a handful of machine instructions; uncompiled, the same code works on
Python's ints. Two constants fit both worlds because only bits are read that 64-bit overflow
leaves alone.

`adjacent`, `flood` and `groups` walk from cell to neighbour. They take a table of the
neighbours of each cell, made once: `near = table(map(set_of, board.neighbours))`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

CELLS: Final = 62  # the widest set


def bit(n: i64) -> i64:
    """The set that holds cell `n` alone, 0 … 62 (62 serves as a stack's marker)."""
    one = n * 0 + 1  # a literal 1 would be shifted as a 32-bit number
    return one << n


def set_of(cells: Iterable[int]) -> int:
    """The set of these cells. ValueError for a cell that does not fit."""
    made: int = 0
    for cell in cells:
        if not 0 <= cell < CELLS:
            raise ValueError(
                f"cell {cell} does not fit into a set of stackyard.cells.bits, which holds cells 0"
                " to 61: stackyard.cells.pairs has sets of 124 cells, stackyard.cells.wide sets of"
                " any size"
            )
        made |= 2**cell
    return made


def has(cells: i64, n: i64) -> i64:
    """1 if a set holds cell `n`, else 0."""
    return cells >> n & 1


def count(cells: i64) -> i64:
    """The number of cells in a set, by adding neighbouring fields (Knuth, TAOCP 7.1.3)."""
    cells -= (cells >> 1) & 0x1555555555555555
    cells = (cells & 0x3333333333333333) + ((cells >> 2) & 0x3333333333333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (cells * 0x0101010101010101 >> 56) & 127


def lowest(cells: i64) -> i64:
    """The smallest cell of a set that is not empty, 0 … 62, by a de Bruijn product."""
    return _PLACE[((cells & -cells) * 0x03F79D71B4CB0A89 >> 58) & 63]


def highest(cells: i64) -> i64:
    """The largest cell of a set that is not empty, 0 … 62."""
    base: i64 = 0
    if cells >> 32:
        cells >>= 32
        base = 32
    if cells >> 16:
        cells >>= 16
        base += 16
    if cells >> 8:
        cells >>= 8
        base += 8
    return base + _HIGHEST[cells]


def pick(cells: i64, k: i64) -> i64:
    """The k-th smallest cell of a set, k from 0 to count(cells) - 1.

    A set among the first eight cells is looked up. In any other one the eighth of the cells that
    holds the k-th is found without a branch, since no processor could guess which way one goes.
    """
    if cells < 256:
        return _PICK[cells * 8 + k]
    sums = cells - ((cells >> 1) & 0x1555555555555555)
    sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333)
    sums = (sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0F
    sums = sums * 0x0101010101010101 & 0x3FFFFFFFFFFFFFFF  # each byte: the cells up to its end
    passed = ((k * 0x0001010101010101 | 0x0080808080808080) - (sums & 0x007F7F7F7F7F7F7F)) >> 7
    base = (passed & 0x0001010101010101) * 0x08080808080808 >> 48 & 0x38
    k -= sums << 8 >> base & 63
    return base + _PICK[(cells >> base & 255) * 8 + k]


def members(cells: i64) -> vec[i64]:
    """The cells of a set in rising order."""
    found = _PLACE[: count(cells)]  # of that length: each is replaced
    write_members(cells, found, 0)
    return found


def write_members(cells: i64, found: vec[i64], at: i64, first: i64 = 0) -> i64:
    """Write `first` plus each cell of a set into `found`, from `at` on; return the place after."""
    while cells:
        found[at] = first + lowest(cells)
        cells &= cells - 1
        at += 1
    return at


def table(sets: Iterable[int]) -> vec[i64]:
    """Several sets one after the other: the n-th is `table(sets)[n]`."""
    return vec[i64](list(sets))


def adjacent(near: vec[i64], cells: i64) -> i64:
    """The cells with a neighbour in a set."""
    found: i64 = 0
    while cells:
        found |= near[lowest(cells)]
        cells &= cells - 1
    return found


def flood(near: vec[i64], start: i64, within: i64) -> i64:
    """The cells of `within` that can be reached, inside it, from those of `start` that it holds."""
    fresh = start & within
    left = within & ~fresh
    while fresh:
        more = near[lowest(fresh)] & left
        left ^= more
        fresh = fresh & (fresh - 1) | more
    return within & ~left


def groups(near: vec[i64], cells: i64) -> vec[i64]:
    """The groups of adjacent cells of a set, as a table of sets, by their smallest cells."""
    found = vec[i64]()
    while cells:
        group = flood(near, cells & -cells, cells)
        found = append(found, group)
        cells &= ~group
    return found


def _places() -> list[int]:
    """The position of each single bit in the de Bruijn product."""
    table = [0] * 64
    for n in range(CELLS + 1):
        table[(2**n * 0x03F79D71B4CB0A89 >> 58) & 63] = n
    return table


def _picks() -> list[int]:
    """The members of each set of eight cells."""
    table = [0] * (256 * 8)
    for cells in range(256):
        here = [n for n in range(8) if cells >> n & 1]
        table[cells * 8 : cells * 8 + len(here)] = here
    return table


_PLACE: Final = vec[i64](_places())
_PICK: Final = vec[i64](_picks())
_HIGHEST: Final = vec[i64]([max(0, n.bit_length() - 1) for n in range(256)])
