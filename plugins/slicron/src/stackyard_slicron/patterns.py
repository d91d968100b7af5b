"""The features that learned weights weigh, alone and in groups."""

from __future__ import annotations

from stackyard.boards import Board
from stackyard.features import Patterns, orbits
from stackyard_slicron.traits import CELL, COUNTS


def patterns_of(board: Board) -> Patterns:
    """Each cell, each three mutual neighbours, and counts of closed cells."""
    cells = range(len(board))
    near = board.neighbours
    threes = [
        (one, two, three)
        for one in cells
        for two in near[one]
        for three in near[one]
        if one < two < three and three in near[two]
    ]
    stage, mine, theirs, own, other = range(len(cells), len(cells) + len(COUNTS))
    counts = [(stage,), (mine, theirs), (own, other)]
    tables = orbits([*[(cell,) for cell in cells], *threes], board.symmetries)
    return Patterns(
        (*[CELL] * len(cells), *COUNTS),
        (*tables, *[(c,) for c in counts]),
        (*board.places, *[None] * len(COUNTS)),
    )
