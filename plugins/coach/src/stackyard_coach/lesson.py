"""Lessons: the steps of a guided start, and the judge of a learner's moves.

A lesson is a text in TOML that a plugin registers for a game by `stackyard_register_lessons`. Each
of its steps is a position, a text and a goal. Judging needs only the rules, no engine: in a step
whose goal is to win, `weak_reply` plays the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from zlib import crc32

import msgspec
from msgspec import Struct

from stackyard.analysis import Limit, analyse
from stackyard.errors import IllegalMoveError, NotationError, StackyardError
from stackyard.game import Game
from stackyard.notation import spelled
from stackyard.position import Position
from stackyard.rng import Rng
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply
from stackyard.turnloop.wording import move_words, outcome, sitting_out
from stackyard_coach.errors import LessonError
from stackyard_coach.position_seed import position_seed
from stackyard_coach.texts import fault_in, source_of, text_of
from stackyard_engine.successors import successors

HOOK = "stackyard_register_lessons"
OTHERWISE = "This move is legal, but this step asks for another one."
NO_HINT = "There is no hint for this position. Begin the step again to get one."
LOOK = Limit(simulations=300)  # for a hint that is searched


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step of a lesson.

    The learner is the player to act in `position`, in the position that the moves `after` lead to,
    or at the start of the game. The `options` are added to those of the lesson.

    A step has one of three goals. `moves`: the learner plays one of them; each is a move, or the
    moves of one turn with blanks between. `pieces` and `cells`: after the learner's turn the board
    has at least these numbers of pieces by letter, and the cells hold exactly these letters, bottom
    first. `win`: the learner wins the game. `solution` lists the learner's moves to the goal; it is
    not needed with `moves`.

    `wrong` gives a reason for each legal move that does not reach the goal, `otherwise` one for the
    rest. `impossible` gives a sentence for each illegal move, shown after the broken rule. `hint`
    is shown on request, `done` when the goal is reached.
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
            raise ValueError("the goal is either `moves`, or `pieces` and `cells`, or `win`")
        if self.position and self.after:
            raise ValueError("`position` and `after` exclude each other")
        if not (self.moves or self.solution):
            raise ValueError("`solution` is missing: the moves that reach the goal")

    @property
    def way(self) -> list[str]:
        """The learner's moves that reach the goal."""
        return (self.solution or self.moves[0]).split()


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson: its opening and closing text, options of the game, and the steps."""

    opening: str
    closing: str
    steps: tuple[Step, ...]
    options: dict[str, str | int | bool] = {}

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("`steps` is empty: a lesson needs at least one step")


class Verdict(Enum):
    """The judgement of a learner's move; OTHER is a legal move that does not reach the goal."""

    REFUSED = "refused"
    OTHER = "other"
    GOES_ON = "goes on"
    DONE = "done"
    LOST = "lost"


@dataclass(frozen=True)
class Attempt:
    """A learner's attempt at a step; its course starts at the step's position."""

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
        """A new attempt at the step."""
        return replace(self, course=self.course.at(0))

    @property
    def back(self) -> Attempt:
        """The attempt before the learner's last turn, or from its start."""
        turn = self.course.last_turn_of(self.learner)
        return self.again if turn is None else replace(self, course=self.course.at(turn.first))

    @property
    def hints(self) -> list[str]:
        """The hints for the current position; the last one names a move, if one is known."""
        game, position = self.course.game, self.course.position
        own = [self.step.hint] if self.step.hint and not self.course.ply else []
        move = _winning(position) if self.step.win else None
        played, way = self.played, self.step.way
        if move is None and way[: len(played)] == played and len(way) > len(played):
            move = game.parse_move(way[len(played)], position)
        return [NO_HINT] if move is None else [*own, self._advice(move)]

    def searched_hint(self) -> str:
        """A hint off the way of a step that is a game to win; it takes a moment of search."""
        return self._advice(analyse(self.course, LOOK, seed=position_seed(self.course, 1)).move)

    def _advice(self, move: int) -> str:
        """The move to play, in words."""
        game, position = self.course.game, self.course.position
        colour, text = game.colours[self.learner], game.format_move(move, position)
        return f"Play {text}: {colour} {game.describe(move, position)}."

    def answer(self, text: str) -> Answer:
        """Judge the learner's next move, given as text."""
        step, before = self.step, self.course
        try:
            move = before.read(text)
        except (IllegalMoveError, NotationError) as refused:
            typed = text.strip() if before.game.capitals else text.strip().lower()
            besides = step.impossible.get(typed, "")
            return Answer(Verdict.REFUSED, f"{refused}. {besides}".rstrip(), self)
        course = before.advance(move)
        if step.win:
            while course.result is None and course.player != self.learner:
                course = course.advance(weak_reply(course.game, course.position))
        now = replace(self, course=course)
        words = tuple(_told(course.plies(before.ply)))
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
        """True if a goal other than to win is reached."""
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
        """True if the turn in progress may still reach the goal."""
        if not self.course.mid_turn or self.course.result is not None:
            return False
        played = self.played
        ways = [way.split() for way in self.step.moves]
        return not ways or any(way[: len(played)] == played for way in ways)


@dataclass(frozen=True)
class Answer:
    """The answer to a learner's move: the verdict, a sentence, and the attempt after the move.

    `moves` describes the moves that were played, replies included. `end` is where best play leads
    after the answer to a puzzle, if that is not the position of the attempt; `tempting` is the play
    from its start that shows what a tempting move runs into, once it is solved.
    """

    verdict: Verdict
    sentence: str
    attempt: Attempt
    moves: Sequence[str] = ()
    end: Course | None = None
    tempting: Course | None = None


def lesson_of(game: Game) -> Lesson | None:
    """The lesson that a plugin registers for a game; None without any.

    Raises LessonError if it is no lesson, ProblemError or PluginError if its text cannot be had.
    """
    text = text_of(HOOK, game)
    return read_lesson(text, source_of(HOOK, game, "lesson")) if text.strip() else None


def read_lesson(text: str, source: str) -> Lesson:
    """A lesson from TOML; `source` names the text in a LessonError."""
    try:
        return msgspec.toml.decode(text, type=Lesson)
    except msgspec.MsgspecError as error:
        raise LessonError(f"{source} cannot be read: {fault_in(error, 'step')}") from error


def begin(lesson: Lesson, number: int, kind: type[Game]) -> Attempt:
    """A new attempt at step `number`, from 0; LessonError if its position is impossible."""
    step = lesson.steps[number]
    try:
        game = kind(**{**lesson.options, **step.options})
        begun = begun_course(game, step.position, step.after)
        for name in step.cells:
            if name not in game.board.names:
                raise LessonError(f"`cells`: there is no cell {quoted(name)}")
    except StackyardError as error:
        where = f"the lesson of {kind.about.name}, step {number + 1}"
        raise LessonError(f"{where}: {error}") from error
    return Attempt(step, begun)


def begun_course(game: Game, position: str = "", after: str = "") -> Course:
    """A course from the start, or from a position as text, in which the moves `after` are past.

    Raises StackyardError if these are impossible or the game is over.
    """
    course = Course(game, game.parse_position(position) if position else game.initial())
    for text in after.split():
        course = course.play(text)
    begun = Course(game, course.position)
    if begun.result is not None:
        raise LessonError(f"the game is over: {game.ending(begun.position)}")
    return begun


def weak_reply(game: Game, position: Position) -> int:
    """A weak player's move: a winning one, else a random one; the same in equal positions."""
    move = _winning(position)
    if move is not None:
        return move
    moves = [int(move) for move in position.legal_moves()]
    rng = Rng(crc32(game.format_position(position).encode()))
    return moves[rng.bits() * len(moves) >> 32]


def _told(plies: Iterable[Ply]) -> Iterator[str]:
    """The moves in words, each with its full stop, and once who sits out."""
    told = ""
    for ply in plies:
        yield f"{move_words(ply)}."
        if (out := sitting_out(ply)) and out != told:
            told = out
            yield f"{out}."


def _winning(position: Position) -> int | None:
    """A move that wins at once, if there is one."""
    moves = (move for move, after in successors(position) if after.winner == position.player)
    return next(moves, None)
