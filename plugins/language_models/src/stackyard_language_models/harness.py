"""Matches of language models by prompts: a prompt, and the parsing of an answer.

`prompt_of` and `parse_answer` have the shape of Kaggle's game harnesses. A prompt lists no legal
moves; a model that answers with none of them is told why, once, and forfeits after the second
failure. `ModelPlayer` plays so in any match: `stackyard regret` measures its records.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from stackyard.drawing.text import draw
from stackyard.errors import IllegalMoveError, NotationError
from stackyard.options import show_value
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.wording import forfeit

ATTEMPTS = 2  # answers a move
LONGEST = 100_000  # characters of an answer that are read
LABELS = "final answer", "move"  # before a colon; the second counts without the first
AROUND = "`\"'.,;"  # characters around a move in a sentence


def prompt_of(course: Course, refusal: str = "") -> str:
    """The prompt for the next move: rules, notation, moves so far, board; no list of legal moves.

    `refusal` is the reason why the answer before was no legal move.
    """
    game = course.game
    played = " ".join([ply.text for ply in course.plies()]) or "none"
    settings = game.settings.items()
    options = ", ".join([f"{name}={show_value(value)}" for name, value in settings])
    told = f" Options: {options}." if options else ""
    parts = [
        f"You play {game.title} as {game.colours[course.player]}.{told}",
        game.rules_page().strip(),
        game.notation,
        f"Moves so far: {played}",
        f"Position: {game.format_position(course.position)}",
        draw(course.scene),
        f"Your last answer was refused: {refusal}." if refusal else "",
        'Think as long as you like. End with a line "Final answer: MOVE", MOVE being one move in '
        "the notation above.",
    ]
    return "\n\n".join([part for part in parts if part])


def parse_answer(answer: str, course: Course) -> int:
    """The move of the last line of the form `Final answer: MOVE`.

    An answer that is nothing but a move is read too. Raises NotationError if there is none,
    IllegalMoveError with the rule that it breaks.
    """
    found: list[str] = []
    for label in LABELS:
        word = rf"{label}[\s*]*:(?:[`*\"']*\s)*(\S+)"
        found = found or re.findall(word, answer[-LONGEST:], re.IGNORECASE)
    text = found[-1] if found else answer.strip()
    if not found and (not text or len(text.split()) > 1):
        raise NotationError('no line "Final answer: MOVE" is in the answer')
    bare = text.strip(AROUND)
    marks = ("", "**", "*")  # of Markdown; an escape in F.I.L.O. ends with * itself
    plain = [bare.removeprefix(mark).removesuffix(mark).strip(AROUND) for mark in marks]
    for one in (text, *plain):
        with suppress(NotationError):
            return course.read(one)
    return course.read(text.strip(f"{AROUND}*"))


class ModelPlayer:
    """A player whose moves come from `answer`, a function from a prompt to a text.

    After two answers without a legal move, or an exception of `answer`, it forfeits the match; the
    record says why.
    """

    def __init__(self, name: str, answer: Callable[[str], str]) -> None:
        self.name = name
        self.refused = 0  # answers without a legal move
        self._answer = answer

    def choose(self, match: Match) -> int | None:
        """The move of the first answer that has a legal one; None after a forfeit."""
        course, refusal, answer = match.course, "", ""
        for _ in range(ATTEMPTS):
            try:
                answer = self._answer(prompt_of(course, refusal))
            except Exception as failure:
                words = f"the model failed: {type(failure).__name__}: {failure}"
                match.end(forfeit(course, course.player, Reason.FAULT, words))
                return None
            try:
                return parse_answer(answer, course)
            except (IllegalMoveError, NotationError) as refused:
                self.refused += 1
                refusal = str(refused)
        words = f"no legal move in {ATTEMPTS} answers, the last refused: {refusal}"
        match.end(forfeit(course, course.player, Reason.ILLEGAL, words))
        return None
