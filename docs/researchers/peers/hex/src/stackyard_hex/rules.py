"""The rules of Hex as a compiled Position, for boards of side 2 to 7.

A move is the cell that gets a stone. A set of cells is one number, a bit for each cell (see
stackyard.cells.bits), and so are the four sides of the board, which have bits beyond the cells. Of
each player two sets are kept: the stones that are linked to the one side, and those linked to the
other, with the bit of that side. A stone that touches both ends the game; whatever else a stone
touches is linked with it, each stone once in a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, lowest, members, pick
from stackyard.position import ONGOING

BLACK: Final = 0  # joins the first row and the last
WHITE: Final = 1  # joins the first column and the last
EMPTY: Final = 2

SIZES: Final = range(2, 8)
SPAN: Final = 64  # the places of a size in the table of neighbours
SIDES: Final = 56  # the bit of the first row; then the last row, the first column, the last


@final
class Hex:
    """Stones on a rhombus of hexagons; `place` makes a position from what lies on each cell.

    `own` are the stones of the player to act; `own_first` and `own_last` are those linked to that
    player's first and last side, with the side itself; `other` and so on are the opponent's.
    `free` are the cells that may be played, none when the game is over, and `left` is their number.
    """

    def __init__(
        self,
        size: i64,
        player: i64,
        winner: i64,
        free: i64,
        left: i64,
        own: i64,
        own_first: i64,
        own_last: i64,
        other: i64,
        other_first: i64,
        other_last: i64,
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False  # a turn is one move here
        self._size = size
        self._free = free
        self._left = left
        self._own = own
        self._own_first = own_first
        self._own_last = own_last
        self._other = other
        self._other_first = other_first
        self._other_last = other_last

    def __reduce__(self) -> tuple[object, tuple[int, list[int], int]]:
        return place, (int(self._size), self.cells(), int(self.player))

    def copy(self) -> Hex:
        """An independent position, equal to this one."""
        return Hex(
            self._size,
            self.player,
            self.winner,
            self._free,
            self._left,
            self._own,
            self._own_first,
            self._own_last,
            self._other,
            self._other_first,
            self._other_last,
        )

    def key(self) -> tuple[int, int, int]:
        """The identity of the position."""
        return int(self.player), int(self._own), int(self._other)

    def cells(self) -> list[int]:
        """The content of each cell: BLACK, WHITE or EMPTY."""
        player, own, other = int(self.player), int(self._own), int(self._other)
        cells = [EMPTY] * int(self._size) ** 2
        for cell in range(len(cells)):
            if own >> cell & 1:
                cells[cell] = player
            elif other >> cell & 1:
                cells[cell] = 1 - player
        return cells

    def evaluate(self) -> i64:
        """How many half stones the player to act is ahead (see `missing`); to act is worth one."""
        mine = missing(self._size, self.player, self._own, self._free)
        theirs = missing(self._size, 1 - self.player, self._other, self._free)
        return 2 * (theirs - mine) + 1

    def legal_moves(self) -> vec[i64]:
        """The empty cells in rising order, none when the game is over."""
        return members(self._free)

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self._free == 0:
            return -1
        return pick(self._free, bits * self._left >> 32)

    def play(self, move: i64) -> None:
        """Put a stone of the player to act on a cell."""
        here = bit(move)
        near = _NEAR[self._size * SPAN + move]
        own = self._own | here
        first = self._own_first
        last = self._own_last
        self._free ^= here
        self._left -= 1
        if near & first:
            if near & last:
                self.winner = self.player
                self._free = 0
            first = linked(self._size, first | here, near & own, own)
        elif near & last:
            last = linked(self._size, last | here, near & own, own)
        self._own = self._other
        self._own_first = self._other_first
        self._own_last = self._other_last
        self._other = own
        self._other_first = first
        self._other_last = last
        self.player = 1 - self.player


def linked(size: i64, found: i64, fresh: i64, own: i64) -> i64:
    """The cells `found`, with the stones `fresh` and whatever these lead to in the set `own`."""
    table = size * SPAN
    fresh &= ~found
    while fresh:
        found |= fresh
        near: i64 = 0
        while fresh:
            near |= _NEAR[table + lowest(fresh)]
            fresh &= fresh - 1
        fresh = near & own & ~found
    return found


def missing(size: i64, player: i64, own: i64, free: i64) -> i64:
    """How many stones a player needs to join its sides while the opponent passes.

    What two free cells link counts as joined, since one of them is left whatever the opponent does.
    If the way is barred, the number of cells is returned.
    """
    first = _FIRST[size]
    last = first << (size - 1)
    bottom = _BOTTOM[size]
    if player == BLACK:
        begin = bottom
        end = bottom << (size * (size - 1))
        gap = begin & free
        begin |= gap << size & gap << (size - 1)
        gap = end & free
        end |= gap >> size & gap >> (size - 1)
    else:
        begin = first
        end = last
        gap = begin & free
        begin |= gap << 1 & gap >> (size - 1)
        gap = end & free
        end |= gap >> 1 & gap << (size - 1)
    fresh = begin & own
    found = fresh
    ahead = begin & free
    stones: i64 = 0
    while True:
        while fresh:
            near = joined(size, fresh, free)
            ahead |= near & free
            fresh = near & own & ~found
            found |= fresh
        if found & end:
            return stones
        fresh = ahead & ~found
        if fresh == 0:
            return size * size
        found |= fresh
        ahead = 0
        stones += 1


def joined(size: i64, cells: i64, free: i64) -> i64:
    """The cells beside a set, and those that two free cells link with one of its cells."""
    first = ~_FIRST[size]
    last = ~(_FIRST[size] << (size - 1))
    every = _EVERY[size]
    up = cells << size & every
    right = (cells & last) << 1
    down_right = (cells & last) >> (size - 1)
    down = cells >> size
    left = (cells & first) >> 1
    up_left = (cells & first) << (size - 1) & every
    near = up | right | down_right | down | left | up_left
    up &= free
    right &= free
    down_right &= free
    down &= free
    left &= free
    up_left &= free
    # A cell that a shift takes round an edge is met by no other, but for the two that are masked.
    near |= up << 1 & right << size & every
    near |= (right & last) >> (size - 1) & down_right << 1
    near |= down_right >> size & down >> (size - 1)
    near |= down >> 1 & left >> size
    near |= (left & first) << (size - 1) & up_left >> 1 & every
    return near | up_left << size & up << (size - 1) & every


def place(size: int, cells: Sequence[int], player: int) -> Hex:
    """The position with these cells, `player` to act."""
    free: i64 = 0
    left: i64 = 0
    stones = [0, 0]
    for cell, holds in enumerate(cells):
        if holds == EMPTY:
            free |= bit(cell)
            left += 1
        else:
            stones[holds] += 2**cell
    winner: i64 = ONGOING
    sets: list[int] = []
    for colour in (player, 1 - player):
        side: i64 = SIDES + 2 * colour
        first = _reached(size, side, stones[colour])
        last = _reached(size, side + 1, stones[colour])
        sets += [stones[colour], int(first), int(last)]
        if first & last:
            winner = colour
            free = 0
    return Hex(size, player, winner, free, left, *sets)


def _reached(size: i64, side: i64, own: i64) -> i64:
    """A side, as its bit, with the stones of the set `own` that are linked to it."""
    beside: i64 = 0
    for cell in members(own):
        if _NEAR[size * SPAN + cell] & bit(side):
            beside |= bit(cell)
    return linked(size, bit(side), beside, own)


def _neighbours() -> list[int]:
    """The contents of _NEAR, size after size."""
    table = [0] * (SIZES.start * SPAN)
    for size in SIZES:
        for row in range(size):
            for column in range(size):
                near = [
                    up * size + right
                    for up, right in (
                        (row + 1, column - 1),
                        (row + 1, column),
                        (row, column - 1),
                        (row, column + 1),
                        (row - 1, column),
                        (row - 1, column + 1),
                    )
                    if 0 <= up < size and 0 <= right < size
                ]
                sides = (row == 0, row == size - 1, column == 0, column == size - 1)
                near += [SIDES + number for number, lies in enumerate(sides) if lies]
                table.append(sum([2**cell for cell in near]))
        table += [0] * (SPAN - size**2)
    return table


_FIRST: Final = vec[i64](  # of a size: the first column
    [sum([2 ** (size * row) for row in range(size)]) for size in range(SIZES.stop)]
)
_BOTTOM: Final = vec[i64]([2**size - 1 for size in range(SIZES.stop)])  # the first row
_EVERY: Final = vec[i64]([2**size**2 - 1 for size in range(SIZES.stop)])  # all cells
_NEAR: Final = vec[i64](_neighbours())  # of a cell (see SPAN): its neighbours and its sides
