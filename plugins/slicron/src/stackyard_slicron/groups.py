"""Groups of stones as a union-find: a word for each stone, the number of ends with the root."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ENDS: Final = 8  # the first bit of a group's number of ends, in the word of its root
TWO_ENDS: Final = 0x200  # two ends, in such a word
STONE: Final = 0xFF  # the bits of the next stone towards the root; a root names itself


def root_of(groups: vec[i64], stone: i64) -> i64:
    """The root of a stone's group; unrolled, as most roots are at most two steps away."""
    root = groups[groups[stone] & STONE] & STONE
    while groups[root] & STONE != root:
        root = groups[root] & STONE
    return root


def kind_of(groups: vec[i64], stone: i64) -> i64:
    """The kind of a stone's group: the number of its ends, but at most two."""
    return min(groups[root_of(groups, stone)] >> ENDS, 2)
