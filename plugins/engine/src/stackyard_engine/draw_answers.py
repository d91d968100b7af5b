"""The answer of a computer player to a draw offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.analysis import Limit
from stackyard.position import DRAW
from stackyard.rng import derive
from stackyard_engine.analysis import analyse

if TYPE_CHECKING:
    from stackyard.turnloop.match import Match

CONTENT = 0.4  # a computer with a smaller expected share of points accepts a draw
ANALYSIS = Limit(simulations=2_000, seconds=2.0)


def accepts_draw(match: Match, side: int) -> bool:
    """Tell if a side should accept a draw: its position is worse, or the draw is proven.

    The strength of the player does not matter: all of them use the same short analysis.
    """
    course = match.course
    analysis = analyse(course, ANALYSIS, match.watch, seed=derive(2, course.ply))
    if analysis.proven == DRAW:
        return True
    share = analysis.share if side == 0 else 1 - analysis.share
    return analysis.lines[0].supported and share < CONTENT
