"""Sets of cells on a hexagonal board, and the rings and chains of stones in them.

A set is two words: `low` holds the cells below HALF, `high` those that only a side of 6 has. The
*ends* of a set are its edge stones. Ring t about an end is the stones that t steps lead to; where
ring t about one end meets ring d - t about another, d steps away, lie their shortest chains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.bits import bit, lowest, members
from stackyard.boards import HexHex

HALF: Final = 62
CELLS: Final = 91  # at most
ENDS: Final = 32  # room for 30 ends, and for the stone just placed
PLACED: Final = 31
RINGS: Final = 4 * CELLS  # words for the rings about one end
FAR: Final = 1000  # steps between stones that are not joined

Cells = tuple[i64, i64]  # a set: low, high
Chain = tuple[i64, i64, i64, i64]  # a piece of one: steps to go, last cell, its stones (low, high)


@final
class Hexagon:
    """The tables of one board, and room for what is measured while a move is made."""

    def __init__(self, side: int) -> None:
        board = HexHex(side)
        near = [as_set(cells) for cells in board.neighbours]
        self.near = vec[i64]([word for words in near for word in words])  # low, high of each cell
        self.all: Cells = as_set(range(len(board)))
        self.rim: Cells = as_set(board.edge)
        self.swap: i64 = len(board)  # the move
        # For each end and each t: ring t (low, high), and the cells beside its stones.
        self.rings = vec[i64]([0] * (ENDS * RINGS))
        self.ends = vec[i64]([0] * ENDS)  # the ends by number
        self.rank = vec[i64]([0] * CELLS)  # and their numbers
        self.apart = vec[i64]([FAR] * (ENDS * ENDS))  # steps from end to end, by number

    def group(self, own_low: i64, own_high: i64, cell: i64) -> Cells:
        """The stones of a set that are joined to the one on a cell, itself included."""
        near = self.near
        ring_low, ring_high = alone(cell)
        left_low = own_low & ~ring_low
        left_high = own_high & ~ring_high
        while ring_low | ring_high:
            ring_low, ring_high = beside(near, ring_low, ring_high)
            ring_low &= left_low
            ring_high &= left_high
            left_low ^= ring_low
            left_high ^= ring_high
        return own_low ^ left_low, own_high ^ left_high

    def look_about_ends(self, low: i64, high: i64) -> i64:
        """Write down the rings about every end of a set; how many ends there are."""
        rim_low, rim_high = self.rim
        end_low = low & rim_low
        end_high = high & rim_high
        number: i64 = 0
        while end_low | end_high:
            cell = first(end_low, end_high)
            end_low, end_high = rest(end_low, end_high)
            self.ends[number] = cell
            self.rank[cell] = number
            number += 1
        k: i64 = 0
        while k < number:
            self.look(k, self.ends[k], low, high)
            k += 1
        return number

    def add_end(self, cell: i64, ends: i64) -> i64:
        """Number one more end after `ends` of them, if the cell lies on the rim; how many then."""
        if has(self.rim[0], self.rim[1], cell) == 0:
            return ends
        self.ends[ends] = cell
        self.rank[cell] = ends
        return ends + 1

    def look(self, end: i64, cell: i64, low: i64, high: i64) -> None:
        """Write down, under number `end`, the rings about a cell in a set of stones.

        They stop where no stone, or no edge stone, of the set is left.
        """
        near, rings, rank, apart = self.near, self.rings, self.rank, self.apart
        rim_low, rim_high = self.rim
        ring_low, ring_high = alone(cell)
        at = end * RINGS
        steps: i64 = 0
        low &= ~ring_low
        high &= ~ring_high
        while ring_low | ring_high:
            met_low = ring_low & rim_low
            met_high = ring_high & rim_high
            base: i64 = 0
            while met_low | met_high:
                if met_low == 0:
                    met_low, met_high, base = met_high, met_low, HALF
                apart[end * ENDS + rank[base + lowest(met_low)]] = steps
                met_low &= met_low - 1
            rings[at] = ring_low
            rings[at + 1] = ring_high
            if (low & rim_low) | (high & rim_high) == 0:
                return
            ring_low, ring_high = beside(near, ring_low, ring_high)
            rings[at + 2] = ring_low
            rings[at + 3] = ring_high
            ring_low &= low
            ring_high &= high
            low ^= ring_low
            high ^= ring_high
            at += 4
            steps += 1

    def chains(self, end: i64, to: i64, past_ends: bool) -> vec[i64]:
        """The shortest chains (low, high, low, high …) between two ends, `end` with known rings.

        Without `past_ends` none that passes another edge stone.
        """
        low, high = alone(self.ends[to])
        piece = self.apart[end * ENDS + to], self.ends[to], low, high
        return self._longer(vec[i64](), end, piece, past_ends)

    def _longer(self, found: vec[i64], end: i64, piece: Chain, past_ends: bool) -> vec[i64]:
        """`found` and all chains that go on from a piece of one."""
        steps, cell, low, high = piece
        if steps == 0:
            return append(append(found, low), high)
        near, rings = self.near, self.rings
        at = end * RINGS + 4 * (steps - 1)
        next_low = near[2 * cell] & rings[at]
        next_high = near[2 * cell + 1] & rings[at + 1]
        if steps > 1 and not past_ends:
            rim_low, rim_high = self.rim
            next_low &= ~rim_low
            next_high &= ~rim_high
        for cell in cells_of(next_low, next_high):
            x_low, x_high = alone(cell)
            more = steps - 1, cell, low | x_low, high | x_high
            found = self._longer(found, end, more, past_ends)
        return found


def as_set(cells: Sequence[int]) -> Cells:
    """Some cells as a set."""
    low = sum([2**cell for cell in cells if cell < HALF])
    high = sum([2 ** (cell - HALF) for cell in cells if cell >= HALF])
    return low, high


def alone(cell: i64) -> Cells:
    """The set of one cell."""
    none = cell * 0
    if cell < HALF:
        return bit(cell), none
    return none, bit(cell - HALF)


def has(low: i64, high: i64, cell: i64) -> i64:
    """1 if a set holds the cell, else 0."""
    if cell < HALF:
        return low >> cell & 1
    return high >> (cell - HALF) & 1


def first(low: i64, high: i64) -> i64:
    """The first cell of a set."""
    if low:
        return lowest(low)
    return HALF + lowest(high)


def rest(low: i64, high: i64) -> Cells:
    """A set without its first cell."""
    if low:
        return low & (low - 1), high
    return low, high & (high - 1)


def cells_of(low: i64, high: i64) -> vec[i64]:
    """The cells of a set in rising order."""
    cells = members(low)
    if high:
        for cell in members(high):
            cells = append(cells, HALF + cell)
    return cells


def beside(near: vec[i64], low: i64, high: i64) -> Cells:
    """The cells with a neighbour in a set."""
    beside_low: i64 = 0
    beside_high: i64 = 0
    base: i64 = 0
    while low | high:
        if low == 0:
            low, high, base = high, low, HALF
        cell = base + lowest(low)
        low &= low - 1
        beside_low |= near[2 * cell]
        beside_high |= near[2 * cell + 1]
    return beside_low, beside_high


def next_pair(pair: i64, ends: i64) -> i64:
    """The two ends i < j < `ends`, as i * ENDS + j, that follow on `pair`; 0 before and after."""
    pair += 1
    if pair & 31 < ends:
        return pair
    i = (pair >> 5) + 1
    if i + 1 >= ends:
        return i * 0
    return i * ENDS + i + 1


def joined(sets: vec[i64], more: vec[i64]) -> vec[i64]:
    """The unions of one of `sets` with one of `more` (low, high, …) that contain no other."""
    least = vec[i64]()
    k: i64 = 0
    while k < len(sets):
        n: i64 = 0
        while n < len(more):
            least = with_set(least, sets[k] | more[n], sets[k + 1] | more[n + 1])
            n += 2
        k += 2
    return least


def with_set(sets: vec[i64], low: i64, high: i64) -> vec[i64]:
    """`sets` and one more, without those that contain another."""
    kept = vec[i64]()
    k: i64 = 0
    while k < len(sets):
        if (sets[k] & ~low) | (sets[k + 1] & ~high) == 0:
            return sets
        if (low & ~sets[k]) | (high & ~sets[k + 1]):
            kept = append(append(kept, sets[k]), sets[k + 1])
        k += 2
    return append(append(kept, low), high)


HEXAGONS: Final = {side: Hexagon(side) for side in range(2, 7)}
