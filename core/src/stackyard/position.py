"""The Position protocol: all that playouts, perft, search and the turn loop see of a game.

A game's rules module satisfies it structurally, without inheriting from anything here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Protocol

from librt.vecs import vec
from mypy_extensions import i64

ONGOING: Final = -1
DRAW: Final = 2
WIN: Final = 1_000_000  # the value of a won game in alpha-beta search
LONGEST: Final = 10_000  # moves of a game that nobody ends: it is then stopped, and drawn


class Position(Protocol):
    """A position in play, changed in place by `play`.

    `player` (0 or 1) acts now; `winner` is ONGOING, 0, 1 or DRAW; `mid_turn` says that the player
    to act has already moved in this turn. Before the end there is always a legal move.

    Different positions, copies included, may be used in different threads at the same time; one
    position is used by one thread at a time. So whatever a method changes belongs to its position
    or is local to the call: tables shared by all positions of a game are never changed.
    """

    player: i64
    winner: i64
    mid_turn: bool

    def copy(self) -> Position:
        """An independent position, equal to this one."""

    def legal_moves(self) -> vec[i64]:
        """Moves as ascending ints below the game's move space, empty when the game is over.

        The caller must not change the vec.
        """

    def random_move(self, bits: i64) -> i64:
        """A uniformly chosen legal move for 32 random bits; -1 when the game is over."""

    def play(self, move: i64) -> None:
        """Make a legal move in place; an illegal one is not detected and may corrupt the state."""

    def key(self) -> Hashable:
        """The identity of the position: equal keys exactly for equal positions of a game."""


class Judged(Protocol):
    """A position with a static evaluation for alpha-beta search."""

    def evaluate(self) -> i64:
        """The static evaluation for the player to act, of a position that is not over; 0 is even.

        The units are the game's own; stay well within ±WIN / 2.
        """


class Coded(Position, Protocol):
    """A position that solvers can store by a number."""

    def copy(self) -> Coded:
        """See Position."""

    def code(self) -> i64:
        """A number, 0 … 2^62 - 1, equal exactly for equal positions of a game.

        It is -1 if the board is too large. A position that is over needs no code.

        A position may also have `symmetric_code`, a number of the same kind that is equal for
        positions that a symmetry of the game maps to one another, colours exchanged or not. The
        player to act wins equally fast in either, so solvers store only one of them.
        """


class Traited(Position, Protocol):
    """A position that learned weights can evaluate: its traits are small numbers."""

    def copy(self) -> Traited:
        """See Position."""

    def traits(self, found: vec[i64]) -> None:
        """Write the traits of the position, seen from the player to act, into `found`.

        `found` has room for one number for each of the radices of the game's patterns; each is 0 or
        more and below its radix. The position is not over.
        """


class Changing(Traited, Protocol):
    """A position that tells which traits have changed, so that it is evaluated faster."""

    def changes(self, before: Any, player: i64, found: vec[i64], changed: vec[i64]) -> i64:
        """List in `changed` the traits that may differ from those of `before`; return how many.

        The new number of each goes to its place in `found`. `before` is a position of the same
        board. In both positions traits are those that `player` sees, even if the other is to act.
        No trait is listed twice.
        """


# playout(position, seed, limit): plays random moves in place and returns their number.
Playout = Callable[[Position, int, int], int]


def heed_signals() -> None:
    """Do nothing, uncompiled: a compiled loop that calls it can be interrupted (Ctrl-C)."""


def uniform(moves: Sequence[int] | vec[i64], bits: int) -> int:
    """One of `moves` chosen by 32 random bits, -1 if there is none: a ready `random_move`."""
    return int(moves[bits * len(moves) >> 32]) if len(moves) else -1
