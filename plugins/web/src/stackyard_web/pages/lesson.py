"""The lesson of a game: its page, and the judge's answers to the moves made there."""

from __future__ import annotations

from typing import Annotated, Any

from anyio import to_thread
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard_coach.errors import LessonError
from stackyard_coach.lesson import Lesson, begin, lesson_of
from stackyard_web.pages.pages import markdown, render_page
from stackyard_web.pages.posted import answer_here
from stackyard_web.pages.tasks import TaskRequest, first_view, judged, number_of


class LessonRequest(TaskRequest, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step, counted from 0, and the learner's moves in it so far."""

    step: Annotated[int, Meta(ge=0)]


async def page(request: Request) -> Response:
    """The page of a lesson."""
    kind, lesson = await to_thread.run_sync(_lesson, request.path_params["name"])
    step = number_of(request, "step", len(lesson.steps))
    attempt = await to_thread.run_sync(begin, lesson, step, kind)
    return render_page(
        request,
        "lesson",
        **first_view(attempt),
        about=kind.about,
        step=step,
        opening=markdown(lesson.opening),
        closing=markdown(lesson.closing),
        steps=[step.title for step in lesson.steps],
    )


async def answer(request: Request) -> Response:
    """The position of a step after some moves, and what the judge says of a move tried there."""
    return await answer_here(request, LessonRequest, _judged)


def _lesson(name: str) -> tuple[type[Game], Lesson]:
    kind = registry().game(name)
    lesson = lesson_of(kind())
    if lesson is None:
        raise LessonError(f"{kind.about.title} has no lesson; its rules are on a page of their own")
    return kind, lesson


def _judged(name: str, request: LessonRequest) -> dict[str, Any]:
    kind, lesson = _lesson(name)
    if request.step >= len(lesson.steps):
        raise LessonError(f"the lesson has {len(lesson.steps)} steps")
    return judged(begin(lesson, request.step, kind), request)
