"""Features of Pit of Pillars for learned weights.

Every square has two numbers, a finer one and one for patterns of several squares; counts of the
board follow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.cells.bits import bit, count, lowest
from stackyard.stacks import height, is_mixed

# A vacant square, a pillar of the player or of the opponent; then stacks of the player, and after
# them the opponent's: by height (1, 2, 3, more), by how many men more may stand there (0, 1, more)
# and by whether both colours are in them.
STACK: Final = 3
STACKS: Final = 24
WHOLE: Final = STACK + 2 * STACKS
# The same with three heights, and whether the stack is full.
FEW: Final = 6
SMALL: Final = STACK + 2 * FEW
PHASES: Final = 5
RESERVE: Final = 16
PILLARS: Final = 16
LEAD: Final = 64  # the difference of stacks, 32 being none
HELD: Final = 16  # stacks of both, by EACH
EACH: Final = 4
COUNTS: Final = (PHASES, RESERVE, RESERVE, PILLARS, PILLARS, LEAD, HELD)
EVERY_COUNT: Final = 0x7F  # their places, as a set


def write_squares(
    found: vec[i64],
    squares: i64,
    board: i64,
    stacks: vec[i64],
    neighbours: vec[i64],
    opened: i64,
    held: tuple[i64, i64],
    pillars: i64,
) -> i64:
    """Write both numbers of each square in a set, of those of the `board`; return their places.

    `opened` are those without a pillar, `held` the player's stacks and the opponent's, `pillars`
    the player's.
    """
    own, other = held
    number = count(board)
    places: i64 = 0
    while squares:
        square = lowest(squares)
        squares &= squares - 1
        here = bit(square)
        place = count(board & (here - 1))
        whole: i64 = 0
        small: i64 = 0
        if opened & here == 0:
            whole = 2 - (pillars >> square & 1)
            small = whole
        elif (own | other) & here:
            stack = stacks[square]
            tall = height(stack)
            free_neighbours = max(0, min(count(neighbours[square] & opened) - tall, 2))
            mixed: i64 = 1 if is_mixed(stack) else 0
            theirs = other >> square & 1
            whole = STACK + STACKS * theirs + 6 * (min(tall, 4) - 1) + 2 * free_neighbours + mixed
            small = STACK + FEW * theirs + 2 * (min(tall, 3) - 1)
            if free_neighbours == 0:
                small += 1
        found[place] = whole
        found[number + place] = small
        places |= bit(place)
    return places


def write_counts(
    found: vec[i64],
    at: i64,
    phase: i64,
    reserves: tuple[i64, i64],
    pillars: tuple[i64, i64],
    held: tuple[i64, i64],
) -> None:
    """Write the counts: the reserves, pillars and stacks of the player and of the opponent."""
    own = count(held[0])
    other = count(held[1])
    found[at] = phase
    found[at + 1] = min(reserves[0], RESERVE - 1)
    found[at + 2] = min(reserves[1], RESERVE - 1)
    found[at + 3] = min(count(pillars[0]), PILLARS - 1)
    found[at + 4] = min(count(pillars[1]), PILLARS - 1)
    found[at + 5] = max(0, min(own - other + LEAD // 2, LEAD - 1))
    found[at + 6] = min((own + other) // EACH, HELD - 1)
