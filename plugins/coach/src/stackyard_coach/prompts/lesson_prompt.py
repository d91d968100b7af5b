"""A lesson on a screen, step by step."""

from __future__ import annotations

from stackyard.game import Game
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import first_game_words
from stackyard_cli.screen import Screen
from stackyard_coach.lesson import NO_HINT, Attempt, Lesson, begin
from stackyard_coach.prompts.task_prompt import TaskPrompt
from stackyard_coach.puzzles import puzzles_of


class LessonPrompt(TaskPrompt):
    """A lesson, from step `number` (the first is 0) to its end."""

    noun = "step"
    whole = "lesson"

    def __init__(self, lesson: Lesson, kind: type[Game], screen: Screen, number: int) -> None:
        self.lesson = lesson
        self.kind = kind
        super().__init__(screen, number, len(lesson.steps))

    def begin(self, number: int) -> Attempt:
        """A new attempt at a step."""
        return begin(self.lesson, number, self.kind)

    def hints(self) -> list[str]:
        """The hints of the step; a searched one where it is left to win, off its way."""
        hints = super().hints()
        if hints == [NO_HINT] and self.attempt.step.win:
            return [self.attempt.searched_hint()]
        return hints

    def run(self) -> int:
        """Teach until the last step is done or the learner leaves; return the exit code."""
        about = self.kind.about
        self.screen.say(f"{about.title} by {about.designer} ({about.year}): the lesson")
        self.tell(self.lesson.opening)
        left = self.run_tasks()
        if left is not None:
            return left
        self.tell(self.lesson.closing)
        self.screen.say(f"To play: {first_game_words(self.game)}")
        if puzzles_of(self.kind()):
            self.screen.say(f"To solve puzzles: {command_line('puzzles', self.kind.about.name)}")
        return 0

    def way_back(self) -> str:
        """The command that continues with this step later."""
        last = min(self.number, self.total - 1) + 1
        return self.going_on(command_line("lesson", self.kind.about.name, "--step", str(last)))
