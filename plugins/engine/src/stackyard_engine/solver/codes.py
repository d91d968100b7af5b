"""Positions as solvers want them: with codes, which are made of keys where a game has none."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.compiled import nearest
from stackyard.position import Position

KEY_BYTES: Final = 350  # a key takes where positions have no codes, roughly


class KeyedPosition:
    """A position whose codes are handed out as its keys are met, for games that have none."""

    def __init__(self, position: Position, codes: dict[Hashable, int]) -> None:
        self.position = position
        self.codes = codes

    @property
    def player(self) -> i64:
        """See Position."""
        return self.position.player

    @property
    def winner(self) -> i64:
        """See Position."""
        return self.position.winner

    @property
    def mid_turn(self) -> bool:
        """See Position."""
        return self.position.mid_turn

    def copy(self) -> KeyedPosition:
        """See Position."""
        return KeyedPosition(self.position.copy(), self.codes)

    def legal_moves(self) -> vec[i64]:
        """See Position."""
        return self.position.legal_moves()

    def random_move(self, bits: i64) -> i64:
        """See Position."""
        return self.position.random_move(bits)

    def play(self, move: i64) -> None:
        """See Position."""
        self.position.play(move)

    def key(self) -> Hashable:
        """See Position."""
        return self.position.key()

    def code(self) -> i64:
        """The number of its key."""
        return self.codes.setdefault(self.position.key(), len(self.codes))


class PositionEncoder:
    """Makes positions of a game fit for solvers."""

    def __init__(self, position: Position, keyed: bool = False) -> None:
        code = getattr(position, "code", None)
        self.keyed = bool(keyed or code is None or code() < 0)
        self.codes: dict[Hashable, int] = {}

    def __call__(self, position: Position) -> Any:
        """The position itself, or one whose codes are numbers of keys."""
        return KeyedPosition(position, self.codes) if self.keyed else position

    def share(self, memory: int, entry: int) -> int:
        """What of the memory a solver with entries of this size may take: keys take the rest."""
        return memory * entry // (entry + KEY_BYTES) if self.keyed else memory

    def module(self, position: Position, name: str) -> Any:
        """The solver nearest to the class of position."""
        return nearest(type(self(position)), name)
