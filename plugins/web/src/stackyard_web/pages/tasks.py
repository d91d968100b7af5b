"""Tasks in the browser, the steps of a lesson and puzzles: requests, and the judge's answers."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, structs
from starlette.requests import Request

from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import outcome
from stackyard_coach.errors import LessonError
from stackyard_coach.lesson import Attempt, Verdict
from stackyard_web import move_picker, views
from stackyard_web.pages.pages import markdown
from stackyard_web.protocol import Cell, Moves, Text

DIGITS = 10  # of a number in an address


class TaskRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The learner's moves in a task so far.

    `tried` is the next move, or `cells` are some that make none; with `back` the last turn is taken
    back. Without these the request is for the position.
    """

    moves: Moves = []
    tried: Text = ""
    cells: Annotated[list[Cell], Meta(max_length=20)] = []
    back: bool = False


def first_view(attempt: Attempt) -> dict[str, Any]:
    """The parts of a task that stand in the page before its script runs, so that nothing moves."""
    ground, trays, counts = views.room(attempt.course, attempt.learner == 1)
    return {
        "title": attempt.step.title,
        "text": markdown(attempt.step.text),
        "ground": ground,
        "trays": trays,
        "counts": counts,
        "notes_legend": attempt.course.game.notes_legend,
    }


def number_of(request: Request, key: str, most: int) -> int:
    """The task, from 0, that an address asks for by its number from 1; the first without one."""
    asked = request.query_params.get(key, "")
    number = int(asked) if asked.isdecimal() and len(asked) < DIGITS else 1
    return min(max(number, 1), most) - 1


def judged(attempt: Attempt, task_request: TaskRequest) -> dict[str, Any]:
    """The position of an attempt after the moves of a request, and the judge's answer."""
    for move in task_request.moves:
        before = attempt.answer(move)
        if before.verdict is not Verdict.GOES_ON:
            raise LessonError(f"this task does not go on after {move}")
        attempt = before.attempt
    if task_request.back:
        attempt = attempt.back
    verdict, told, made = "", "", list[str]()
    refused: list[int] = []
    line: Course | None = None
    turn_goes_on = False
    first = attempt.course.ply
    if task_request.tried:
        found = attempt.answer(task_request.tried)
        verdict, told, made = found.verdict.value, found.sentence, list(found.moves)
        attempt = found.attempt
        movers = {ply.player for ply in attempt.course.plies(first)}
        turn_goes_on = found.verdict is Verdict.GOES_ON and movers == {attempt.learner}
        if found.verdict is Verdict.DONE:
            line, first = found.tempting, 0
        else:
            line = found.end
    elif task_request.cells:
        verdict = Verdict.REFUSED.value
        told, refused = _why(attempt, task_request.cells)
    return _view(attempt, verdict == Verdict.DONE.value) | {
        "verdict": verdict,
        "told": markdown(told),
        "made": made,
        "turn_goes_on": turn_goes_on,
        "refused": refused,
        "line": _pictures(line, first, attempt.learner == 1),
    }


def _pictures(line: Course | None, first: int, flip: bool) -> list[Any]:
    """The pictures of a line of play, to be shown one after another; none without a line."""
    if line is None:
        return []
    courses = [line.at(ply) for ply in range(first, line.ply + 1)]
    return [structs.replace(views.picture(each, flip), status=_stand(each)) for each in courses]


def _stand(course: Course) -> str:
    """The last move and the state after it, short enough for a phone: `After c1-b1: red wins`."""
    colours, position = course.game.colours, course.position
    stand = outcome(course).partition(":")[0] or f"{colours[position.player]} to move"
    last = course.last.text if course.last else ""
    return f"After {last}: {stand}" if last.strip("-") else stand.capitalize()


def _wanted(course: Course, learner: int) -> str:
    return f"You are {course.game.colours[learner]}: {course.game.prompt(course.position)}"


def _why(attempt: Attempt, cells: list[int]) -> tuple[str, list[int]]:
    """Why cells make no move, with what the task says of a move that is named after the last."""
    game, position = attempt.course.game, attempt.course.position
    refusal = move_picker.why(game, position, tuple(cells))
    known = [game.board.names[cell] for cell in cells if cell < len(game.board)]
    besides = attempt.step.impossible.get("-".join(known), "")
    return f"{refusal.sentence}. {besides}", list(refusal.cells)


def _view(attempt: Attempt, done: bool) -> dict[str, Any]:
    """The task where an attempt stands."""
    course, step = attempt.course, attempt.step
    finished = done or course.result is not None
    shown = views.picture(course, attempt.learner == 1)
    return {
        "title": step.title,
        "text": markdown(step.text),
        "moves": attempt.played,
        "prompt": _stand(course) if finished else _wanted(course, attempt.learner),
        "picture": shown,
        "choices": [] if finished else views.choices(course),
        "hints": [] if finished else [markdown(hint) for hint in attempt.hints],
    }
