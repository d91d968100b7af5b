"""The rules of Breakthrough as a compiled Position, for boards of 4 to 7 squares a side.

A set of squares is one number, a bit for each square (see stackyard.cells.bits), and all pawns of a
side step at once by a shift. A move is SPAN times the square that a pawn leaves, plus the one where
it arrives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, lowest, pick
from stackyard.position import ONGOING

WHITE: Final = 0  # moves up
BLACK: Final = 1
EMPTY: Final = 2

SIZES: Final = range(4, 8)
SPAN: Final = 64  # more than there are squares
PAWN: Final = 6  # what a pawn in the first row is worth


@final
class Breakthrough:
    """Pawns on a square board; `place` makes a position from what stands on each square.

    `own` and `other` are the pawns of the player to act and of the opponent.
    """

    def __init__(self, size: i64, player: i64, winner: i64, own: i64, other: i64) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = False  # a turn is one move here
        self._size = size
        self._own = own
        self._other = other

    def __reduce__(self) -> tuple[object, tuple[int, list[int], int]]:
        return place, (int(self._size), self.squares(), int(self.player))

    def copy(self) -> Breakthrough:
        """An independent position, equal to this one."""
        return Breakthrough(self._size, self.player, self.winner, self._own, self._other)

    def key(self) -> tuple[int, int, int]:
        """The identity of the position."""
        return int(self.player), int(self._own), int(self._other)

    def squares(self) -> list[int]:
        """The content of each square: WHITE, BLACK or EMPTY."""
        player, own, other = int(self.player), int(self._own), int(self._other)
        squares = [EMPTY] * int(self._size) ** 2
        for square in range(len(squares)):
            if own >> square & 1:
                squares[square] = player
            elif other >> square & 1:
                squares[square] = 1 - player
        return squares

    def evaluate(self) -> i64:
        """How much more the pawns of the player to act are worth than the opponent's."""
        return self._worth(self._own, self.player) - self._worth(self._other, 1 - self.player)

    def _worth(self, pawns: i64, player: i64) -> i64:
        """PAWN for each pawn, and 1, 2, 3 and so on for each row that it has advanced."""
        size = self._size
        every = _EVERY[size]
        worth = PAWN * count(pawns)
        row: i64 = 1
        while pawns:
            if player == WHITE:
                pawns >>= size
            else:
                pawns = pawns << size & every
            worth += row * count(pawns)
            row += 1
        return worth

    def traits(self, found: vec[i64]) -> None:
        """Each square from the first row of the player to act: 0 empty, 1 own pawn, 2 another.

        For Black the board is turned by half, so that both sides learn from every game.
        """
        own = self._own
        other = self._other
        squares = self._size * self._size
        square: i64 = 0
        place: i64 = 0
        step: i64 = 1
        if self.player == BLACK:
            place = squares - 1
            step = -1
        while square < squares:
            found[place] = own & 1 | (other & 1) << 1
            own >>= 1
            other >>= 1
            place += step
            square += 1

    def _movable(self) -> tuple[i64, i64, i64]:
        """The pawns of the player to act that may step to the left, straight ahead, to the right.

        Left is towards the first column.
        """
        size = self._size
        every = _EVERY[size]
        own = self._own
        goal = every & ~own  # where a diagonal step may end
        empty = goal & ~self._other
        first = _FIRST[size]
        left = own & ~first
        right = own & ~(first << (size - 1))
        if self.player == WHITE:
            return left & goal >> (size - 1), own & empty >> size, right & goal >> (size + 1)
        return left & goal << (size + 1), own & empty << size, right & goal << (size - 1)

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        moves = vec[i64]()
        if self.winner != ONGOING:
            return moves
        left, ahead, right = self._movable()
        pawns = left | ahead | right
        forward = self._forward()
        while pawns:
            pawn = lowest(pawns)
            here = bit(pawn)
            move = (SPAN + 1) * pawn + forward
            if left & here:
                moves = append(moves, move - 1)
            if ahead & here:
                moves = append(moves, move)
            if right & here:
                moves = append(moves, move + 1)
            pawns ^= here
        return moves

    def _forward(self) -> i64:
        """The difference that a step straight ahead makes to the number of a square."""
        return self._size if self.player == WHITE else -self._size

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        if self.winner != ONGOING:
            return -1
        left, ahead, right = self._movable()
        to_left = count(left)
        to_right = count(right)
        chosen = bits * (to_left + to_right + count(ahead)) >> 32
        step = self._forward()
        if chosen < to_left:
            pawn = pick(left, chosen)
            step -= 1
        elif chosen < to_left + to_right:
            pawn = pick(right, chosen - to_left)
            step += 1
        else:
            pawn = pick(ahead, chosen - to_left - to_right)
        return (SPAN + 1) * pawn + step

    def play(self, move: i64) -> None:
        """Move a pawn of the player to act, and take what stands where it arrives."""
        there = bit(move & (SPAN - 1))
        own = self._own ^ bit(move >> 6) | there
        other = self._other & ~there
        if other == 0 or there & _ENDS[self._size]:
            self.winner = self.player
        self._own = other
        self._other = own
        self.player = 1 - self.player


def place(size: int, squares: Sequence[int], player: int) -> Breakthrough:
    """The position with these squares, `player` to act; the game is over if one has won."""
    pawns: list[int] = []
    for colour in (WHITE, BLACK):
        pawns.append(sum([2**n for n, holds in enumerate(squares) if holds == colour]))
    winner = ONGOING
    last = 2**size - 1 << size * (size - 1)
    if pawns[WHITE] & last or not pawns[BLACK]:
        winner = WHITE
    elif pawns[BLACK] & 2**size - 1 or not pawns[WHITE]:
        winner = BLACK
    return Breakthrough(size, player, winner, pawns[player], pawns[1 - player])


def _tables() -> list[list[int]]:
    """The contents of _EVERY, _FIRST and _ENDS."""
    every, first, ends = [0] * SIZES.start, [0] * SIZES.start, [0] * SIZES.start
    for size in SIZES:
        every.append(2**size**2 - 1)
        first.append(sum([2 ** (size * row) for row in range(size)]))
        ends.append((2**size - 1) * (1 + 2 ** (size * (size - 1))))
    return [every, first, ends]


_LISTS: Final = _tables()
_EVERY: Final = vec[i64](_LISTS[0])  # of a size: all squares
_FIRST: Final = vec[i64](_LISTS[1])  # the first column
_ENDS: Final = vec[i64](_LISTS[2])  # the first row and the last, where pawns arrive
