"""The features that learned weights weigh, alone and in groups."""

from __future__ import annotations

from typing import Final

from stackyard.boards import Board
from stackyard.features import Patterns, orbits
from stackyard_splay.traits import COUNTS, SMALL, WHOLE

TAKING: Final = 127  # cells: on side 7 weights of side 6 beat playouts, on side 8 they do not


def patterns_of(board: Board) -> Patterns:
    """Each interior cell, each pair of neighbours, and counts; images share weights."""
    order = board.interior + board.edge  # as the rules number the cells
    numbers = {cell: number for number, cell in enumerate(order)}
    inside = len(board.interior)
    turns = [[numbers[images[cell]] for cell in board.interior] for images in board.symmetries]
    near = [
        (one, other)
        for one, cell in enumerate(board.interior)
        for there in board.neighbours[cell]
        if one < (other := numbers[there]) < inside
    ]
    pairs = [
        tuple([(inside + one, inside + other) for one, other in group])
        for group in orbits(near, turns)
    ]
    stage, lead, held, mine, theirs, gain, loss = range(2 * inside, 2 * inside + len(COUNTS))
    counts = [(stage,), (lead, held), (lead, gain, loss), (mine, theirs)]
    return Patterns(
        (*[WHOLE] * inside, *[SMALL] * inside, *COUNTS),
        (*orbits([(cell,) for cell in range(inside)], turns), *pairs, *[(c,) for c in counts]),
        (*[board.places[cell] for cell in board.interior] * 2, *[None] * len(COUNTS)),
        takes_smaller=len(board) <= TAKING,
    )
