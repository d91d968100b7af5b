"""Positions with codes for the solvers; codes are derived from keys where a game has none."""

from __future__ import annotations

import gc
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from marshal import dumps
from types import FunctionType, ModuleType
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.compiled import nearest
from stackyard.position import Position

NUMBER_BYTES: Final = 32  # of a code in the dictionary of keys
SLOT_BYTES: Final = 60  # and of its entry there, on average
SAMPLE: Final = 1000  # keys that are measured
LAYOUT: Final = 2  # version of `marshal` that gives equal tuples equal bytes
BLOCK: Final = 4096  # keys in one piece of a checkpoint
KEY_PARTS: Final = 2  # of a checkpoint: the lengths of the keys, and the keys
WORD_BYTES: Final = 8


class KeyNumbers(dict[Hashable, int]):
    """Assigns each new key the next number, from 0 on, when it is looked up.

    Keys of plain values (numbers, strings, bytes; tuples and frozen sets of them) are given as
    their `plain_bytes`, which take less memory, and which a checkpoint can hold.
    """

    plain = True  # whether all keys are

    def __missing__(self, key: Hashable) -> int:
        number = self[key] = len(self)
        return number

    def parts(self) -> list[Iterable[bytes]]:
        """The parts that `restore` needs, each in pieces; all keys must be plain."""
        return [
            WholeWords(self, lambda keys: array("i", map(len, keys)).tobytes()),
            WholeWords(self, b"".join),
        ]

    def restore(self, parts: list[memoryview]) -> None:
        """Replace the numbers by those in the parts of a checkpoint.

        Raises ValueError if the parts do not fit, or if the first key, which is that of the
        position to solve, is another.
        """
        start = next(iter(self))
        self.clear()
        at = 0
        for number, length in enumerate(parts[0].cast("i")):
            self[bytes(parts[1][at : at + length])] = number
            at += length
        self.pop(b"", None)  # a length of 0 completes the last word
        if self.get(start) != 0 or not 0 <= len(parts[1]) - at < WORD_BYTES:
            raise ValueError


class WholeWords:
    """The pieces that `piece` makes of blocks of keys, one at a time, and zeros up to a word."""

    def __init__(self, keys: Iterable[Any], piece: Callable[[list[Any]], bytes]) -> None:
        self._keys = keys
        self._piece = piece

    def __iter__(self) -> Iterator[bytes]:
        keys, size = iter(self._keys), 0
        while block := list(islice(keys, BLOCK)):
            made = self._piece(block)
            size += len(made)
            yield made
        yield bytes(-size % WORD_BYTES)


class KeyedPosition:
    """A position of a game without codes; the number of its key is its code."""

    __slots__ = ("codes", "position")

    def __init__(self, position: Position, codes: KeyNumbers) -> None:
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
        key = self.position.key()
        plain = plain_bytes(key)
        if plain is None:
            self.codes.plain = False
            return self.codes[key]
        return self.codes[plain]


class PositionEncoder:
    """Provides the positions of a game with codes for the solvers."""

    def __init__(self, position: Position, keyed: bool = False) -> None:
        code = getattr(position, "code", None)
        self.keyed = bool(keyed or code is None or code() < 0)
        self.codes = KeyNumbers()
        self._measured = 0  # the number of keys when they were last measured
        self._key_bytes = 0.0

    def __call__(self, position: Position) -> Any:
        """The position itself, or a KeyedPosition if its game has no codes."""
        return KeyedPosition(position, self.codes) if self.keyed else position

    @property
    def kept(self) -> bool:
        """Whether a checkpoint can hold the codes met so far."""
        return not self.keyed or self.codes.plain

    def parts(self) -> list[Iterable[bytes]]:
        """What `restore` needs for codes that are derived from keys; nothing for others."""
        return self.codes.parts() if self.keyed else []

    def restore(self, parts: list[memoryview]) -> None:
        """Continue with the codes of another encoder; raises ValueError if the parts do not fit."""
        if len(parts) != (KEY_PARTS if self.keyed else 0):
            raise ValueError
        if self.keyed:
            self.codes.restore(parts)

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


def plain_bytes(key: Any) -> bytes | None:
    """The bytes of a key of plain values, different for different keys; None for other keys."""
    try:
        return dumps(key, LAYOUT)
    except ValueError:
        return None


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
