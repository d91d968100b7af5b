"""A choice among moves that are worth about the same, so that no two games are alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stackyard.analysis import Analysis
from stackyard.position import ONGOING
from stackyard.rng import Rng, derive
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.successors import successors

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course

NEAR = 0.01  # of the points: less is no difference
DECIDED = 0.05  # of the points: where they are fewer, or almost all, each move matters
# The visits of a move, relative to the best, without which its value says little.
SHARE_EVALUATED = 0.01
SHARE_PLAYED_OUT = 0.5
FEWEST = 16  # visits that say something
OPENING = 6  # plies in which a search that tells one move only is varied
LOOK = 2  # moves that such a search looks ahead to compare moves
UNITS = 40  # of learned weights, a thousand of which are a factor of e in the odds: NEAR at even


def varied(analysis: Analysis, seed: int, examine: Callable[[Course], Analysis]) -> int:
    """The best move of an analysis, or one of those that are nearly as good; `seed` decides.

    Where the search tells one move only, the position after the chosen one is examined.
    """
    best, course = analysis.lines[0], analysis.course
    rng = Rng(derive(seed, course.ply, 1))
    if best.proven != ONGOING or not DECIDED < best.value < 1 - DECIDED:
        return best.move  # the hardest loss, or a win that comes nearer
    if len(analysis.lines) > 1:
        share = SHARE_EVALUATED if best.evaluated else SHARE_PLAYED_OUT
        near = [
            line.move
            for line in analysis.lines
            if line.proven == ONGOING
            and line.value >= best.value - NEAR
            and line.visits >= max(share * best.visits, FEWEST)
        ]
        return near[rng.below(len(near))] if near else best.move
    near = _near(course, best.move, seed) if course.ply < OPENING else []
    chosen = near[rng.below(len(near))] if near else best.move
    if chosen == best.move:
        return chosen
    after = course.advance(chosen)
    if after.result is not None:
        return best.move
    found = examine(after)
    value = found.lines[0].value
    if after.player != course.player:
        value = 1 - value
    is_near = found.proven != 1 - course.player and value >= best.value - NEAR
    return chosen if is_near else best.move


def _near(course: Course, best: int, seed: int) -> list[int]:
    """The moves that a short alpha-beta search finds nearly as good as the best one."""
    weights = weights_for(course.game)
    margin = 0 if weights is None else UNITS
    judge = None if weights is None else weights.evaluator().value
    values = {}
    for move, after in successors(course.position):
        if after.winner != ONGOING:
            continue
        search = AlphaBeta(after, seed, drawn=course.drawn, evaluator=judge)
        while search.depth < LOOK - 1 and search.proven == ONGOING:
            search.deepen()
        same = after.player == course.player
        values[move] = search.value if same else -search.value
    least = values.get(best, 0) - margin
    return [move for move, value in values.items() if value >= least] if best in values else []
