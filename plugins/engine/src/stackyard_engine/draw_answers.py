"""The answer of a computer player to a draw offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.analysis import Limit
from stackyard.position import DRAW
from stackyard.rng import derive
from stackyard_engine.analysis import analyse

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match

CONTENT = 0.5  # a computer that expects a larger share of the points plays on
TURNS = 3  # its last ones, before each of which it must have expected no more
ANALYSIS = Limit(simulations=2_000, seconds=1.0)


def accepts_draw(match: Match, side: int) -> bool:
    """Tell if a side should accept a draw: it has stood no better for a while, or one is proven.

    The strength of the player does not matter: all of them use the same short analyses.
    """
    course = match.course
    share, proven = _expected(match, course, side)
    if proven:
        return True
    firsts = [turn.first for turn in course.turns if turn.player == side][-TURNS:]
    return (
        share <= CONTENT
        and len(firsts) == TURNS
        and all(_expected(match, course.at(first), side)[0] <= CONTENT for first in firsts)
    )


def _expected(match: Match, course: Course, side: int) -> tuple[float, bool]:
    """The share of the points that a side expects there, and whether a draw is proven.

    An analysis that says little of the position expects all of them.
    """
    analysis = analyse(course, ANALYSIS, match.watch, seed=derive(2, course.ply))
    if not (analysis.lines[0].supported or analysis.proven == DRAW):
        return 1.0, False
    share = analysis.share if side == 0 else 1 - analysis.share
    return share, analysis.proven == DRAW
