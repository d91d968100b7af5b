"""The rules of Lasca as a compiled Position.

A column is one number: two bits for each piece, the topmost lowest, of which the first is its
colour and the second says whether it is an officer; one more bit, the marker, stands above the
bottom piece. So the empty cell is 1, and 22 pieces fit. A move is CELLS times the cell that a
column leaves, plus the one where it arrives; each jump of a turn is a move of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.boards import Square
from stackyard.cells.bits import bit, highest
from stackyard.position import ONGOING

WHITE: Final = 0  # moves up
BLACK: Final = 1
OFFICER: Final = 2  # added to the colour of a piece
EMPTY: Final = 1

SIDE: Final = 7
BOARD: Final = Square(
    SIDE,
    omit=[f"{'abcdefg'[x]}{y + 1}" for x in range(SIDE) for y in range(SIDE) if (x + y) % 2],
)
CELLS: Final = 25
DIRECTIONS: Final = 4  # diagonals: up-right, down-right, down-left, up-left
NOBODY: Final = -1  # jumps


@final
class Lasca:
    """Columns on 25 cells; `place` makes a position from them.

    `jumper` is the cell of the column that must go on jumping in this turn, `jumped` the cells that
    it has jumped, as a set.
    """

    def __init__(
        self, columns: vec[i64], player: i64, winner: i64, jumper: i64, jumped: i64
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = jumper != NOBODY
        self.jumper = jumper
        self.jumped = jumped
        self._columns = columns

    def __reduce__(self) -> tuple[object, tuple[list[int], int, int, int]]:
        return place, (self.columns(), int(self.player), int(self.jumper), int(self.jumped))

    def copy(self) -> Lasca:
        """An independent position, equal to this one."""
        return Lasca(self._columns[:], self.player, self.winner, self.jumper, self.jumped)

    def key(self) -> tuple[int, int, int, bytes]:
        """The identity of the position."""
        return int(self.player), int(self.jumper), int(self.jumped), bytes(self._columns)

    def columns(self) -> list[int]:
        """The column of each cell."""
        return [int(column) for column in self._columns]

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        moves = vec[i64]()
        if self.winner != ONGOING:
            return moves
        if self.jumper != NOBODY:
            return self._of_column(self.jumper, True, moves)
        moves = self._of_player(True)
        return moves if len(moves) else self._of_player(False)

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        moves = self.legal_moves()
        number: i64 = len(moves)
        if number == 0:
            return -1
        return moves[bits * number >> 32]

    def _of_player(self, jumps: bool) -> vec[i64]:
        """The jumps, or else the steps, of all columns of the player to act."""
        moves = vec[i64]()
        cell: i64 = 0
        while cell < CELLS:
            column = self._columns[cell]
            if column != EMPTY and column & 1 == self.player:
                moves = self._of_column(cell, jumps, moves)
            cell += 1
        return moves

    def _of_column(self, cell: i64, jumps: bool, moves: vec[i64]) -> vec[i64]:
        """`moves` with the jumps, or else the steps, of a column; they ascend."""
        place: i64 = 0
        while place < DIRECTIONS:
            direction = _ORDER[place]
            place += 1
            upward = direction == 0 or direction == 3
            if self._columns[cell] & OFFICER == 0 and upward != (self.player == WHITE):
                continue
            near = _NEXT[direction * CELLS + cell]
            if near < 0:
                continue
            if not jumps:
                if self._columns[near] == EMPTY:
                    moves = append(moves, cell * CELLS + near)
                continue
            far = _NEXT[direction * CELLS + near]
            if far < 0 or self._columns[far] != EMPTY or self._columns[near] == EMPTY:
                continue
            if self._columns[near] & 1 != self.player and self.jumped & bit(near) == 0:
                moves = append(moves, cell * CELLS + far)
        return moves

    def play(self, move: i64) -> None:
        """Step, or jump once; the turn goes on as long as the column can jump."""
        source = move // CELLS
        target = move % CELLS
        column = self._columns[source]
        self._columns[source] = EMPTY
        over = _BETWEEN[move]
        if over >= 0:
            prisoner = self._columns[over] & 3
            self._columns[over] >>= 2
            bottom = highest(column)
            column = column ^ bit(bottom) | prisoner << bottom | bit(bottom + 2)
            self.jumped |= bit(over)
        promoted = column & OFFICER == 0 and _LAST[self.player] & bit(target) != 0
        if promoted:
            column |= OFFICER
        self._columns[target] = column
        if over >= 0 and not promoted:
            nothing = vec[i64]()
            if len(self._of_column(target, True, nothing)):
                self.jumper = target
                self.mid_turn = True
                return
        self.jumper = NOBODY
        self.jumped = 0
        self.mid_turn = False
        self.player = 1 - self.player
        if not len(self.legal_moves()):
            self.winner = 1 - self.player


def place(columns: Sequence[int], player: int, jumper: int = NOBODY, jumped: int = 0) -> Lasca:
    """The position with these columns; who cannot move has lost."""
    position = Lasca(vec[i64](columns), player, ONGOING, jumper, jumped)
    if not len(position.legal_moves()):
        position.winner = 1 - position.player
    return position


def pack(pieces: Sequence[int]) -> int:
    """The column of some pieces, bottom first; each is a colour, plus OFFICER for an officer."""
    column = EMPTY
    for piece in pieces:
        column = column * 4 + piece
    return column


def unpack(column: int) -> list[int]:
    """The pieces of a column, bottom first."""
    pieces: list[int] = []
    while column > EMPTY:
        pieces.append(column % 4)
        column //= 4
    return pieces[::-1]


def _next() -> list[int]:
    """The neighbour of each cell in each direction, -1 where the board ends."""
    rays = BOARD.rays[4 * CELLS :]  # the diagonals come after the straight directions
    return [ray[0] if ray else -1 for ray in rays]


def _between() -> list[int]:
    """The cell that a jump goes over, -1 for a step."""
    between = [-1] * CELLS**2
    neighbours = _next()
    for number, near in enumerate(neighbours):
        direction, cell = divmod(number, CELLS)
        if near >= 0 and neighbours[direction * CELLS + near] >= 0:
            between[cell * CELLS + neighbours[direction * CELLS + near]] = near
    return between


def _last(colour: int) -> int:
    """The cells of the row on which a colour's soldiers are promoted."""
    return sum([2**cell for cell in BOARD.lines[-1 if colour == WHITE else 0]])


_NEXT: Final = vec[i64](_next())
_BETWEEN: Final = vec[i64](_between())
_LAST: Final = vec[i64]([_last(WHITE), _last(BLACK)])
_ORDER: Final = vec[i64]([2, 1, 3, 0])  # directions by rising cells
