"""The rings and chains of the stones in a set of cells on a hexagonal board.

A set is two words (see stackyard.cells.pairs): `high` holds the cells that only a side of 6 has.
The *ends* of a set are its edge stones. Ring t about an end is the set of stones at distance t. Two
ends at distance d have their shortest chains where ring t of one meets ring d - t of the other.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.boards import HexHex
from stackyard.cells.bits import count
from stackyard.cells.pairs import Cells, adjacent, flood, has, table
from stackyard.cells.pairs import bit as alone
from stackyard.cells.pairs import lowest as first
from stackyard.cells.pairs import members as cells_of
from stackyard.cells.pairs import set_of as as_set
from stackyard.cells.symmetry import image_tables

CODED: Final = 3  # the side of the largest board whose positions have codes
CELLS: Final = 91  # at most
ENDS: Final = 32  # more than the edge stones of a set, which are 30 at most
ROOM: Final = 256  # words for the rings of all but the largest groups
FAR: Final = 1000  # steps between stones that are not joined

Chain = tuple[i64, i64, i64, i64]  # a piece of one: steps to go, last cell, its stones (low, high)


@final
class Hexagon:
    """The tables of one board, shared by all positions on it and never changed."""

    def __init__(self, side: int) -> None:
        board = HexHex(side)
        self.side = side
        self.near = table([as_set(near) for near in board.neighbours])  # low, high of each cell
        self.all: Cells = as_set(range(len(board)))
        self.rim: Cells = as_set(board.edge)
        self.swap: i64 = len(board)  # the move
        turns = board.symmetries if side <= CODED else ()
        self.turns = vec[i64](image_tables(turns))  # see `image`; one after the other
        self.turn: i64 = len(self.turns) // (len(turns) or 1)  # the length of each

    def group(self, own_low: i64, own_high: i64, cell: i64) -> Cells:
        """The group, within a set, of the stone on a cell, including that stone."""
        return flood(self.near, alone(cell), (own_low, own_high))


@final
class Rings:
    """The rings about the ends of one set of stones, and the distances between these ends.

    `measure` numbers the ends from 0; a cell outside the set, if measured too, gets the next
    number, `ends`. Each position has its own object, so that positions can be played in several
    threads at once.
    """

    def __init__(self, board: Hexagon) -> None:
        self.board = board
        self.ends: i64 = 0
        # For each end `width` words: the steps to each end; then, from `start` on, four for each t:
        # ring t (low, high), and the cells beside its stones (low, high).
        self.width: i64 = 0
        self.start: i64 = 0
        self.words = _EMPTY[:]
        self._low: i64 = 0  # the set
        self._high: i64 = 0

    def measure(self, low: i64, high: i64) -> i64:
        """Find the rings about every end of a set; return the number of ends."""
        rim_low, rim_high = self.board.rim
        end_low = low & rim_low
        end_high = high & rim_high
        ends = count(end_low)
        stones = count(low)
        if high:
            ends += count(end_high)
            stones += count(high)
        width = ends + 1 + 4 * (stones + 1)
        self.ends = ends
        self.start = ends + 1
        self.width = width
        self._low = low
        self._high = high
        needed = (ends + 1) * width
        if len(self.words) < needed:
            self.words = vec[i64]([0] * (2 * needed))
        end: i64 = 0
        while end_low:
            self._find_rings(end, end_low & -end_low, 0)
            end_low &= end_low - 1
            end += 1
        while end_high:
            self._find_rings(end, 0, end_high & -end_high)
            end_high &= end_high - 1
            end += 1
        return ends

    def measure_beside(self, cell: i64) -> i64:
        """Find the rings about a cell outside the set; return the number of ends with it."""
        ends = self.ends
        low, high = alone(cell)
        self._find_rings(ends, low, high)
        if has(self.board.rim, cell) == 0:
            return ends
        self.words[ends * self.width + ends] = 0
        return ends + 1

    def _find_rings(self, end: i64, ring_low: i64, ring_high: i64) -> None:
        """Find the rings about the cell with the number `end`, which is given as a set.

        They stop where no stone, or no edge stone, of the set is left.
        """
        near, words, ends = self.board.near, self.words, self.ends
        rim_low, rim_high = self.board.rim
        rim_low &= self._low
        rim_high &= self._high
        low = self._low & ~ring_low
        high = self._high & ~ring_high
        row = end * self.width
        at = row
        while at <= row + ends:
            words[at] = FAR
            at += 1
        steps: i64 = 0
        while ring_low | ring_high:
            met = ring_low & rim_low
            while met:
                words[row + count(rim_low & ((met & -met) - 1))] = steps
                met &= met - 1
            met = ring_high & rim_high
            while met:
                words[row + count(rim_low) + count(rim_high & ((met & -met) - 1))] = steps
                met &= met - 1
            words[at] = ring_low
            words[at + 1] = ring_high
            if (low & rim_low) | (high & rim_high) == 0:
                return
            ring_low, ring_high = adjacent(near, (ring_low, ring_high))
            words[at + 2] = ring_low
            words[at + 3] = ring_high
            ring_low &= low
            ring_high &= high
            low ^= ring_low
            high ^= ring_high
            at += 4
            steps += 1

    def apart(self, end: i64, to: i64) -> i64:
        """The distance in steps between two ends; FAR if they are not joined."""
        return self.words[end * self.width + to]

    def chains(self, end: i64, to: i64, past_ends: bool) -> vec[i64]:
        """The shortest chains (low, high, low, high …) between two ends.

        Without `past_ends` chains through other edge stones are left out.
        """
        at = to * self.width + self.start  # ring 0, which is the end itself
        low = self.words[at]
        high = self.words[at + 1]
        piece = self.apart(end, to), first((low, high)), low, high
        return self._longer(vec[i64](), end, piece, past_ends)

    def _longer(self, found: vec[i64], end: i64, piece: Chain, past_ends: bool) -> vec[i64]:
        """`found`, and all shortest chains that extend a piece of one."""
        steps, cell, low, high = piece
        if steps == 0:
            return append(append(found, low), high)
        near, words = self.board.near, self.words
        at = end * self.width + self.start + 4 * (steps - 1)
        next_low = near[2 * cell] & words[at]
        next_high = near[2 * cell + 1] & words[at + 1]
        if steps > 1 and not past_ends:
            rim_low, rim_high = self.board.rim
            next_low &= ~rim_low
            next_high &= ~rim_high
        for cell in cells_of((next_low, next_high)):
            x_low, x_high = alone(cell)
            more = steps - 1, cell, low | x_low, high | x_high
            found = self._longer(found, end, more, past_ends)
        return found


def next_pair(pair: i64, ends: i64) -> i64:
    """The next of the pairs i < j < `ends`, written i * ENDS + j; 0 before the first and after."""
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
    """`sets` and one more set, without those that contain another."""
    kept = vec[i64]()
    k: i64 = 0
    while k < len(sets):
        if (sets[k] & ~low) | (sets[k + 1] & ~high) == 0:
            return sets
        if (low & ~sets[k]) | (high & ~sets[k + 1]):
            kept = append(append(kept, sets[k]), sets[k + 1])
        k += 2
    return append(append(kept, low), high)


_EMPTY: Final = vec[i64]([0] * ROOM)
HEXAGONS: Final = {side: Hexagon(side) for side in range(2, 7)}
