"""Features of Splay for learned weights.

Every interior cell has two numbers: a complete one, and one with only the slack of towers, for
patterns of several cells. Counts of the board follow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import lowest

# The first number: an empty cell by its spaces, from 7 on if it is blocked; the player's marker and
# the opponent's; then towers by spaces and slack, the player's before the opponent's.
MARKER: Final = 14
TOWER: Final = 16
TOWERS: Final = 25
WHOLE: Final = TOWER + 2 * TOWERS
# The second: an empty cell, open or blocked; markers; towers by slack.
SMALL: Final = 14
LEAD: Final = 64  # the difference of cells owned, 32 being none
HELD: Final = 16  # cells owned by both, by `each` of the board
EACH: Final = 8  # of boards up to side 6
READY: Final = 8  # towers that splay with the next checker
GAIN: Final = 7  # the spaces of the best of them
COUNTS: Final = (2, LEAD, HELD, READY, READY, GAIN, GAIN)
EVERY_COUNT: Final = 0x7F  # their places, as a set


def write_cell(
    found: vec[i64], cell: i64, inside: i64, owner: i64, free: i64, left: i64, closed: i64
) -> None:
    """Write both numbers of a cell, of `inside` interior ones.

    `owner` is 0 for the player, 1 for the opponent and -1 for an empty cell; `free` are the spaces
    of the cell, `left` is the slack of a tower, and `closed` is 1 for an empty cell beside a tower
    that bars it.
    """
    if owner < 0:
        found[cell] = 7 * closed + free
        found[inside + cell] = closed
    elif left == 0:
        found[cell] = MARKER + owner
        found[inside + cell] = 2 + owner
    else:
        found[cell] = TOWER + TOWERS * owner + 5 * (free - 2) + left - 1
        found[inside + cell] = 3 + 5 * owner + left


def write_cells(
    found: vec[i64],
    cells: i64,
    inside: i64,
    owners: tuple[i64, i64],
    spaces: tuple[i64, i64, i64],
    slack: tuple[i64, i64, i64],
    blocked: i64,
) -> None:
    """Write both numbers of each cell in a set, of `inside` interior ones.

    `owners` are the player's cells and the opponent's.
    """
    own, other = owners
    ones, twos, fours = spaces
    one, two, four = slack
    while cells:
        cell = lowest(cells)
        cells &= cells - 1
        free = (ones >> cell & 1) + 2 * (twos >> cell & 1) + 4 * (fours >> cell & 1)
        left = (one >> cell & 1) + 2 * (two >> cell & 1) + 4 * (four >> cell & 1)
        owner = 2 * (other >> cell & 1) + (own >> cell & 1) - 1
        write_cell(found, cell, inside, owner, free, left, blocked >> cell & 1)


def most_spaces(towers: i64, spaces: tuple[i64, i64, i64]) -> i64:
    """The largest number of spaces of the towers in a set."""
    ones, twos, fours = spaces
    best: i64 = 0
    if towers & fours:
        best = 4
        towers &= fours
    if towers & twos:
        best += 2
        towers &= twos
    if towers & ones:
        best += 1
    return best


def write_counts(
    found: vec[i64],
    at: i64,
    swap: i64,
    cells: tuple[i64, i64],
    ready: tuple[i64, i64],
    most: tuple[i64, i64],
    each: i64 = EACH,
) -> None:
    """Write the counts of the player and of the opponent.

    `cells` are those owned, counted by `each`, `ready` the towers that the next checker would
    splay, and `most` the spaces of the best of these.
    """
    own, other = cells
    lead = own - other + LEAD // 2
    found[at] = 1 if swap else 0
    found[at + 1] = max(0, min(lead, LEAD - 1))
    found[at + 2] = min((own + other) // each, HELD - 1)
    found[at + 3] = min(ready[0], READY - 1)
    found[at + 4] = min(ready[1], READY - 1)
    found[at + 5] = most[0]
    found[at + 6] = most[1]
