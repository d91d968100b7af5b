"""The message that shows a review to a page."""

from __future__ import annotations

from collections.abc import Mapping

from stackyard.position import ONGOING
from stackyard.text import capitalized
from stackyard.turnloop.history import Course
from stackyard_coach.assessment import Assessment
from stackyard_coach.review import JudgedMove, Review, Standing, judge
from stackyard_coach.review_story import course_of_events, told
from stackyard_coach.review_wording import (
    basis_words,
    better_words,
    counts_words,
    loss_words,
    share_words,
)
from stackyard_coach.turning_points import TurningPoint, bad_turns, turning_points
from stackyard_web.analysis_messages import (
    ReviewedMove,
    ReviewedPoint,
    ReviewedPosition,
    ReviewMessage,
)
from stackyard_web.views import picture


def review_view(
    course: Course, assessments: Mapping[int, Assessment], growing: bool, flip: bool
) -> ReviewMessage:
    """The review of a course by the assessments made so far; `flip` is for its boards."""
    review = judge(course, assessments)
    colours = course.game.colours
    bad = [move for player in (0, 1) for move in bad_turns(review, player, review.mistakes)]
    question_numbers = {move.number for move in review.questions()}
    return ReviewMessage(
        growing,
        len(assessments),
        [_position(standing) for standing in review.standings],
        [_move(move, review, move.number in question_numbers) for move in bad],
        "" if growing else " ".join(course_of_events(review)),
        [] if growing else [_point(point, review, flip) for point in turning_points(review)],
        [
            f"{capitalized(colour)}: {counts_words(review, side)}"
            for side, colour in enumerate(colours)
        ],
        _basis(review, assessments),
    )


def _position(standing: Standing | None) -> ReviewedPosition:
    if standing is None:
        return ReviewedPosition(None, None, "")
    low, high = standing.bounds(0)
    proven = standing.proven != ONGOING
    interval = None if proven or standing.interval is None else (round(low, 3), round(high, 3))
    return ReviewedPosition(round(standing.share, 3), interval, share_words(standing))


def _point(point: TurningPoint, review: Review, flip: bool) -> ReviewedPoint:
    move, words = point.move, told(point, review)
    before = review.course.at(move.number - 1)
    line = list(point.before.line or move.best[:1])
    return ReviewedPoint(
        move.number,
        words.heading,
        words.sentences,
        picture(before, flip, still=True).board,
        _cells(before, move.text),
        _cells(before, line[0]) if line else [],
        line,
    )


def _cells(course: Course, text: str) -> list[int]:
    game, position = course.game, course.position
    return list(game.move_cells(game.parse_move(text, position), position))


def _move(move: JudgedMove, review: Review, question: bool) -> ReviewedMove:
    return ReviewedMove(
        *(move.number, move.player, move.text, str(move.grade), loss_words(move)),
        *(better_words(move, review), list(move.before.line if move.before else ()), question),
    )


def _basis(review: Review, assessments: Mapping[int, Assessment]) -> str:
    words = basis_words(review, assessments)
    brief = sum([each.share is None for each in assessments.values()])
    return f"{words}; {brief} analysed too briefly" if brief else words
