"""Learning from a match: each turning point is asked as a question, and the answer judged."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.analysis import Limit
from stackyard.coach.assessment import assess
from stackyard.coach.review import JudgedMove, Review, answer
from stackyard.coach.review_wording import answer_words, better_words, capitalized, loss_words
from stackyard.errors import IllegalMoveError, NotationError
from stackyard.plugins.attribution import attributed
from stackyard.records.format import Record
from stackyard.text import plural
from stackyard.turnloop.match import Match
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.learner_prompt import LearnerPrompt
from stackyard_cli.match_prompt import QUIT_ALIASES, LeaveError
from stackyard_cli.prompt_commands import HELP_HINT, PromptCommand
from stackyard_cli.screen import Screen

LONGER = 2.0  # seconds for the position after an answer, at least


class QuestionPrompt(LearnerPrompt):
    """The questions of a review for these players, one after the other.

    `limit` is that of the review; an answer is analysed at least as long.
    """

    def __init__(
        self, review: Review, players: Sequence[int], screen: Screen, limit: Limit
    ) -> None:
        self.review = review
        self.questions = review.questions(players)
        self.number = 0
        self.solved = 0  # at the first try
        self.dropped: set[int] = set()  # questions whose best move proved to lose the value, too
        self.tries = 0  # of the question
        self.limit = limit
        if limit.simulations is None:
            self.limit = Limit(seconds=max(LONGER, limit.seconds or 0.0))
        super().__init__(self._match(), screen)

    @property
    def question(self) -> JudgedMove:
        """The current question."""
        return self.questions[self.number]

    def _match(self) -> Match:
        """The match before the move in question."""
        course = self.review.course
        ply = self.question.number - 1 if self.number < len(self.questions) else course.ply
        return Match(course.game, course=course.at(ply))

    @property
    def place(self) -> str:
        """The number of the question."""
        return f"Question {self.number + 1} of {len(self.questions)}"

    def list_commands(self) -> list[PromptCommand]:
        """The commands of a question."""
        return [
            PromptCommand("hint", "the cell with which the best move begins", self._hint),
            PromptCommand("solution", "the best play, and the next question", self._solution),
            PromptCommand("skip", "the next question", self._skip, aliases=("next",)),
            PromptCommand("back", "the question before", self._back, aliases=("previous",)),
            PromptCommand(
                "moves", "the legal moves, or those of one cell", self._list_moves, "[CELL]", 1
            ),
            *self.board_commands(),
            *[command for command in super().list_commands() if command.name != "save"],
            PromptCommand("quit", "leave the questions", self._quit, aliases=QUIT_ALIASES),
        ]

    def run(self) -> int:
        """Ask until the last question is answered or the person leaves; return the exit code."""
        if not self.questions:
            self.screen.say("There is no mistake to learn from in this match.")
            return 0
        total = plural(len(self.questions), "question")
        self.screen.say(f"\n{capitalized(total)}. Find a move that keeps the value. {HELP_HINT}")
        try:
            with attributed(self.game):
                self._enter(0)
                while self.number < len(self.questions):
                    self._answer()
        except LeaveError as left:
            self.screen.complain(str(left))
            return left.code
        except KeyboardInterrupt:
            self.screen.complain("\nInterrupted.")
            return INTERRUPTED
        asked = len(self.questions) - len(self.dropped)
        if asked:
            self.screen.say(
                f"{self.solved} of {plural(asked, 'question')} solved at the first try."
            )
        return 0

    def _enter(self, number: int) -> None:
        """Ask a question; past the last one it is over."""
        self.number = number
        self.tries = 0
        self.match = self._match()
        self._drawn = None
        if number < len(self.questions):
            self.flip = self.question.player == 1
            colours, question = self.game.colours, self.question
            self.screen.say(
                f"\nQuestion {number + 1} of {len(self.questions)}: before move {question.number}. "
                f"{capitalized(colours[question.player])} played {question.text}, "
                f"{loss_words(question)}. What is better?"
            )

    def _answer(self) -> None:
        """Read a line if none is left, and judge its next move or run its next command."""
        typed = self.next_move()
        if typed is None:
            return
        course = self.match.course
        try:
            move = course.read(typed)
        except (IllegalMoveError, NotationError) as refused:
            self.typed.clear()
            self.screen.complain(f"Not played: {refused}. {HELP_HINT}")
            return
        text = self.game.format_move(move, course.position)
        with self.screen.thinking("the reviewer", True) as watch:
            found = assess(course.advance(move), self.limit, watch)
        given = answer(self.question, text, found)
        self.tries += 1
        sentence = answer_words(text, given, self.question, self.review)
        if given.keeps:
            self.solved += self.tries == 1
            self.screen.say(sentence)
            self._enter(self.number + 1)
        elif text in self.question.best:
            self.dropped.add(self.number)
            self.screen.say(
                f"{sentence} The review took {text} for the best move, wrongly: this question "
                "does not count."
            )
            self._enter(self.number + 1)
        else:
            self.typed.clear()
            self.screen.complain(f"{sentence} Try another move, or type solution or skip.")

    def _hint(self, arguments: Sequence[str]) -> None:
        """The first cell of the best move."""
        position = self.match.course.position
        cells = self.game.move_cells(
            self.game.parse_move(self.question.best[0], position), position
        )
        if cells:
            self.screen.say(f"The best move begins with {self.game.board.names[cells[0]]}.")
        else:
            self.screen.say("The best move touches no cell; type solution to see it.")

    def _solution(self, arguments: Sequence[str]) -> None:
        alike = self.question.best[1:]
        images = f" As good: {', '.join(alike)}." if alike else ""
        self.screen.say(f"The best play: {better_words(self.question)}.{images}")
        self._enter(self.number + 1)

    def _skip(self, arguments: Sequence[str]) -> None:
        self._enter(self.number + 1)

    def _back(self, arguments: Sequence[str]) -> None:
        if not self.number:
            self.refuse("this is the first question")
            return
        self._enter(self.number - 1)

    def _quit(self, arguments: Sequence[str]) -> None:
        raise LeaveError(0, "You have left the questions.")


def players_to_ask(record: Record) -> tuple[int, ...]:
    """The players whose moves are asked about: the person, or both if it is not one person."""
    people = [side for side, seat in enumerate(record.players) if seat.spec == "human"]
    return tuple(people) if len(people) == 1 else (0, 1)
