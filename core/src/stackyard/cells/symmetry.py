"""Images of sets of cells: what a symmetry of a board makes of the bits of one i64.

A game whose positions have a `symmetric_code` turns whole sets by tables, seven cells at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CELLS: Final = 7  # of a set, looked up at once
SETS: Final = 128  # sets of CELLS cells
LOW: Final = 127


def image_tables(symmetries: Sequence[Sequence[int]]) -> list[int]:
    """The tables of `image` for the symmetries of a board, each a list of the cells' images.

    All tables are equally long, one after the other.
    """
    found: list[int] = []
    for images in symmetries:
        for first in range(0, len(images), CELLS):
            here = images[first : first + CELLS]
            found += [
                sum([2**cell for place, cell in enumerate(here) if part >> place & 1])
                for part in range(SETS)
            ]
    return found


def image(tables: vec[i64], begin: i64, cells: i64) -> i64:
    """The image of a set of cells under a symmetry whose table begins at `begin`."""
    found: i64 = 0
    while cells:
        found |= tables[begin + (cells & LOW)]
        cells >>= CELLS
        begin += SETS
    return found
