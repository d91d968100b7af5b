"""The rules of Domineering as a compiled Position."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64
from stackyard.cells.bits import bit, count, members, pick
from stackyard.position import ONGOING

BLUE: Final = 0  # puts dominoes upright
RED: Final = 1  # puts them flat


@final
class DomineeringPosition:
    """Dominoes on a board; a move is the lower or left cell of the next one.

    Sets of cells are numbers: cell n is bit n.
    """

    def __init__(self, width: i64, left: i64, free: i64, blue: i64, player: i64) -> None:
        self.player = player
        self.winner: i64 = ONGOING
        self.mid_turn = False  # a turn is one move here
        self.width = width
        self.left = left  # the cells that have another one to their right
        self.free = free
        self.blue = blue  # the cells under Blue's dominoes
        self.room: i64 = 0  # the cells that the player to act may choose
        self.settle()

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int, int]]:
        return DomineeringPosition, (self.width, self.left, self.free, self.blue, self.player)

    def copy(self) -> DomineeringPosition:
        """An independent position, equal to this one."""
        return DomineeringPosition(self.width, self.left, self.free, self.blue, self.player)

    def key(self) -> tuple[int, int, int]:
        """The identity of the position."""
        return self.player, self.free, self.blue

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        return members(self.room)

    def random_move(self, bits: i64) -> i64:
        """A legal move chosen by 32 random bits; -1 when the game is over."""
        if self.room == 0:
            return -1
        return pick(self.room, bits * count(self.room) >> 32)

    def play(self, move: i64) -> None:
        """Put down a domino."""
        domino = bit(move)
        if self.player == BLUE:
            domino |= bit(move + self.width)
            self.blue |= domino
        else:
            domino |= bit(move + 1)
        self.free &= ~domino
        self.player = 1 - self.player
        self.settle()

    def settle(self) -> None:
        """Find out where the player to act has room; without any he has lost."""
        if self.player == BLUE:
            self.room = self.free & (self.free >> self.width)
        else:
            self.room = self.free & (self.free >> 1) & self.left
        if self.room == 0:
            self.winner = 1 - self.player
