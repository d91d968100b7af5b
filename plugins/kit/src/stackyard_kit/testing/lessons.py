"""Check a game's lesson: each step can be done, and what is said about its moves is true."""

from __future__ import annotations

import re
from contextlib import suppress

from stackyard.errors import NotationError, StackyardError
from stackyard.game import Game
from stackyard_coach.lesson import Answer, Attempt, Lesson, Step, Verdict, begin, lesson_of
from stackyard_kit.testing.samples import ConformanceError, at

STEPS = range(3, 7)
LONGEST = 450  # characters of a text, so that it stands on a screen together with the board
SPAN = re.compile("`([^`]+)`")


def check_lesson(kind: type[Game]) -> None:
    """The lesson of a game, which has one, can be done from its first step to its last."""
    try:
        lesson = lesson_of(kind())
        assert lesson is not None
        _check_frame(lesson)
        for number, step in enumerate(lesson.steps):
            with at(f"step {number + 1}, {step.title}"):
                _check_step(begin(lesson, number, kind))
    except StackyardError as error:
        raise ConformanceError(f"{error}") from error


def _check_frame(lesson: Lesson) -> None:
    """The lesson has a few steps, and ends with a game to win."""
    if len(lesson.steps) not in STEPS:
        few = f"{STEPS[0]} to {STEPS[-1]}"
        raise ConformanceError(f"the lesson has {len(lesson.steps)} steps; {few} are expected")
    if not lesson.steps[-1].win:
        raise ConformanceError("the last step is a small game to win: give it `win = true`")
    for text in (lesson.opening, lesson.closing):
        _check_length(text)


def _check_step(attempt: Attempt) -> None:
    """The step can be done, and what it says about moves is true."""
    step = attempt.step
    for way in {*step.moves, " ".join(step.way)}:
        answer = _play(attempt, way)
        if answer.verdict is not Verdict.DONE:
            raise ConformanceError(f"{way} does not do what the step asks for: {_found(answer)}")
    for way in step.wrong:
        answer = _play(attempt, way)
        if answer.verdict is not Verdict.OTHER:
            raise ConformanceError(
                f"{way} stands in `wrong`, for moves that are legal but not wanted: "
                f"{_found(answer)}"
            )
    for text in step.impossible:
        if attempt.answer(text).verdict is not Verdict.REFUSED:
            raise ConformanceError(f"{text} is named as impossible, but the rules allow it")
    _check_reasons(attempt)
    for text in _texts(step):
        _check_length(text)
        _check_spans(attempt, text)


def _found(answer: Answer) -> str:
    """A verdict and its sentence in words."""
    return f"it is judged as {answer.verdict.value}. {answer.sentence}".rstrip()


def _play(attempt: Attempt, way: str) -> Answer:
    """The answer to the last of several moves."""
    answer = Answer(Verdict.GOES_ON, "", attempt)
    for text in way.split():
        if answer.verdict is not Verdict.GOES_ON:
            raise ConformanceError(
                f"{way} goes on after the step has ended: {answer.verdict.value}"
            )
        answer = answer.attempt.answer(text)
    return answer


def _check_reasons(attempt: Attempt) -> None:
    """For each first move that is legal but not wanted there is a reason."""
    step, course = attempt.step, attempt.course
    if step.win or step.otherwise:
        return
    for text in course.game.legal_texts(course.position):
        answer = attempt.answer(text)
        if answer.verdict is Verdict.OTHER and text not in step.wrong:
            raise ConformanceError(
                f"{text} is legal but not wanted, and no reason is given: name it in `wrong`, or "
                "give one reason for all in `otherwise`"
            )


def _texts(step: Step) -> list[str]:
    """All texts of a step."""
    return [
        *(step.title, step.text, step.otherwise, step.hint, step.done),
        *step.wrong.values(),
        *step.impossible.values(),
    ]


def _check_length(text: str) -> None:
    """A text is short enough to be read before a move."""
    if len(text) > LONGEST:
        raise ConformanceError(f"a text has {len(text)} characters, at most {LONGEST} fit: {text}")


def _check_spans(attempt: Attempt, text: str) -> None:
    """Code spans are cells, moves or options of the game."""
    game = attempt.course.game
    for span in SPAN.findall(text):
        if span in game.board.names or span in game.settings:
            continue
        with suppress(NotationError):
            game.read_move(span if game.capitals else span.lower())
            continue
        raise ConformanceError(f"`{span}` in a text is neither a cell nor a move: {text}")
