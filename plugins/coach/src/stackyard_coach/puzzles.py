"""Puzzles: positions in which one move keeps the result, and the judge of a solver's moves.

A plugin registers a text of them in JSON for a game by `stackyard_register_puzzles`. It holds the
refutation of each wrong move, so judging needs only the rules, no engine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, groupby
from zlib import crc32

import msgspec
from msgspec import Struct

from stackyard.errors import IllegalMoveError, NotationError, StackyardError
from stackyard.game import Game
from stackyard.notation import listed
from stackyard.options import show_value
from stackyard.position import DRAW
from stackyard.text import capitalized, plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import move_words, outcome
from stackyard_coach.errors import PuzzleError
from stackyard_coach.lesson import Answer, Attempt, Step, Verdict, begun_course
from stackyard_coach.motifs import motifs_between
from stackyard_coach.texts import fault_in, source_of, text_of
from stackyard_coach.turns import played_on, texts, turns_of

HOOK = "stackyard_register_puzzles"
EFFECTS = 2  # of the answer to a tempting move that are told
IN_WORDS = 4  # moves of a refutation that are described; the others are only named
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


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A position whose player to act, the solver, has one move that keeps the result.

    `line` are the moves of both players, with blanks between; it begins and ends with a move of the
    solver, and each of these is the only one that keeps `keeps`. `wrong` has for each of them the
    refutations of all other legal moves, by text. Moves that lead to the same position count as one
    and have one text. `rating` is the strength in Elo at which half of the players solve it;
    puzzles are ordered by it. `tempting` is the wrong first move that players who glance choose
    most. `end` is best play after the line, which may stop before the end of the game.
    """

    position: str
    line: str
    keeps: Outcome
    wrong: tuple[dict[str, Refutation], ...]
    options: dict[str, str | int | bool] = {}
    rating: int = 0
    themes: tuple[str, ...] = ()
    tempting: str = ""
    end: str = ""

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
    return read_puzzles(text, source_of(HOOK, game, "puzzles")) if text.strip() else ()


def read_puzzles(text: str | bytes, source: str) -> tuple[Puzzle, ...]:
    """Puzzles from JSON, the easiest first; `source` names the text in a PuzzleError."""
    try:
        found = msgspec.json.decode(text, type=tuple[Puzzle, ...])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{source} cannot be read: {fault_in(error, 'puzzle')}") from error
    return tuple(sorted(found, key=lambda puzzle: puzzle.rating))


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
        """The idea, the place and the move."""
        game, position = self.course.game, self.course.position
        move = game.parse_move(self.line[self.course.ply], position)
        return list(filter(None, (self._idea, self._place(move), self._advice(move))))

    @property
    def _idea(self) -> str:
        """The effect of the first move, or else the wrong move to beware of."""
        puzzle = self.puzzle
        if self.course.ply:
            return ""
        if puzzle.themes:
            return f"The idea: {listed(puzzle.themes)}."
        return f"Beware of `{puzzle.tempting}`, which is tempting." if puzzle.tempting else ""

    def _place(self, move: int) -> str:
        """The first cell of a move; where that gives it away, a few moves of which it is one."""
        game, position = self.course.game, self.course.position
        text = game.format_move(move, position)
        wrong = [*self.puzzle.wrong[self._moved(self.course)]]
        cells = game.move_cells(move, position)
        firsts = [
            game.move_cells(game.parse_move(other, position), position)[:1] for other in wrong
        ]
        if cells and cells[:1] in firsts:
            return f"The move begins with `{game.board.names[cells[0]]}`."
        others = [other for other in wrong if self.course.ply or other != self.puzzle.tempting]
        few = sorted([text, *others[: (len(wrong) + 1) // 2]])
        if not 1 < len(few) <= len(wrong):
            return ""
        return f"One of {listed([f'`{one}`' for one in few])} is the move."

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
        course = played  # another move to the same position is as good
        for reply in self.line[wanted.ply :]:
            if course.result is not None or self._asks(course):
                break
            course = course.play(reply)
        now = replace(self, course=course)
        words = tuple([f"{move_words(ply)}." for ply in course.plies(before.ply)])
        if course.ply < len(self.line):
            return Answer(Verdict.GOES_ON, "", now, words)
        end = played_on(course, self.puzzle.end.split())
        sentences = [] if course.result is None else [f"{outcome(course)}."]
        sentences.append(f"Solved: {' '.join(now.played)}.")
        if end is not course:
            sentences.append(f"Best play goes on `{self.puzzle.end}`; {self._verdict_at(end)}.")
        sentences += self._why_not_tempting
        return Answer(Verdict.DONE, " ".join(sentences), now, words, end, self._tempting_end)

    def _refuted(self, played: Course) -> Answer:
        """The answer to a wrong move, which has been played."""
        key, known = played.position.key(), self.puzzle.wrong[self._moved(self.course)]
        same = [text for text in known if self.course.play(text).position.key() == key]
        if not same:
            raise PuzzleError(f"puzzle {self.puzzle.name} has no refutation of a wrong move")
        end = played_on(played, known[same[0]].line.split())
        lost = self._verdict_at(end, known[same[0]].outcome)
        plies = [*end.plies(self.course.ply)]
        words = [f"{move_words(ply)}." for ply in plies[:IN_WORDS]]
        if plies[IN_WORDS:]:
            more = [
                f"{end.game.colours[turn[0].player]} {texts(turn)}"
                for turn in turns_of(plies[IN_WORDS:])
            ]
            words.append(f"Then {', '.join(more)}.")
        return Answer(
            Verdict.OTHER, f"Wrong. {capitalized(lost)}. Try again.", self, tuple(words), end
        )

    def _verdict_at(self, end: Course, found: Outcome | None = None) -> str:
        """The outcome of best play to `end`, for the solver as `found`, or as the puzzle keeps."""
        if end.result is not None:
            return f"it is a {outcome(end)}" if end.result.winner == DRAW else outcome(end)
        colours = end.game.colours
        own, other = colours[self.learner], colours[1 - self.learner]
        found = found or self.puzzle.keeps
        if found is Outcome.WINS:
            return f"{own} wins"
        if found is Outcome.DRAWS:
            return "it is a draw" if self.puzzle.keeps is found else f"{other} now reaches a draw"
        if self.puzzle.keeps is Outcome.DRAWS:
            return f"{other} now wins, and {own} could have held a draw"
        return f"{other} now wins"

    @property
    def _tempting_end(self) -> Course | None:
        """The end of the play that refutes the tempting move; None without such a move."""
        tempting = self.puzzle.tempting
        if not tempting:
            return None
        line = [tempting, *self.puzzle.wrong[0][tempting].line.split()]
        return played_on(self.course.at(0), line)

    @property
    def _why_not_tempting(self) -> list[str]:
        """A sentence about the answer to the tempting move; none without such a move."""
        tempting, end = self.puzzle.tempting, self._tempting_end
        if end is None:
            return []
        several = sum(map(bool, self.puzzle.wrong)) > 1
        moved = f"As the first move `{tempting}`" if several else f"`{tempting}`"
        lost = self._verdict_at(end, self.puzzle.wrong[0][tempting].outcome)
        _, *later = [[*plies] for _, plies in groupby(end.plies(), lambda ply: ply.player)]
        if not later:
            ends = "it ends the game" if end.result is not None else "then"
            return [f"{moved} was tempting, but {ends}: {lost}."]
        replies, *rest = later
        effects = motifs_between(end.game, replies[0].before, replies[-1].after).values()
        reply = move_words(replies[0])
        if effects:  # they would say again what the move in words says
            colour = end.game.colours[replies[0].player]
            reply = f"{colour} plays `{texts(replies)}`, which {listed([*effects][:EFFECTS])}"
        more = len(turns_of(chain(*rest)))
        when = f"{plural(more, 'turn')} later " if end.result is not None and more else ""
        return [f"{moved} was tempting, but {reply}; {when}{lost}."]


def begin_puzzle(puzzle: Puzzle, kind: type[Game]) -> PuzzleAttempt:
    """A new attempt at a puzzle; PuzzleError if it is impossible by the rules."""
    try:
        course = begun_course(kind(**puzzle.options), puzzle.position)
        player, moves, end = course.player, list[str](), course
        for text in puzzle.line.split():
            if end.player == player:
                moves.append(text)
            end = end.play(text)
        for text in puzzle.end.split():
            end = end.play(text)
        if len(moves) != len(puzzle.wrong):
            raise PuzzleError(f"`wrong` has {len(puzzle.wrong)} entries for {len(moves)} moves")
        if puzzle.tempting and puzzle.tempting not in puzzle.wrong[0]:
            raise PuzzleError(f"`tempting` is no wrong first move: {puzzle.tempting}")
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
    times = "" if len(moves) == 1 else f", {plural(len(moves), 'move')} to find"
    # A number is a size, which the board shows; anything else is a rule.
    helps = {option.name: option.help.partition(". ")[0] for option in course.game.options}
    rules = "".join(
        [
            f" The option {name.replace('_', ' ')} is `{show_value(value)}` "
            f"({helps[name][:1].lower()}{helps[name][1:].rstrip('.')})."
            for name, value in puzzle.options.items()
            if type(value) is not int
        ]
    )
    only = f"Only one move {'wins' if wins else 'holds the draw'}"
    often = f", {'twice' if len(moves) == 2 else f'{len(moves)} times'} in a row" if times else ""
    rated = f" Rated {puzzle.rating}." if puzzle.rating else ""
    return Step(
        title=f"{colour} to {result}{times}",
        text=f"You are {colour}. {only}; find it{often}.{rules}{rated}",
        position=puzzle.position,
        moves=(" ".join(moves),),
    )
