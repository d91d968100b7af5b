"""The features that learned weights weigh, alone and in groups."""

from __future__ import annotations

from stackyard.boards import Board
from stackyard.features import Patterns, orbits
from stackyard_pit_of_pillars.traits import COUNTS, SMALL, WHOLE


def patterns_of(board: Board) -> Patterns:
    """Each square, each pair one or two steps apart in a line, and counts."""
    number = len(board)
    lines = [
        (place % number, there)
        for place, ray in enumerate(board.rays[: 4 * number])
        for there in ray[:2]
        if there > place % number
    ]
    turns = board.symmetries
    pairs = [
        tuple([(number + one, number + other) for one, other in group])
        for group in orbits(lines, turns)
    ]
    phase, own, other, mine, theirs, lead, held = range(2 * number, 2 * number + len(COUNTS))
    counts = [(phase, own, other), (mine, theirs), (phase, lead), (lead, held)]
    return Patterns(
        (*[WHOLE] * number, *[SMALL] * number, *COUNTS),
        (*orbits([(cell,) for cell in range(number)], turns), *pairs, *[(c,) for c in counts]),
        (*board.places, *board.places, *[None] * len(COUNTS)),
    )
