"""The message that shows a review to a page."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard_coach.assessment import Assessment
from stackyard_coach.review import JudgedMove, Review, Standing, judge
from stackyard_coach.review_wording import (
    basis_words,
    better_words,
    capitalized,
    change_words,
    counts_words,
    loss_words,
    share_words,
)
from stackyard_web.analysis_messages import (
    ReviewedChange,
    ReviewedMove,
    ReviewedPosition,
    ReviewMessage,
)


def review_view(
    course: Course, assessments: Mapping[int, Assessment], growing: bool
) -> ReviewMessage:
    """The review of a course by the assessments made so far."""
    review = judge(course, assessments)
    colours = course.game.colours
    question_numbers = {move.number for move in review.questions()}
    return ReviewMessage(
        growing,
        len(assessments),
        [_position(standing) for standing in review.standings],
        [_move(move, review, move.number in question_numbers) for move in review.notable],
        [
            ReviewedChange(change.number, capitalized(change_words(change, review)))
            for change in review.changes
        ],
        [
            f"{capitalized(colour)}: {counts_words(review, side)}"
            for side, colour in enumerate(colours)
        ],
        _basis(review, assessments),
    )


def _position(standing: Standing | None) -> ReviewedPosition:
    if standing is None:
        return ReviewedPosition(None, None, None, "")
    low, high = standing.bounds(0)
    proven = standing.proven != ONGOING
    interval = None if proven or standing.interval is None else (round(low, 3), round(high, 3))
    return ReviewedPosition(round(standing.share, 3), interval, proven, share_words(standing, 0))


def _move(move: JudgedMove, review: Review, question: bool) -> ReviewedMove:
    return ReviewedMove(
        *(move.number, move.player, move.text, str(move.grade), loss_words(move)),
        *(better_words(move, review), list(move.before.line if move.before else ()), question),
    )


def _basis(review: Review, assessments: Mapping[int, Assessment]) -> str:
    words = basis_words(review, assessments)
    brief = sum([each.share is None for each in assessments.values()])
    return f"{words}; {brief} analysed too briefly" if brief else words
