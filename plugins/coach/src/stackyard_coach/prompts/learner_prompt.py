"""A prompt for a learner: tasks, such as puzzles or the questions of a review, one by one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from stackyard.plugins.attribution import attributed
from stackyard.turnloop.match import Match
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.match_prompt import QUIT_ALIASES, LeaveError, MatchPrompt
from stackyard_cli.prompt_commands import PromptCommand
from stackyard_cli.screen import Screen


class LearnerPrompt(MatchPrompt):
    """Tasks `number` (the first is 0) to the last of `total`; `match` is not stored.

    `noun` names a task, `whole` all; `hint` and `solution` are what these commands give.
    """

    noun: str
    whole: str
    hint: str
    solution: str

    def __init__(self, match: Match, screen: Screen, number: int, total: int) -> None:
        self.number = number
        self.total = total
        super().__init__(match, screen)

    @abstractmethod
    def enter(self, number: int) -> None:
        """Begin a task; past the last one there are no more."""

    @abstractmethod
    def judge(self, typed: str) -> None:
        """Judge what the learner has typed as a move."""

    @abstractmethod
    def _hint(self, arguments: Sequence[str]) -> None:
        """Give a hint."""

    @abstractmethod
    def _solution(self, arguments: Sequence[str]) -> None:
        """Give the solution."""

    def way_back(self) -> str:
        """The command that continues with this task later, in a sentence, if there is one."""
        return ""

    @property
    def place(self) -> str:
        """The task among the others, such as `Step 1 of 5`."""
        return f"{self.noun.capitalize()} {self.number + 1} of {self.total}"

    @property
    def short_place(self) -> str:
        """The task, to stand before each question."""
        return self.place

    def question(self) -> str:
        """The task, the player to act, and what is asked."""
        return f"{self.short_place}, {super().question()}"

    def task_commands(self) -> list[PromptCommand]:
        """The commands of these tasks alone."""
        return []

    def list_commands(self) -> list[PromptCommand]:
        """The commands beside the moves."""
        return [
            PromptCommand("hint", self.hint, self._hint),
            PromptCommand("solution", self.solution, self._solution),
            *self.task_commands(),
            PromptCommand("skip", f"the next {self.noun}", self._skip),
            PromptCommand("back", f"the {self.noun} before", self._back),
            *self.board_commands(),
            *[command for command in super().list_commands() if command.name != "save"],
            PromptCommand("quit", f"leave the {self.whole}", self._quit, aliases=QUIT_ALIASES),
        ]

    def run_tasks(self) -> int | None:
        """Ask until the last task is done or the learner leaves; return the exit code then."""
        try:
            self.enter(self.number)
            with attributed(self.game):
                while self.number < self.total:
                    typed = self.next_typed()
                    if typed:
                        self.judge(typed)
        except LeaveError as left:
            self.screen.complain(f"{left} {self.way_back()}".rstrip())
            return left.code
        except KeyboardInterrupt:
            self.screen.complain(f"\nInterrupted. {self.way_back()}".rstrip())
            return INTERRUPTED
        return None

    def _skip(self, arguments: Sequence[str]) -> None:
        self.enter(self.number + 1)

    def _back(self, arguments: Sequence[str]) -> None:
        if not self.number:
            self.refuse(f"this is the first {self.noun}")
            return
        self.enter(self.number - 1)

    def _quit(self, arguments: Sequence[str]) -> None:
        raise LeaveError(0, f"You have left the {self.whole}.")
