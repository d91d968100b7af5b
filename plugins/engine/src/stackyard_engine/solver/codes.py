"""Positions with codes for the solvers; codes are derived from keys where a game has none."""

from __future__ import annotations

import gc
import sys
from collections.abc import Hashable, Iterable
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.compiled import nearest
from stackyard.position import Position

NUMBER_BYTES: Final = 32  # of a code in the dictionary of keys
SLOT_BYTES: Final = 60  # and of its entry there, on average
SAMPLE: Final = 1000  # keys that are measured


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
        self._measured = 0  # the number of keys when they were last measured
        self._key_bytes = 0.0

    def __call__(self, position: Position) -> Any:
        """The position itself, or a KeyedPosition if its game has no codes."""
        return KeyedPosition(position, self.codes) if self.keyed else position

    @property
    def memory(self) -> int:
        """The memory taken by keys in bytes, measured on a sample whenever they have doubled."""
        number = len(self.codes)
        if number > 2 * self._measured:
            self._measured = number
            self._key_bytes = key_bytes(islice(reversed(self.codes), SAMPLE))
        return int((self._key_bytes + NUMBER_BYTES) * number) + sys.getsizeof(self.codes)

    def module(self, position: Position, name: str) -> Any:
        """The named solver module compiled with the class of position, or else the engine's own."""
        return nearest(type(self(position)), name)


def key_bytes(keys: Iterable[Hashable]) -> float:
    """The mean size of keys in bytes with all they contain; objects that keys share count once."""
    met: set[int] = set()
    total = number = 0
    for key in keys:
        number += 1
        inside: list[Any] = [key]
        while inside:
            part = inside.pop()
            if id(part) in met or isinstance(part, (type, ModuleType, FunctionType)):
                continue
            met.add(id(part))
            total += (sys.getsizeof(part) + 15) // 16 * 16  # as Python allocates it
            inside += gc.get_referents(part)
    return total / number if number else 0.0
