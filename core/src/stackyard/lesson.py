"""Lessons: the steps of a guided start, and the judge of a learner's moves.

A lesson is a file in TOML that the author of a game ships (`Game.lesson_text`). Each of its steps
is a position, a text and a goal. The judge needs the rules only: in a step that is to be won,
`weak_reply` plays the other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from zlib import crc32

import msgspec
from msgspec import Struct

from stackyard.errors import IllegalMoveError, LessonError, NotationError, StackyardError
from stackyard.game import Game
from stackyard.notation import spelled
from stackyard.position import Position
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import move_words, outcome

OTHERWISE = "This is allowed, but here another move is wanted."
UNKNOWN_WAY = "The way that the lesson knows begins at the start of this step."


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step of a lesson.

    The learner acts in `position`, or in the one that the moves `after` lead to; without either in
    the game's start. The `options` come on top of those of the lesson.

    The goal is one of these: to play one of the `moves`, each a move or, with blanks, several of
    one turn; to leave at least so many `pieces` of a letter on the board and, on the `cells`,
    exactly these letters, bottom first; or to `win`. `solution` is a way to do it, the learner's
    moves only; `moves` need none.

    `wrong` gives the reasons why legal moves are not the wanted ones, `otherwise` the reason for
    all others. `impossible` names moves that the rules refuse, with what is said besides the rule.
    `hint` is a help, `done` the last word.
    """

    title: str
    text: str
    options: dict[str, str | int | bool] = {}
    position: str = ""
    after: str = ""
    moves: tuple[str, ...] = ()
    pieces: dict[str, int] = {}
    cells: dict[str, str] = {}
    win: bool = False
    solution: str = ""
    wrong: dict[str, str] = {}
    otherwise: str = ""
    impossible: dict[str, str] = {}
    hint: str = ""
    done: str = ""

    def __post_init__(self) -> None:
        goals = [bool(self.moves), bool(self.pieces or self.cells), self.win]
        if goals.count(True) != 1:
            raise ValueError("the goal is one of `moves`, `pieces` with `cells`, and `win`")
        if self.position and self.after:
            raise ValueError("`position` and `after` exclude each other")
        if not (self.moves or self.solution):
            raise ValueError("`solution` is missing: the moves that reach the goal")

    @property
    def way(self) -> list[str]:
        """The learner's moves that reach the goal."""
        return (self.solution or self.moves[0]).split()


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson: sentences before and after it, options of the game, and the steps."""

    opening: str
    closing: str
    steps: tuple[Step, ...]
    options: dict[str, str | int | bool] = {}

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a lesson has steps")


class Verdict(Enum):
    """What a learner's move did: `OTHER` is legal, but not wanted."""

    REFUSED = "refused"
    OTHER = "other"
    GOES_ON = "goes on"
    DONE = "done"
    LOST = "lost"


@dataclass(frozen=True)
class Attempt:
    """A learner's attempt at a step: `course` begins with the step's position."""

    step: Step
    course: Course

    @property
    def learner(self) -> int:
        """The player, 0 or 1, whose moves the learner makes."""
        return self.course.at(0).player

    @property
    def played(self) -> list[str]:
        """The learner's moves so far."""
        return [ply.text for ply in self.course.plies() if ply.player == self.learner]

    @property
    def again(self) -> Attempt:
        """The attempt from its start."""
        return replace(self, course=self.course.at(0))

    @property
    def back(self) -> Attempt:
        """The attempt before the learner's last turn, or from its start."""
        turn = self.course.last_turn_of(self.learner)
        return self.again if turn is None else replace(self, course=self.course.at(turn.first))

    @property
    def hints(self) -> list[str]:
        """What helps here; the last one names a move."""
        game, position = self.course.game, self.course.position
        own = [self.step.hint] if self.step.hint and not self.course.ply else []
        move = _winning(position) if self.step.win else None
        played, way = self.played, self.step.way
        if move is None and way[: len(played)] == played and len(way) > len(played):
            move = game.parse_move(way[len(played)], position)
        if move is None:
            return [UNKNOWN_WAY]
        colour, text = game.colours[self.learner], game.format_move(move, position)
        return [*own, f"Play {text}: {colour} {game.describe(move, position)}."]

    def answer(self, text: str) -> Answer:
        """Judge the learner's next move, given as text."""
        step, before = self.step, self.course
        try:
            move = before.read(text)
        except (IllegalMoveError, NotationError) as refused:
            besides = step.impossible.get(text.strip(), "")
            return Answer(Verdict.REFUSED, f"{refused}. {besides}".rstrip(), self)
        course = before.advance(move)
        if step.win:
            while course.result is None and course.player != self.learner:
                course = course.advance(weak_reply(course.game, course.position))
        now = replace(self, course=course)
        words = tuple([f"{move_words(ply)}." for ply in course.plies(before.ply)])
        if step.win and course.result is None:
            return Answer(Verdict.GOES_ON, "", now, words)
        if step.win and course.result is not None and course.result.winner != self.learner:
            sentence = f"{outcome(course)}. Try this step again."
            return Answer(Verdict.LOST, sentence, self.again, words)
        if step.win or now.reached:
            end = "" if course.result is None else f"{outcome(course)}. "
            return Answer(Verdict.DONE, f"{end}{step.done}", now, words)
        if now.may_go_on:
            return Answer(Verdict.GOES_ON, "", now, words)
        sentence = step.wrong.get(" ".join(now.played)) or step.otherwise or OTHERWISE
        return Answer(Verdict.OTHER, sentence, self.again, words)

    @property
    def reached(self) -> bool:
        """Whether the goal of a step that is not to be won is reached."""
        step, course = self.step, self.course
        if step.moves:
            return " ".join(self.played) in step.moves
        if course.mid_turn and course.result is None:
            return False
        letters = spelled(course.game.pieces(course.position))
        everything = [letter for each in letters.values() for letter in each]
        names = course.game.board.names
        return all(
            everything.count(letter) >= least for letter, least in step.pieces.items()
        ) and all(letters.get(names.index(name), "") == there for name, there in step.cells.items())

    @property
    def may_go_on(self) -> bool:
        """Whether the turn in progress may still reach the goal."""
        if not self.course.mid_turn or self.course.result is not None:
            return False
        played = self.played
        ways = [way.split() for way in self.step.moves]
        return not ways or any(way[: len(played)] == played for way in ways)


@dataclass(frozen=True)
class Answer:
    """The judge's answer to a move: a verdict, a sentence, the attempt from here.

    `moves` are the moves that were made, in words, the replies included.
    """

    verdict: Verdict
    sentence: str
    attempt: Attempt
    moves: Sequence[str] = ()


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none. Raises LessonError if it cannot be read."""
    text = game.lesson_text()
    if not text.strip():
        return None
    try:
        return msgspec.toml.decode(text, type=Lesson)
    except msgspec.MsgspecError as error:
        raise LessonError(f"the lesson of {game.name} cannot be read: {error}") from error


def begin(lesson: Lesson, number: int, kind: type[Game]) -> Attempt:
    """The attempt at step `number`, from 0; LessonError if its position cannot come about."""
    step = lesson.steps[number]
    try:
        game = kind(**{**lesson.options, **step.options})
        position = game.parse_position(step.position) if step.position else game.initial()
        course = Course(game, position)
        for text in step.after.split():
            course = course.play(text)
        begun = Course(game, course.position)
        if begun.result is not None:
            raise LessonError(f"the game is over: {game.ending(begun.position)}")
    except StackyardError as error:
        where = f"the lesson of {kind.about.name}, step {number + 1}"
        raise LessonError(f"{where}: {error}") from error
    return Attempt(step, begun)


def weak_reply(game: Game, position: Position) -> int:
    """A weak player's move: one that wins at once, else any, always the same in a position."""
    move = _winning(position)
    if move is not None:
        return move
    moves = [int(move) for move in position.legal_moves()]
    rng = Rng(crc32(game.format_position(position).encode()))
    return moves[rng.bits() * len(moves) >> 32]


def _winning(position: Position) -> int | None:
    """A move that wins at once, if there is one."""
    for move in map(int, position.legal_moves()):
        after = position.copy()
        after.play(move)
        if after.winner == position.player:
            return move
    return None
