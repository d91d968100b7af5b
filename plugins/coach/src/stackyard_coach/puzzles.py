"""Puzzles: positions in which one move keeps the result, and the judge of a solver's moves.

A plugin registers a text of them in JSON for a game by `stackyard_register_puzzles`. It holds the
refutation of each wrong move, so judging needs only the rules, no engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from zlib import crc32

import msgspec
from msgspec import Struct

from stackyard.errors import IllegalMoveError, NotationError, StackyardError
from stackyard.game import Game
from stackyard.notation import listed
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import move_words, outcome
from stackyard_coach.errors import PuzzleError
from stackyard_coach.lesson import Answer, Attempt, Step, Verdict, begun_course
from stackyard_coach.texts import text_of

HOOK = "stackyard_register_puzzles"
LEVELS = 5  # parts of equal size into which a set is divided, by difficulty


class Outcome(StrEnum):
    """The result of best play for the solver of a puzzle."""

    WINS = "wins"
    DRAWS = "draws"
    LOSES = "loses"


class Refutation(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The best play after a wrong move, as texts with blanks between, and its outcome.

    The play may stop before the end of the game; it is empty if the wrong move ends the game.
    """

    line: str
    outcome: Outcome


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position whose player to act, the solver, has one move that keeps the result.

    `line` are the moves of both players, with blanks between; it begins and ends with a move of the
    solver, and each of these is the only one that keeps `keeps`. `wrong` has for each of them the
    refutations of all other legal moves, by text. Moves that lead to the same position count as one
    and have one text. `simulations` is the number after which tree search keeps the first move;
    it orders puzzles by difficulty.
    """

    position: str
    line: str
    keeps: Outcome
    wrong: tuple[dict[str, Refutation], ...]
    options: dict[str, str | int | bool] = {}
    simulations: int = 0
    themes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.keeps is Outcome.LOSES:
            raise ValueError("`keeps` is `wins` or `draws`: a lost position is no puzzle")
        if not self.line.split():
            raise ValueError("`line` is empty: it needs the move that keeps the result")

    @property
    def name(self) -> str:
        """Eight digits and letters that identify the puzzle among those of its game."""
        options = sorted(map(str, self.options.items()))
        return f"{crc32(repr((options, self.position, self.line)).encode()):08x}"


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that a plugin registers for a game, the easiest first; empty without any.

    Raises PuzzleError if they are none, ProblemError or PluginError if their text cannot be had.
    """
    text = text_of(HOOK, game)
    return read_puzzles(text, f"the puzzles of {game.name}") if text.strip() else ()


def read_puzzles(text: str | bytes, source: str) -> tuple[Puzzle, ...]:
    """Puzzles from JSON, the easiest first; `source` names the text in a PuzzleError."""
    try:
        found = msgspec.json.decode(text, type=tuple[Puzzle, ...])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{source} cannot be read: {error}") from error
    return tuple(sorted(found, key=lambda puzzle: puzzle.simulations))


def write_puzzles(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles as JSON, one on each line."""
    lines = [msgspec.json.encode(puzzle) for puzzle in puzzles]
    return b"[\n" + b",\n".join(lines) + b"\n]\n"


def level_of(index: int, total: int) -> int:
    """The level, 1 to LEVELS, of a puzzle by its place in a set that begins with the easiest."""
    return index * LEVELS // total + 1


@dataclass(frozen=True)
class PuzzleAttempt(Attempt):
    """A solver's attempt at a puzzle; moves without a choice are played by themselves."""

    puzzle: Puzzle

    @property
    def played(self) -> list[str]:
        """The moves that the solver has chosen."""
        own = super().played
        return [text for text, wrong in zip(own, self.puzzle.wrong, strict=False) if wrong]

    @property
    def back(self) -> PuzzleAttempt:
        """The attempt before the last turn with a choice, or from its start."""
        course = self.course
        while course.ply:
            turn = course.last_turn_of(self.learner)
            course = course.at(0 if turn is None else turn.first)
            if self._asks(course):
                break
        return replace(self, course=course)

    def _asks(self, course: Course) -> bool:
        """Tell if the solver is to act and has a choice."""
        return course.player == self.learner and bool(self.puzzle.wrong[self._moved(course)])

    def _moved(self, course: Course) -> int:
        """The number of the solver's moves in a course."""
        return sum([ply.player == self.learner for ply in course.plies()])

    @property
    def line(self) -> list[str]:
        """The moves of the solution, of both players."""
        return self.puzzle.line.split()

    @property
    def hints(self) -> list[str]:
        """The themes, the first cell of the move, and the move."""
        game, position = self.course.game, self.course.position
        move = game.parse_move(self.line[self.course.ply], position)
        cells = game.move_cells(move, position)
        themes = f"Look for this: {listed(self.puzzle.themes)}." if self.puzzle.themes else ""
        touched = f"The move begins with `{game.board.names[cells[0]]}`." if cells else ""
        colour, text = game.colours[self.learner], game.format_move(move, position)
        solution = f"Play {text}: {colour} {game.describe(move, position)}."
        return [hint for hint in (themes, touched, solution) if hint]

    def answer(self, text: str) -> Answer:
        """Judge the solver's next move, given as text; after a wrong one the attempt is as before.

        The moves of the answer to a wrong move are its refutation.
        """
        before = self.course
        try:
            move = before.read(text)
        except (IllegalMoveError, NotationError) as refused:
            return Answer(Verdict.REFUSED, f"{refused}.", self)
        played, wanted = before.advance(move), before.play(self.line[before.ply])
        if played.position.key() != wanted.position.key():
            return self._refuted(played)
        course = wanted
        for reply in self.line[wanted.ply :]:
            if course.result is not None or self._asks(course):
                break
            course = course.play(reply)
        now = replace(self, course=course)
        words = tuple([f"{move_words(ply)}." for ply in course.plies(before.ply)])
        if course.ply < len(self.line):
            return Answer(Verdict.GOES_ON, "", now, words)
        end = "" if course.result is None else f"{outcome(course)}. "
        return Answer(Verdict.DONE, f"{end}{self.step.done}", now, words)

    def _refuted(self, played: Course) -> Answer:
        """The answer to a wrong move, which has been played."""
        key, known = played.position.key(), self.puzzle.wrong[self._moved(self.course)]
        same = [text for text in known if self.course.play(text).position.key() == key]
        if not same:
            raise PuzzleError(f"puzzle {self.puzzle.name} has no refutation of a wrong move")
        refutation, course = known[same[0]], played
        for reply in refutation.line.split():
            course = course.play(reply)
        colours = course.game.colours
        own, other = colours[self.learner], colours[1 - self.learner]
        if course.result is not None:
            lost = outcome(course)
        elif refutation.outcome is Outcome.DRAWS:
            lost = f"{other} now reaches a draw"
        elif self.puzzle.keeps is Outcome.DRAWS:
            lost = f"{other} now wins, and {own} could have held a draw"
        else:
            lost = f"{other} now wins"
        words = tuple([f"{move_words(ply)}." for ply in course.plies(self.course.ply)])
        return Answer(Verdict.OTHER, f"Wrong: {lost}. Try again.", self, words)


def begin_puzzle(puzzle: Puzzle, kind: type[Game]) -> PuzzleAttempt:
    """A new attempt at a puzzle; PuzzleError if it is impossible by the rules."""
    try:
        course = begun_course(kind(**puzzle.options), puzzle.position)
        player, moves, end = course.player, list[str](), course
        for text in puzzle.line.split():
            if end.player == player:
                moves.append(text)
            end = end.play(text)
        if len(moves) != len(puzzle.wrong):
            raise PuzzleError(f"`wrong` has {len(puzzle.wrong)} entries for {len(moves)} moves")
    except StackyardError as error:
        where = f"puzzle {puzzle.name} of {kind.about.name}"
        raise PuzzleError(f"{where}: {error}") from error
    chosen = [text for text, wrong in zip(moves, puzzle.wrong, strict=True) if wrong]
    return PuzzleAttempt(_step(puzzle, course, chosen), course, puzzle)


def _step(puzzle: Puzzle, course: Course, moves: list[str]) -> Step:
    """A puzzle as a step of a lesson, with its title and task in words."""
    wins = puzzle.keeps is Outcome.WINS
    colour = course.game.colours[course.player]
    result = "win" if wins else "draw"
    times = "" if len(moves) == 1 else f", {plural(len(moves), 'move')} in a row"
    # A number is a size, which the board shows; anything else is a rule.
    chosen = ", ".join(
        [f"{name}={value}" for name, value in puzzle.options.items() if type(value) is not int]
    )
    only = f"Only one move {'wins' if wins else 'holds the draw'}"
    often = f", {'twice' if len(moves) == 2 else f'{len(moves)} times'} in a row" if times else ""
    board = f" The rules here: {chosen}." if chosen else ""
    return Step(
        title=f"{colour} to {result}{times}",
        text=f"You are {colour}. {only}; find it{often}.{board}",
        position=puzzle.position,
        moves=(" ".join(moves),),
        done=f"Solved: {' '.join(moves)}.",
    )
