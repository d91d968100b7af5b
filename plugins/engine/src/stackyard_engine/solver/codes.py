"""Codes of positions for the solvers, derived from keys on boards without codes of their own."""

from __future__ import annotations

import gc
import sys
from collections.abc import Hashable, Iterable
from itertools import islice
from marshal import dumps
from types import FunctionType, ModuleType
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import Position
from stackyard_engine.solver.key_tree import KeyTree

OBJECT_BYTES: Final = 92  # the number of a key and its entry in the dictionary, on average
SAMPLE: Final = 1000  # keys that are measured
LAYOUT: Final = 2  # version of `marshal` that gives equal tuples equal bytes
KEY_PARTS: Final = 2  # of a checkpoint, where codes are derived from keys
OBJECTS: Final = 1 << 61  # the codes of keys that are not plain begin here


class KeyCodes:
    """Codes of positions by their keys; a new key is given a code when it is first looked up.

    Keys of plain values (numbers, strings, bytes; tuples and frozen sets of them) are stored as
    bytes, in little memory, and a checkpoint can hold them. Other keys are stored as objects.
    """

    def __init__(self) -> None:
        self._tree = KeyTree()
        self._others: dict[Hashable, int] = {}
        self._other_bytes = 0.0  # of a key, as last measured
        self._measured = 0  # the number of keys then

    def __call__(self, position: Position) -> int:
        """The code of a position, 0 … 2^62 - 1."""
        key = position.key()
        plain = plain_bytes(key)
        if plain is not None:
            return self._tree.code(plain)
        return self._others.setdefault(key, OBJECTS + len(self._others))

    @property
    def plain(self) -> bool:
        """True if all keys met so far are plain."""
        return not self._others

    @property
    def memory(self) -> int:
        """The memory in use in bytes; keys that are not plain are measured on a sample."""
        number = len(self._others)
        if number > 2 * self._measured:
            self._measured = number
            self._other_bytes = key_bytes(islice(reversed(self._others), SAMPLE))
        objects = int((self._other_bytes + OBJECT_BYTES) * number)
        return self._tree.memory() + objects

    @property
    def full(self) -> bool:
        """True if there are hardly any codes left."""
        return self._tree.full

    def parts(self) -> list[list[vec[i64]]]:
        """The parts that `restore` needs, each in pieces; all keys must be plain."""
        return [[part] for part in self._tree.parts()]

    def restore(self, parts: list[memoryview], start: Position) -> None:
        """Replace the codes by those in the parts of a checkpoint of `start`.

        Raises ValueError if the parts do not fit, or belong to another position.
        """
        if len(parts) != KEY_PARTS:
            raise ValueError
        code = KeyCodes()(start)
        self._tree.restore(parts)
        if self(start) != code:  # the start is always the first
            raise ValueError


def codes_for(position: Position) -> KeyCodes | None:
    """New codes by keys for a board without codes of its own; None for others."""
    code = getattr(position, "code", None)
    return KeyCodes() if code is None or code() < 0 else None


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
