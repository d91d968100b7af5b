"""Tasks on a screen, one after another: the steps of a lesson, or puzzles."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from textwrap import fill

from stackyard.text import in_one_line
from stackyard.turnloop.match import Match
from stackyard_cli.match_prompt import LeaveError
from stackyard_cli.prompt_commands import HELP_HINT, PromptCommand
from stackyard_cli.screen import Screen
from stackyard_cli.stop_signals import end_if_stopping
from stackyard_coach.lesson import Answer, Attempt, Verdict
from stackyard_coach.prompts.learner_prompt import LearnerPrompt

COLUMNS = 79  # of plain text; a terminal wraps to its own
ITEM = re.compile(r"(?m)^\s*([-*]|\d+\.)\s")  # of a list


class TaskPrompt(LearnerPrompt):
    """Tasks that are each an attempt of a learner; `match` has the course of the attempt."""

    hint = "a hint; the last one names a move"
    solution = "the move to play"

    def __init__(self, screen: Screen, number: int, total: int) -> None:
        self.attempt = self.begin(number)
        self._hinted = 0  # hints given in the position
        course = self.attempt.course
        super().__init__(Match(course.game, course=course), screen, number, total)

    @abstractmethod
    def begin(self, number: int) -> Attempt:
        """A new attempt at a task."""

    def task_commands(self) -> list[PromptCommand]:
        """The text again, and steps back."""
        return [
            PromptCommand("task", f"the text of this {self.noun} again", self._task),
            PromptCommand("undo", "take back your last turn", self._take_back),
            PromptCommand("again", f"this {self.noun} from its start", self._again),
        ]

    def tell(self, text: str) -> None:
        """Show a text, which is Markdown; what is typed between its pages is read next."""
        parts = re.split(r"\n\s*\n", text.strip())
        typed = self.screen.page("\n\n".join([_filled(part) for part in parts]))
        self.typed.extend(typed.split())

    def going_on(self, command: str) -> str:
        """A sentence with the command that continues on such a screen."""
        return " ".join([f"To go on from here:\n  {command}", *self.screen.options])

    def judged(self, answer: Answer) -> None:
        """Called after each answer to a move."""

    def hints(self) -> list[str]:
        """The hints for the current position, from the slightest to a move."""
        return self.attempt.hints

    def hinted(self) -> None:
        """Called when a hint was given."""

    def enter(self, number: int) -> None:
        """Begin a task; past the last one there are no more. One that fails is not begun."""
        attempt = self.begin(number) if number < self.total else None
        self.number = number
        if attempt is not None:
            self._show_attempt(attempt)
            self._drawn = None
            self._task([])

    def _show_attempt(self, attempt: Attempt) -> None:
        """Continue from an attempt."""
        if attempt.course is not self.attempt.course:
            self.game = attempt.course.game
            self.match = Match(self.game, course=attempt.course)
            self._hinted = 0
        self.attempt = attempt

    def judge(self, typed: str) -> None:
        """Judge a move, and say what follows."""
        answer = self.attempt.answer(typed)
        self.judged(answer)
        refuted = answer.verdict is Verdict.OTHER and answer.end is not None
        if not refuted:
            self._say_moves(answer)
        if answer.verdict is Verdict.REFUSED:
            self.typed.clear()
            self.screen.complain(f"Not played: {_plain(answer.sentence)} {HELP_HINT}")
            return
        self._show_attempt(answer.attempt)
        if answer.end is not None:
            if refuted:
                self.screen.say("\nAt the end of what follows:")
            elif answer.verdict is Verdict.DONE and answer.end is not answer.attempt.course:
                self.screen.say("\nAt the end of best play:")
            self.screen.show(answer.end.scene, self.flip, self.notes)
        if refuted:  # below the board, or the next one drives them off the screen
            self._say_moves(answer)
        if answer.verdict in (Verdict.OTHER, Verdict.LOST):
            self.typed.clear()
            self.screen.complain(_plain(answer.sentence))
            self._drawn = None
        elif answer.verdict is Verdict.DONE:
            if answer.end is None:
                self.show()
            self.tell(answer.sentence)
            self._go_on()

    def _say_moves(self, answer: Answer) -> None:
        for words in answer.moves:
            self.screen.say(words)

    def _go_on(self) -> None:
        """Wait for Enter, unless more was typed, and begin the next task, or this one `again`."""
        if not self.typed and self.number + 1 < self.total:
            self._wait_for_enter()
        name = self._command_typed()
        if name in {"again", "skip"}:  # nobody skips a task that was not seen
            self.typed.pop(0)
        following = self.number + (name != "again")
        if name == "quit":  # before the next task is shown
            self.number = following
            self._quit([])
        self.enter(following)

    def _wait_for_enter(self) -> None:
        """Ask for Enter or what comes next; there is no help with a task that nobody has seen."""
        question = f"Done. Enter for the next {self.noun}"
        while True:
            try:
                self.typed = self.screen.ask(lambda: question, ()).split()
            except EOFError:
                end_if_stopping()
                self.number += 1
                raise LeaveError(1, "\nThe input has ended.") from None
            except KeyboardInterrupt:
                self.number += 1
                raise
            if self._command_typed() not in {"hint", "solution"}:
                return
            self.typed.clear()
            self.screen.complain(f"This {self.noun} is done; Enter shows the next one.")

    def _command_typed(self) -> str:
        """The name of the command that was typed; empty if it was none."""
        command = self.commands.find(self.typed[0]) if self.typed else None
        return "" if command is None else command.name

    def _task(self, arguments: Sequence[str]) -> None:
        self.screen.say(f"\n{self.place}: {self.attempt.step.title}")
        self.tell(self.attempt.step.text)

    def _hint(self, arguments: Sequence[str]) -> None:
        """The next hint; the last one is repeated."""
        hints = self.hints()
        self.tell(hints[min(self._hinted, len(hints) - 1)])
        self._hinted += 1
        self.hinted()

    def _solution(self, arguments: Sequence[str]) -> None:
        """The last hint, which names the move."""
        self.tell(self.hints()[-1])
        self.hinted()

    def _take_back(self, arguments: Sequence[str]) -> None:
        if not self.attempt.course.ply:
            self.refuse(f"nothing has been played in this {self.noun} yet")
            return
        self._show_attempt(self.attempt.back)
        self._drawn = None

    def _again(self, arguments: Sequence[str]) -> None:
        self.enter(self.number)


def _plain(sentence: str) -> str:
    """A sentence on one line, without the signs of Markdown that mark moves and cells."""
    return in_one_line(sentence.replace("`", "")).strip()


def _filled(part: str) -> str:
    """A part of a Markdown text between empty lines, its lines filled if it is no list."""
    if ITEM.search(part):
        return part
    return fill(part, COLUMNS, break_long_words=False, break_on_hyphens=False)
