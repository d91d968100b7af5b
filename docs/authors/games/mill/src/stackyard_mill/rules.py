"""The rules of Nine Men's Morris as a compiled Position.

The men of a colour are a set of points, a bit for each (see stackyard.cells.bits). A move below
POINTS places a man on that point or, after a mill, takes the enemy man from it; any other one is
POINTS, plus POINTS times the point that a man leaves, plus the one where it arrives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.boards import Points
from stackyard.cells.bits import bit, count, lowest, members
from stackyard.position import ONGOING

WHITE: Final = 0
BLACK: Final = 1
EMPTY: Final = 2

BOARD: Final = Points(
    [
        *("a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4"),
        *("e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7"),
        *("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3"),
        *("d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"),
    ]
)
POINTS: Final = 24
MEN: Final = 9  # of each colour
FEW: Final = 3  # men who fly, and below whom a player has lost
MILLS: Final = 2  # lines through each point


@final
class Mill:
    """Men on 24 points and in two hands; `place` makes a position from them.

    In the middle of a turn the player has made a mill and takes an enemy man.
    """

    def __init__(
        self, men: vec[i64], hands: vec[i64], player: i64, winner: i64, takes: bool, flies: bool
    ) -> None:
        self.player = player
        self.winner = winner
        self.mid_turn = takes
        self.flies = flies
        self._men = men
        self._hands = hands

    def __reduce__(self) -> tuple[object, tuple[list[int], list[int], int, bool, bool]]:
        return place, (self.points(), self.hands(), int(self.player), self.mid_turn, self.flies)

    def copy(self) -> Mill:
        """An independent position, equal to this one."""
        return Mill(
            self._men[:], self._hands[:], self.player, self.winner, self.mid_turn, self.flies
        )

    def key(self) -> tuple[int, int, int, int, int, bool]:
        """The identity of the position."""
        white, black = int(self._men[WHITE]), int(self._men[BLACK])
        hands = self.hands()
        return white, black, hands[WHITE], hands[BLACK], int(self.player), self.mid_turn

    def points(self) -> list[int]:
        """The content of each point: WHITE, BLACK or EMPTY."""
        white, black = int(self._men[WHITE]), int(self._men[BLACK])
        return [EMPTY - 2 * (white >> n & 1) - (black >> n & 1) for n in range(POINTS)]

    def hands(self) -> list[int]:
        """How many men White and Black have yet to place."""
        return [int(hand) for hand in self._hands]

    def legal_moves(self) -> vec[i64]:
        """The moves as rising ints, none when the game is over."""
        if self.winner != ONGOING:
            return vec[i64]()
        if self.mid_turn:
            return members(self._prey())
        if self._hands[self.player]:
            return members(self._empty())
        moves = vec[i64]()
        empty = self._empty()
        men = self._men[self.player]
        free = self.flies and count(men) == FEW
        while men:
            man = lowest(men)
            men &= men - 1
            goals = empty if free else empty & _NEAR[man]
            while goals:
                moves = append(moves, POINTS + man * POINTS + lowest(goals))
                goals &= goals - 1
        return moves

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""
        moves = self.legal_moves()
        number: i64 = len(moves)
        if number == 0:
            return -1
        return moves[bits * number >> 32]

    def _empty(self) -> i64:
        """The points without a man."""
        return _EVERY[0] & ~(self._men[WHITE] | self._men[BLACK])

    def _prey(self) -> i64:
        """The enemy men who may be taken: those in no mill, or all if each is in one."""
        enemy = self._men[1 - self.player]
        loose: i64 = 0
        men = enemy
        while men:
            man = lowest(men)
            men &= men - 1
            if not _in_mill(enemy, man):
                loose |= bit(man)
        return loose if loose else enemy

    def play(self, move: i64) -> None:
        """Place a man, move one, or take one."""
        player = self.player
        if self.mid_turn:
            self._men[1 - player] ^= bit(move)
            self._pass_on()
            return
        target = move
        if move < POINTS:
            self._hands[player] -= 1
        else:
            target = (move - POINTS) % POINTS
            self._men[player] ^= bit((move - POINTS) // POINTS)
        self._men[player] |= bit(target)
        if _in_mill(self._men[player], target) and self._men[1 - player]:
            self.mid_turn = True
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        """The other player is next, and has lost with too few men or without a move."""
        self.mid_turn = False
        self.player = 1 - self.player
        self.settle()

    def settle(self) -> None:
        """End the game if the player to act has lost."""
        men = count(self._men[self.player]) + self._hands[self.player]
        if men < FEW or not len(self.legal_moves()):
            self.winner = 1 - self.player


def _in_mill(men: i64, point: i64) -> bool:
    """Tell if the man on a point is in a row of three."""
    first = _MILLS[MILLS * point]
    second = _MILLS[MILLS * point + 1]
    return men & first == first or men & second == second


def place(
    points: Sequence[int], hands: Sequence[int], player: int, takes: bool, flies: bool
) -> Mill:
    """The position with these men; the game is over if the player to act has lost."""
    men = [
        sum([2**n for n, holds in enumerate(points) if holds == colour])
        for colour in (WHITE, BLACK)
    ]
    position = Mill(vec[i64](men), vec[i64](hands), player, ONGOING, takes, flies)
    if not takes:
        position.settle()
    return position


def _mills() -> list[int]:
    """The two lines through each point, as sets."""
    found: list[int] = []
    for point in range(POINTS):
        lines = [track for track in BOARD.tracks if point in track]
        found += [sum([2**cell for cell in line]) for line in lines]
    return found


_NEAR: Final = vec[i64]([sum([2**there for there in near]) for near in BOARD.neighbours])
_MILLS: Final = vec[i64](_mills())
_EVERY: Final = vec[i64]([2**POINTS - 1])
