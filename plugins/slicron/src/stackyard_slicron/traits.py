"""Features of Slicron for learned weights: each cell as a number, and counts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# An empty cell by whom it is closed to (nobody, the player, the opponent, both); then stones of the
# player and of the opponent, by how many ends their group has: none, one, more.
STONE: Final = 4
CELL: Final = 10
STAGE: Final = 3  # ordinary, in the middle of a turn, or swap due
CLOSED: Final = 32  # empty cells closed to one player only
FREE: Final = 64  # those open to a player
EACH: Final = 2
COUNTS: Final = (STAGE, CLOSED, CLOSED, FREE // EACH, FREE // EACH)


def write_cells(
    found: vec[i64],
    first: i64,
    end: i64,
    stones: tuple[i64, i64],
    closed: tuple[i64, i64],
    groups: vec[i64],
) -> None:
    """Write the numbers of the cells from `first` on; the sets are words that begin there."""
    own, other = stones
    cell = first
    while cell < end:
        here = cell - first
        theirs = other >> here & 1
        if theirs | (own >> here & 1):
            root = groups[4 * groups[4 * cell]]
            while groups[4 * root] != root:
                root = groups[4 * root]
            found[cell] = STONE + 3 * theirs + min(groups[4 * root + 1], 2)
        else:
            found[cell] = (closed[0] >> here & 1) + 2 * (closed[1] >> here & 1)
        cell += 1


def write_counts(found: vec[i64], cells: i64, stage: i64) -> None:
    """Write the counts of the cells already written."""
    free: i64 = 0
    mine: i64 = 0  # closed to the player only
    theirs: i64 = 0
    cell: i64 = 0
    while cell < cells:
        state = found[cell]
        if state == 0:
            free += 1
        elif state == 1:
            mine += 1
        elif state == 2:
            theirs += 1
        cell += 1
    found[cells] = stage
    found[cells + 1] = min(mine, CLOSED - 1)
    found[cells + 2] = min(theirs, CLOSED - 1)
    found[cells + 3] = min(free + theirs, FREE - 1) // EACH
    found[cells + 4] = min(free + mine, FREE - 1) // EACH
