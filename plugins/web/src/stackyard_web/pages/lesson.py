"""The lesson of a game: its page, and the judge's answers to the moves made there."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from anyio import to_thread
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from stackyard.errors import LessonError, StackyardError, UnknownGameError
from stackyard.game import Game
from stackyard.lesson import Attempt, Lesson, Verdict, begin, lesson_of
from stackyard.plugins.registry import registry
from stackyard_web import views
from stackyard_web.pages.pages import markdown, render_page
from stackyard_web.protocol import Cell, Moves, Text
from stackyard_web.server.responses import SafeJSONResponse
from stackyard_web.tables import move_picker

STEPS = 1000  # more than any lesson has


class LessonRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A step, counted from 0, and the learner's moves in it so far.

    `tried` is the next move, or `cells` are some that make none; with `back` the last turn is taken
    back. Without these the request is for the position.
    """

    step: Annotated[int, Meta(ge=0, le=STEPS)]
    moves: Moves = []
    tried: Text = ""
    cells: Annotated[list[Cell], Meta(max_length=20)] = []
    back: bool = False


async def page(request: Request) -> Response:
    """The page of a lesson."""
    kind, lesson = await to_thread.run_sync(_lesson, request.path_params["name"])
    return render_page(
        "lesson",
        about=kind.about,
        opening=markdown(lesson.opening),
        closing=markdown(lesson.closing),
        steps=[step.title for step in lesson.steps],
    )


async def answer(request: Request) -> Response:
    """The position of a step after some moves, and what the judge says of a move tried there."""
    try:
        asked = msgspec.json.decode(await request.body(), type=LessonRequest)
        return SafeJSONResponse(
            await to_thread.run_sync(_answered, request.path_params["name"], asked)
        )
    except UnknownGameError:
        raise
    except (StackyardError, msgspec.MsgspecError, ValueError) as error:
        return SafeJSONResponse({"error": str(error)}, 422)


def _lesson(name: str) -> tuple[type[Game], Lesson]:
    """A game and its lesson."""
    kind = registry().game(name)
    lesson = lesson_of(kind())
    if lesson is None:
        raise LessonError(f"{kind.about.title} has no lesson; its rules are on a page of their own")
    return kind, lesson


def _answered(name: str, asked: LessonRequest) -> dict[str, Any]:
    """The answer to a request."""
    kind, lesson = _lesson(name)
    if asked.step >= len(lesson.steps):
        raise LessonError(f"the lesson has {len(lesson.steps)} steps")
    attempt = begin(lesson, asked.step, kind)
    for move in asked.moves:
        before = attempt.answer(move)
        if before.verdict is not Verdict.GOES_ON:
            raise LessonError(f"this step does not go on after {move}")
        attempt = before.attempt
    if asked.back:
        attempt = attempt.back
    verdict, told, made = "", "", list[str]()
    refused: list[int] = []
    if asked.tried:
        found = attempt.answer(asked.tried)
        verdict, told, made = found.verdict.value, found.sentence, list(found.moves)
        attempt = found.attempt
    elif asked.cells:
        verdict = Verdict.REFUSED.value
        told, refused = _why(attempt, asked.cells)
    return _view(attempt, verdict == Verdict.DONE.value) | {
        "verdict": verdict,
        "told": markdown(told),
        "made": made,
        "refused": refused,
    }


def _why(attempt: Attempt, cells: list[int]) -> tuple[str, list[int]]:
    """Why cells make no move, with what the step says of a move that is named after the last."""
    game, position = attempt.course.game, attempt.course.position
    refusal = move_picker.why(game, position, tuple(cells))
    known = [game.board.names[cell] for cell in cells if cell < len(game.board)]
    besides = attempt.step.impossible.get("-".join(known), "")
    return f"{refusal.sentence}. {besides}", list(refusal.cells)


def _view(attempt: Attempt, done: bool) -> dict[str, Any]:
    """The step where an attempt stands."""
    course, step = attempt.course, attempt.step
    over = done or course.result is not None
    shown = views.picture(course, attempt.learner == 1)
    choices = [] if over else move_picker.choices(course.game, course.position)
    return {
        "title": step.title,
        "text": markdown(step.text),
        "moves": attempt.played,
        "asked": "" if over else course.game.asked(course.position),
        "colour": course.game.colours[attempt.learner],
        "picture": msgspec.to_builtins(shown),
        "choices": msgspec.to_builtins(choices),
        "hints": [] if over else [markdown(hint) for hint in attempt.hints],
    }
