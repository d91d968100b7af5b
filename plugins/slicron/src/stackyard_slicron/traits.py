"""Features of Slicron for learned weights: each cell as a number, and counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import lowest
from stackyard_slicron.groups import kind_of

# An empty cell by whom it is closed to (nobody, the player, the opponent, both); then stones of the
# player and of the opponent, by how many ends their group has: none, one, more.
STONE: Final = 4
CELL: Final = 10
STAGE: Final = 3  # ordinary, in the middle of a turn, or swap due
CLOSED: Final = 32  # empty cells closed to one player only
FREE: Final = 64  # those open to a player
EACH: Final = 2
COUNTS: Final = (STAGE, CLOSED, CLOSED, FREE // EACH, FREE // EACH)
EVERY_COUNT: Final = 0x1F  # their places, as a set


def write_cells(
    found: vec[i64],
    first: i64,
    cells: i64,
    stones: tuple[i64, i64],
    closed: tuple[i64, i64],
    groups: vec[i64],
) -> None:
    """Write the numbers of the cells in a set; the sets are words that begin with `first`."""
    own, other = stones
    while cells:
        here = lowest(cells)
        cells &= cells - 1
        cell = first + here
        theirs = other >> here & 1
        if theirs | (own >> here & 1):
            found[cell] = STONE + 3 * theirs + kind_of(groups, cell)
        else:
            found[cell] = (closed[0] >> here & 1) + 2 * (closed[1] >> here & 1)


def write_counts(found: vec[i64], at: i64, stage: i64, empty: tuple[i64, i64, i64]) -> None:
    """Write the counts.

    `empty` are the numbers of empty cells closed to nobody, to the player only, to the opponent
    only.
    """
    free, mine, theirs = empty
    found[at] = stage
    found[at + 1] = min(mine, CLOSED - 1)
    found[at + 2] = min(theirs, CLOSED - 1)
    found[at + 3] = min(free + theirs, FREE - 1) // EACH
    found[at + 4] = min(free + mine, FREE - 1) // EACH
