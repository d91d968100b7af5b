"""Learning from a match: each turning point is asked as a question, and the answer judged."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.analysis import Limit
from stackyard.errors import IllegalMoveError, NotationError
from stackyard.records.format import Record
from stackyard.text import capitalized, plural
from stackyard.turnloop.match import Match
from stackyard_cli.prompt_commands import HELP_HINT
from stackyard_cli.screen import Screen
from stackyard_coach.assessment import assess
from stackyard_coach.prompts.learner_prompt import LearnerPrompt
from stackyard_coach.review import JudgedMove, Review, answer
from stackyard_coach.review_wording import answer_words, better_words, loss_words, stopped

LONGER = 2.0  # seconds for the position after an answer, at least


class QuestionPrompt(LearnerPrompt):
    """The questions of a review for these players, one after the other.

    `limit` is that of the review; an answer is analysed at least as long.
    """

    noun = "question"
    whole = "questions"
    hint = "the cell with which the best move begins"
    solution = "the best play, and the next question"

    def __init__(
        self, review: Review, players: Sequence[int], screen: Screen, limit: Limit
    ) -> None:
        self.review = review
        self.questions = review.questions(players)
        self.first_tries: dict[int, bool] = {}  # whether the first answer to a question was right
        self.dropped: set[int] = set()  # questions whose best move proved to lose the value, too
        self.limit = limit
        if limit.simulations is None:
            self.limit = Limit(seconds=max(LONGER, limit.seconds or 0.0))
        super().__init__(self._match(0), screen, 0, len(self.questions))

    @property
    def mistake(self) -> JudgedMove:
        """The move that the current question is about."""
        return self.questions[self.number]

    def _match(self, number: int) -> Match:
        """The match before the move in question."""
        course = self.review.course
        ply = self.questions[number].number - 1 if number < len(self.questions) else course.ply
        return Match(course.game, course=course.at(ply))

    def run(self) -> int:
        """Ask until the last question is answered or the person leaves; return the exit code."""
        if not self.questions:
            self.screen.say("There is no mistake to learn from in this match.")
            return 0
        total = plural(len(self.questions), "question")
        self.screen.say(
            f"\n{capitalized(total)}. Find a better move than the one played. {HELP_HINT}"
        )
        left = self.run_tasks()
        if left is not None:
            return left
        count = len(self.questions) - len(self.dropped)
        solved = sum(self.first_tries[number] for number in self.first_tries.keys() - self.dropped)
        if count:
            self.screen.say(f"{solved} of {plural(count, 'question')} solved at the first try.")
        return 0

    def enter(self, number: int) -> None:
        """Ask a question; past the last one it is over."""
        self.number = number
        self.match = self._match(number)
        self._drawn = None
        if number < len(self.questions):
            colours, mistake = self.game.colours, self.mistake
            self.flip = mistake.player == 1
            self.screen.say(
                f"\n{self.place}: before move {mistake.number}. "
                f"{capitalized(colours[mistake.player])} played {mistake.text}, "
                f"{loss_words(mistake)}. What is better?"
            )

    def judge(self, typed: str) -> None:
        """Judge a move by a longer analysis of the position after it."""
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
        given = answer(self.mistake, text, found)
        sentence = answer_words(text, given, self.mistake, self.review)
        if not given.keeps and given.loss is None:  # perhaps Ctrl-C
            self.typed.clear()
            self.screen.complain(sentence)
            return
        self.first_tries.setdefault(self.number, given.keeps)
        if given.keeps:
            self.screen.say(sentence)
            self.enter(self.number + 1)
        elif text in self.mistake.best:
            self.dropped.add(self.number)
            self.screen.say(
                f"{sentence} The review took {text} for the best move, wrongly: this question "
                "does not count."
            )
            self.enter(self.number + 1)
        else:
            self.typed.clear()
            self.screen.complain(f"{sentence} Try another move, or type solution or skip.")

    def _hint(self, arguments: Sequence[str]) -> None:
        """The first cell of the best move, if one types it."""
        position, best = self.match.course.position, self.mistake.best[0]
        cells = self.game.move_cells(self.game.parse_move(best, position), position)
        first = self.game.board.names[cells[0]] if cells else ""
        if first and best.startswith(first):
            self.screen.say(f"The best move begins with {first}.")
        else:
            self.screen.say("The best move begins with no cell; type solution to see it.")

    def _solution(self, arguments: Sequence[str]) -> None:
        self.first_tries.setdefault(self.number, False)
        alike = self.mistake.best[1:]
        images = f" As good: {', '.join(alike)}." if alike else ""
        best = stopped(better_words(self.mistake, self.review))
        self.screen.say(f"The best play: {best}{images}")
        self.enter(self.number + 1)


def players_to_ask(record: Record) -> tuple[int, ...]:
    """The players whose moves are asked about: the person, or both if it is not one person."""
    people = [side for side, seat in enumerate(record.players) if seat.spec == "human"]
    return tuple(people) if len(people) == 1 else (0, 1)
