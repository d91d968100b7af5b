"""Offers of a draw: who has made one, and what a computer answers."""

from __future__ import annotations

from stackyard.analysis import Limit, analyse
from stackyard.position import DRAW
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch

CONTENT = 0.4  # of a point that a computer expects, below which it agrees to half of one
THINKING = Limit(simulations=2_000, seconds=2.0)


def computer_agrees(course: Course, side: int, watch: Watch | None) -> bool:
    """Whether the computer that plays a side takes a draw: when it stands worse, or drawn."""
    analysis = analyse(course, THINKING, watch, seed=derive(2, course.ply))
    if analysis.proven == DRAW:
        return True
    share = analysis.share if side == 0 else 1 - analysis.share
    return analysis.lines[0].supported and share < CONTENT
