"""A lesson on a screen, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from stackyard.drawing.text import status
from stackyard.game import Game
from stackyard.lesson import Attempt, Lesson, Step, Verdict, begin
from stackyard.plugins.attribution import attributed
from stackyard.text import in_one_line
from stackyard.turnloop.match import Match
from stackyard_cli.common import first_game_words
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.match_prompt import BOARD_ALIASES, QUIT_ALIASES, LeaveError, MatchPrompt
from stackyard_cli.prompt_commands import HELP_HINT, PromptCommand
from stackyard_cli.screen import Screen
from stackyard_cli.stop_signals import end_if_stopping

COLUMNS = 79  # of plain text; a terminal wraps to its own


class LessonPrompt(MatchPrompt):
    """A lesson, from step `number` (the first is 0) to its end.

    `match` has the course of the learner's attempt; it is not stored.
    """

    def __init__(self, lesson: Lesson, kind: type[Game], screen: Screen, number: int = 0) -> None:
        self.lesson = lesson
        self.kind = kind
        self.number = number
        self.attempt = begin(lesson, number, kind)
        self._hinted = 0  # hints given in the position
        super().__init__(Match(self.attempt.course.game, course=self.attempt.course), screen)

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.number]

    def list_commands(self) -> list[PromptCommand]:
        """The commands of a lesson."""
        return [
            PromptCommand("hint", "a hint; hint again names a move", self._hint),
            PromptCommand("task", "the text of this step again", self._task, aliases=("text",)),
            PromptCommand("undo", "take back your last turn", self._take_back),
            PromptCommand("again", "this step from its start", self._again, aliases=("restart",)),
            PromptCommand("skip", "the next step", self._skip, aliases=("next",)),
            PromptCommand("back", "the step before", self._back, aliases=("previous",)),
            PromptCommand(
                "moves", "the legal moves, or those of one cell", self._list_moves, "[CELL]", 1
            ),
            PromptCommand("on", "the pieces on a cell", self._on, "CELL", 2, aliases=("what",)),
            PromptCommand(
                "board",
                "draw the board again, as Enter alone does",
                self._redraw,
                aliases=BOARD_ALIASES,
            ),
            PromptCommand("flip", "the board from the other side", self._flip),
            PromptCommand("notes", "numbers on the cells", self._notes, hidden=not self._has_notes),
            *[command for command in super().list_commands() if command.name != "save"],
            PromptCommand("quit", "leave the lesson", self._quit, aliases=QUIT_ALIASES),
        ]

    def run(self) -> int:
        """Teach until the last step is done or the learner leaves; return the exit code."""
        try:
            about = self.kind.about
            self.screen.say(f"{about.title} by {about.designer} ({about.year}): the lesson")
            self._tell(self.lesson.opening)
            self._enter_step(self.number)
            with attributed(self.game):
                while self.number < len(self.lesson.steps):
                    self._answer()
        except LeaveError as left:
            self.screen.complain(f"{left} {self._way_back()}")
            return left.code
        except KeyboardInterrupt:
            self.screen.complain(f"\nInterrupted. {self._way_back()}")
            return INTERRUPTED
        self._tell(self.lesson.closing)
        self.screen.say(f"To play: {first_game_words(self.game)}")
        return 0

    def _way_back(self) -> str:
        """The command that continues with this step later."""
        last = min(self.number, len(self.lesson.steps) - 1) + 1
        plain = "".join([f" {option}" for option in self.screen.options])
        return f"This step again: stackyard lesson {self.kind.about.name} --step {last}{plain}"

    def _enter_step(self, number: int) -> None:
        """Begin a step; past the last one the lesson is over."""
        self.number = number
        if number < len(self.lesson.steps):
            self._show_attempt(begin(self.lesson, number, self.kind))
            self._drawn = None
            self._task([])

    def _show_attempt(self, attempt: Attempt) -> None:
        """Continue from an attempt."""
        if attempt.course is not self.attempt.course:
            self.attempt = attempt
            self.game = attempt.course.game
            self.match = Match(self.game, course=attempt.course)
            self._hinted = 0

    def _answer(self) -> None:
        """Read a line if none is left, and judge its next move or run its next command."""
        if not self.typed:
            self.typed = self._ask()
        if not self.typed:
            self._drawn = None  # Enter alone
            return
        typed = self.typed.pop(0)
        command = self.commands.find(typed)
        if command is not None:
            self.run_command(command)
            return
        answer = self.attempt.answer(typed)
        for words in answer.moves:
            self.screen.say(words)
        if answer.verdict is Verdict.REFUSED:
            self.typed.clear()
            self.screen.complain(f"Not played: {_plain(answer.sentence)} {HELP_HINT}")
            return
        self._show_attempt(answer.attempt)
        if answer.verdict in (Verdict.OTHER, Verdict.LOST):
            self.typed.clear()
            self.screen.complain(_plain(answer.sentence))
            self._drawn = None
        elif answer.verdict is Verdict.DONE:
            self.show()
            self._tell(answer.sentence)
            self._go_on()

    def _ask(self) -> list[str]:
        """The line typed at the prompt, split at blanks."""
        place = f"Step {self.number + 1} of {len(self.lesson.steps)}"
        board = self.board
        try:
            return self.screen.ask(
                lambda: f"{place}, {status(board.scene)}",
                [*board.texts, *self.commands.names],
                board=board,
                drawn=self.mark_drawn(),
            ).split()
        except EOFError:
            end_if_stopping()
            raise LeaveError(1, "\nThe input has ended.") from None

    def _go_on(self) -> None:
        """Wait for Enter, unless more was typed, and begin the next step."""
        last = self.number + 1 == len(self.lesson.steps)
        if not self.typed and not last:
            try:
                self.typed = self.screen.ask(lambda: "Done. Enter for the next step", ()).split()
            except EOFError:
                end_if_stopping()
                self.number += 1
                raise LeaveError(1, "\nThe input has ended.") from None
        self._enter_step(self.number + 1)

    def _tell(self, text: str) -> None:
        """Show a text of the lesson, which is Markdown."""
        self.screen.page(fill(text, COLUMNS, break_long_words=False, break_on_hyphens=False))

    def _task(self, arguments: Sequence[str]) -> None:
        number, total = self.number + 1, len(self.lesson.steps)
        self.screen.say(f"\nStep {number} of {total}: {self.step.title}")
        self._tell(self.step.text)

    def _hint(self, arguments: Sequence[str]) -> None:
        """The next hint; the last one is repeated."""
        hints = self.attempt.hints
        self._tell(hints[min(self._hinted, len(hints) - 1)])
        self._hinted += 1

    def _take_back(self, arguments: Sequence[str]) -> None:
        if not self.attempt.course.ply:
            self.refuse("nothing has been played in this step yet")
            return
        self._show_attempt(self.attempt.back)
        self._drawn = None

    def _again(self, arguments: Sequence[str]) -> None:
        self._enter_step(self.number)

    def _skip(self, arguments: Sequence[str]) -> None:
        self._enter_step(self.number + 1)

    def _back(self, arguments: Sequence[str]) -> None:
        if not self.number:
            self.refuse("this is the first step")
            return
        self._enter_step(self.number - 1)

    def _quit(self, arguments: Sequence[str]) -> None:
        raise LeaveError(0, "You have left the lesson.")


def _plain(sentence: str) -> str:
    """A sentence on one line, without the signs of Markdown that mark moves and cells."""
    return in_one_line(sentence.replace("`", "")).strip()
