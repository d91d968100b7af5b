"""Puzzles on a screen, one after another; `stackyard_coach.puzzles` has their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stackyard.game import Game
from stackyard.text import plural
from stackyard_cli.screen import Screen
from stackyard_coach.lesson import Answer, Attempt, Verdict
from stackyard_coach.prompts.puzzle_progress import Attempted, PuzzleProgress
from stackyard_coach.prompts.task_prompt import TaskPrompt
from stackyard_coach.puzzles import Puzzle, begin_puzzle, level_of
from stackyard_coach.strength import strength_of

ENOUGH = 5  # puzzles attempted before there is a rating


class PuzzlePrompt(TaskPrompt):
    """Those of a set of puzzles whose places are `chosen`, from the place `first` on.

    `again` is the command that continues, to which the number of a puzzle is added; it is empty for
    new puzzles, which no file keeps. `levelled` puzzles, a game's own, have levels: the fifths of
    the set.
    """

    noun = "puzzle"
    whole = "puzzles"

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        chosen: Sequence[int],
        kind: type[Game],
        screen: Screen,
        progress: PuzzleProgress,
        *,
        first: int,
        again: str,
        levelled: bool,
    ) -> None:
        self.puzzles = puzzles
        self.chosen = chosen
        self.kind = kind
        self.progress = progress
        self.command = again
        self.levelled = levelled
        self.tried: dict[str, bool] = {}  # puzzles by name: was the first attempt unaided?
        self._unaided = True  # no wrong move and no hint in this attempt
        super().__init__(screen, chosen.index(first), len(chosen))

    def begin(self, number: int) -> Attempt:
        """A new attempt at a puzzle."""
        attempt = begin_puzzle(self.puzzles[self.chosen[number]], self.kind)
        self._unaided = True
        return attempt

    @property
    def puzzle(self) -> Puzzle:
        """The current puzzle."""
        return self.puzzles[self.chosen[self.number]]

    @property
    def place(self) -> str:
        """The puzzle among all of the set, and its level if the set has levels."""
        index, total = self.chosen[self.number], len(self.puzzles)
        level = f", level {level_of(index, total)}" if self.levelled else ""
        return f"Puzzle {index + 1} of {total}{level}"

    @property
    def short_place(self) -> str:
        """The number of the puzzle; with more the question would not fit a line."""
        return f"Puzzle {self.chosen[self.number] + 1}"

    def judged(self, answer: Answer) -> None:
        """Record a wrong move, or a puzzle solved without help."""
        if answer.verdict is Verdict.OTHER:
            self._fail()
        elif answer.verdict is Verdict.DONE and self._unaided:
            self._record(solved=True)

    def hinted(self) -> None:
        """A puzzle with a hint is not solved unaided."""
        self._fail()

    def _fail(self) -> None:
        if self._unaided:
            self._unaided = False
            self._record(solved=False)

    def _record(self, *, solved: bool) -> None:
        self.tried.setdefault(self.puzzle.name, solved)
        self.progress.add(self.puzzle.name, solved=solved)

    def run(self) -> int:
        """Ask until the last puzzle is done or the solver leaves; return the exit code."""
        about = self.kind.about
        self.screen.say(f"{about.title} by {about.designer} ({about.year}): puzzles")
        left = self.run_tasks()
        if self.tried:
            solved, tried = sum(self.tried.values()), plural(len(self.tried), "puzzle")
            self.screen.say(f"{solved} of {tried} solved unaided.")
            rating = rating_words(self.puzzles, self.progress.read())
            if rating:
                self.screen.say(rating)
        if left is None:
            self.screen.say("That was the last puzzle.")
        return left or 0

    def way_back(self) -> str:
        """The command that continues with this puzzle later; new ones are not kept."""
        if not self.command:
            return "New puzzles are kept only in a file: --output FILE writes them."
        if self.command.endswith(" --again"):  # a puzzle that was tried is due on another day
            return self.going_on(self.command)
        index = self.chosen[min(self.number, self.total - 1)]
        return self.going_on(f"{self.command} --number {index + 1}")


def rating_words(puzzles: Sequence[Puzzle], attempted: Mapping[str, Attempted]) -> str:
    """A solver's rating by the puzzles ever attempted; one that was ever failed counts as lost."""
    results = [
        (float(puzzle.rating), float(not attempted[puzzle.name].failures))
        for puzzle in puzzles
        if puzzle.rating and puzzle.name in attempted
    ]
    if len(results) < ENOUGH:
        return ""
    yours = strength_of(results)
    return (
        f"Your puzzle rating is {yours.value:.0f} ({yours.low:.0f} to {yours.high:.0f}) by "
        f"{plural(yours.matches, 'puzzle')}."
    )
