"""The rules of Connect Four as a compiled Position.

The discs of a player are one number: STEP bits for each column, the lowest row first. The last bit
of a column stays empty, so that no line goes on from one column into the next. A move is a column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, lowest, pick
from stackyard.position import DRAW, ONGOING

YELLOW: Final = 0
RED: Final = 1
EMPTY: Final = 2

COLUMNS: Final = 7
ROWS: Final = 6
STEP: Final = 7
CELLS: Final = 42


@final
class ConnectFour:
    """Discs in seven columns; `own` and `other` are those of the player to act and the opponent."""

    def __init__(self, player: i64, winner: i64, own: i64, other: i64) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False  # a turn is one move here
        self._own = own
        self._other = other

    def __reduce__(self) -> tuple[object, tuple[list[int], int]]:
        return place, (self.cells(), int(self.player))

    def copy(self) -> ConnectFour:
        """An independent position, equal to this one."""
        return ConnectFour(self.player, self.winner, self._own, self._other)

    def key(self) -> tuple[int, int, int]:
        """The identity of the position."""
        return int(self.player), int(self._own), int(self._other)

    def cells(self) -> list[int]:
        """The content of each cell, row by row: YELLOW, RED or EMPTY."""
        player, own, other = int(self.player), int(self._own), int(self._other)
        cells = [EMPTY] * CELLS
        for cell in range(CELLS):
            place = cell % COLUMNS * STEP + cell // COLUMNS
            if own >> place & 1:
                cells[cell] = player
            elif other >> place & 1:
                cells[cell] = 1 - player
        return cells

    def _open(self) -> i64:
        """The top cells that are empty, which are as many as the moves."""
        return _TOP[0] & ~(self._own | self._other)

    def legal_moves(self) -> vec[i64]:
        """The columns that are not full, none when the game is over."""
        moves = vec[i64]()
        if self.winner != ONGOING:
            return moves
        tops = self._open()
        while tops:
            moves = append(moves, lowest(tops) // STEP)
            tops &= tops - 1
        return moves

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self.winner != ONGOING:
            return -1
        tops = self._open()
        return pick(tops, bits * count(tops) >> 32) // STEP

    def play(self, move: i64) -> None:
        """Drop a disc of the player to act into a column."""
        filled = self._own | self._other
        own = self._own | (filled + bit(move * STEP)) & (_COLUMN[0] << (move * STEP))
        if has_four(own):
            self.winner = self.player
        elif _TOP[0] & ~(own | self._other) == 0:
            self.winner = DRAW
        self._own = self._other
        self._other = own
        self.player = 1 - self.player


def has_four(discs: i64) -> bool:
    """Tell if four of these discs are in a row."""
    found: i64 = 0
    pairs = discs & discs >> 1  # upwards
    found |= pairs & pairs >> 2
    pairs = discs & discs >> STEP  # to the right
    found |= pairs & pairs >> (2 * STEP)
    pairs = discs & discs >> (STEP - 1)
    found |= pairs & pairs >> (2 * (STEP - 1))
    pairs = discs & discs >> (STEP + 1)
    found |= pairs & pairs >> (2 * (STEP + 1))
    return found != 0


def place(cells: Sequence[int], player: int) -> ConnectFour:
    """The position with these cells, `player` to act."""
    discs = [
        sum([2 ** (n % COLUMNS * STEP + n // COLUMNS) for n, c in enumerate(cells) if c == colour])
        for colour in (player, 1 - player)
    ]
    winner = ONGOING
    if has_four(discs[1]):
        winner = 1 - player
    elif EMPTY not in cells:
        winner = DRAW
    return ConnectFour(player, winner, discs[0], discs[1])


_TOP: Final = vec[i64]([sum([2 ** (STEP * n + ROWS - 1) for n in range(COLUMNS)])])
_COLUMN: Final = vec[i64]([2**ROWS - 1])  # the first column
