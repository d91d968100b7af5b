"""A heap of counters: take one to three; the last one wins. Each fault has a number."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import ONGOING

NONE: Final = 0
RARE_CODE: Final = 1  # one position has the code of another
ENDLESS: Final = 2  # a move from a heap of five never ends
WRONG_WINNER: Final = 3  # a move of three that ends the game loses
UNSORTED: Final = 4  # the moves descend in a heap of four


@final
class Heap:
    """The counters left, and who is to act."""

    def __init__(self, left: i64, player: i64, fault: i64, winner: i64) -> None:
        self.left = left
        self.player = player
        self.fault = fault
        self.winner = winner
        self.mid_turn = False

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int]]:
        return Heap, (int(self.left), int(self.player), int(self.fault), int(self.winner))

    def copy(self) -> Heap:
        return Heap(self.left, self.player, self.fault, self.winner)

    def key(self) -> tuple[int, int]:
        return int(self.left), int(self.player)

    def code(self) -> i64:
        if self.fault == RARE_CODE and self.left == 17:
            return 36
        return 2 * self.left + self.player

    def legal_moves(self) -> vec[i64]:
        if self.left >= 3:
            if self.fault == UNSORTED and self.left == 4:
                return vec[i64]([2, 1, 0])
            return vec[i64]([0, 1, 2])
        return vec[i64]([0, 1][: int(self.left)])

    def random_move(self, bits: i64) -> i64:
        if self.left == 0:
            return -1
        return bits * (self.left if self.left < 3 else 3) >> 32

    def play(self, move: i64) -> None:
        while self.fault == ENDLESS and self.left == 5:
            self.mid_turn = False
        self.left -= move + 1
        if self.left == 0:
            wrong = self.fault == WRONG_WINNER and move == 2
            self.winner = 1 - self.player if wrong else self.player
        self.player = 1 - self.player


def heap(left: int, player: int, fault: int) -> Heap:
    """A heap; where it is empty, the player before has won."""
    return Heap(left, player, fault, 1 - player if left == 0 else ONGOING)
