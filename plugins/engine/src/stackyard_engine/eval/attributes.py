"""The attributes of a position as words: whole numbers, one after the other.

A compiled game has a copy that its build writes for its class (stackyard_kit.building.attributes).
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import Position

FIRST = 3  # words that every position has: the player to act, mid_turn, the number of moves


def scalars(position: Position) -> int:
    """The number of words before those of the vectors."""
    return FIRST + len(_numbers(position))


def lengths(position: Position) -> list[int]:
    """The number of words of each vector."""
    return [len(words) for words in _vectors(position)]


def write_words(position: Position, widths: vec[i64], words: vec[i64]) -> None:
    """Write the words of a position into `words`.

    Of each vector there are as many as `widths` says, 0 beyond its end.
    """
    first = [int(position.player), int(position.mid_turn), len(position.legal_moves())]
    found = first + _numbers(position)
    for length, vector in zip(widths, _vectors(position), strict=False):
        found += (vector + [0] * int(length))[: int(length)]
    for place, word in enumerate(found):
        words[place] = word


def _values(position: Position) -> list[Any]:
    """The attributes, by name; without those that every position has."""
    own = getattr(position, "__dict__", {})
    return [own[name] for name in sorted(own) if name not in ("player", "winner", "mid_turn")]


def _numbers(position: Position) -> list[int]:
    """The attributes that are one number each, and the elements of tuples."""
    found: list[int] = []
    for value in _values(position):
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, int) and -(2**63) <= part < 2**63:
                found.append(int(part))
    return found


def _vectors(position: Position) -> list[list[int]]:
    """The attributes that are sequences of numbers."""
    found: list[list[int]] = []
    for value in _values(position):
        if isinstance(value, vec) or (
            isinstance(value, (list, bytes, bytearray))
            and all(isinstance(part, int) and -(2**63) <= part < 2**63 for part in value)
        ):
            found.append([int(part) for part in value])
    return found
