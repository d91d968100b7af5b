"""Courses, matches and analyses as a notebook shows them."""

from __future__ import annotations

from typing import Any

from stackyard.analysis import Analysis, basis_words, value_words
from stackyard.text import plural, shortened
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_pictures import html
from stackyard_pictures.exporters import scene_of
from stackyard_pictures.svg import draw

SHOWN = 10  # moves of an analysis
PLIES = 8  # of best play


def draw_in(shell: Any) -> None:
    """Register with an IPython shell what draws each class."""
    formatters = shell.display_formatter.formatters
    formatters["image/svg+xml"].for_type(Course, course_svg)
    formatters["image/svg+xml"].for_type(Match, lambda match: course_svg(match.course))
    formatters["text/html"].for_type(Analysis, analysis_html)


def course_svg(course: Course) -> str:
    """The picture of the current position, with the last turn marked."""
    return draw(scene_of(course), course.game.title)


def analysis_html(analysis: Analysis) -> str:
    """The position, the best moves and the basis of their values."""
    rows = [
        (line.text, value_words(line), shortened(line.best_play, PLIES))
        for line in analysis.lines[:SHOWN]
    ]
    more = len(analysis.lines) - len(rows)
    basis = basis_words(analysis) + (f"; {plural(more, 'more move')}" if more else "")
    course = analysis.course
    return "\n".join(
        [
            html.image(course.scene, course.game.title),
            html.table(("move", "value", "best play"), rows),
            html.paragraph(f"{basis}."),
        ]
    )
