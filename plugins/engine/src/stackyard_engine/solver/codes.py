"""Positions with codes for the solvers; codes are derived from keys where a game has none."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.compiled import nearest
from stackyard.position import Position

KEY_BYTES: Final = 350  # rough size in bytes of a key where positions have no codes


class KeyedPosition:
    """A position of a game without codes; each new key is assigned the next number as its code."""

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
        """The number assigned to its key."""
        return self.codes.setdefault(self.position.key(), len(self.codes))


class PositionEncoder:
    """Provides the positions of a game with codes for the solvers."""

    def __init__(self, position: Position, keyed: bool = False) -> None:
        code = getattr(position, "code", None)
        self.keyed = bool(keyed or code is None or code() < 0)
        self.codes: dict[Hashable, int] = {}

    def __call__(self, position: Position) -> Any:
        """The position itself, or a KeyedPosition if its game has no codes."""
        return KeyedPosition(position, self.codes) if self.keyed else position

    def share(self, memory: int, entry: int) -> int:
        """The memory left for a solver with entries of this size; keys take the rest."""
        return memory * entry // (entry + KEY_BYTES) if self.keyed else memory

    def module(self, position: Position, name: str) -> Any:
        """The named solver module compiled with the class of position, or else the engine's own."""
        return nearest(type(self(position)), name)
