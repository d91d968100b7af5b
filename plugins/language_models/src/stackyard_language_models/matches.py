"""The requests of a language model, answered without any state between two calls.

A call names a match of the archive by its number, or a whole position. Refusals are answers, with
the rule that a move breaks, so that a model can try again.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from stackyard.analysis import Limit, analyse, chance_words
from stackyard.drawing.text import draw
from stackyard.errors import ArchiveError, IllegalMoveError, NotationError, StackyardError
from stackyard.game import Game
from stackyard.options import show_value
from stackyard.plugins.registry import load_game, registry
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard.records.writer import record_of
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.wording import move_words, outcome
from stackyard_pictures.svg import draw as draw_svg

MOST_MOVES = 500  # legal moves in an answer
MOST_SECONDS = 10.0  # of an analysis
OPPONENTS = ("human", "random", "level")  # those that move within a second
LAST = 10  # moves that are told

Options = dict[str, str | int | float | bool]  # as JSON has them


class CallError(StackyardError):
    """A call that cannot be answered."""


@dataclass(frozen=True)
class State:
    """A position, as an answer.

    `version` is the number of moves played, `match` the number in the archive or None; `to_move`
    is None when the game is over, and `result` is empty until then. `board` is text, `picture` an
    SVG document. `feedback` says why a call changed nothing.
    """

    game: str
    options: dict[str, str]
    position: str
    version: int
    to_move: str | None
    result: str
    last_moves: list[str]
    board: str
    picture: str
    match: int | None = None
    feedback: str = ""


@dataclass(frozen=True)
class Place:
    """The subject of a call: a match, or a game with options and a position; CallError for both."""

    match: int | None = None
    game: str = ""
    options: Options = field(default_factory=dict)
    position: str = ""

    def __post_init__(self) -> None:
        if self.match is not None and (self.game or self.options or self.position):
            raise CallError("name a match, or a game with options and a position, not both")


class Matches:
    """Answers calls; matches are in an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def new_game(self, game: str, options: Options, opponent: str, seat: int) -> State:
        """Begin a match in the archive; the model has the `seat` 1 or 2."""
        if not _is_quick(opponent):
            raise CallError(
                f"no opponent {opponent:.40}; choose human, random, or level:1 to level:8"
            )
        if seat not in {1, 2}:
            raise CallError(f"seat {seat} does not exist; it is 1 or 2")
        specs = ("human", opponent) if seat == 1 else (opponent, "human")
        begun = Match(load_game(game, **options), specs)
        number = self._archive.add(record_of(begun))
        begun.close()
        with closing(self._archive.resume(number, _refuse)) as match:
            _reply(match)
            return state_of(match.course, number)

    def state(self, place: Place) -> State:
        """The position at a place."""
        return state_of(self._course(place), place.match)

    def legal_moves(self, place: Place) -> dict[str, Any]:
        """The legal `moves` at a place, none when the game is over; `more` are left out."""
        course = self._course(place)
        moves = [] if course.result is not None else course.game.legal_texts(course.position)
        return {"moves": [*moves[:MOST_MOVES]], "more": max(len(moves) - MOST_MOVES, 0)}

    def play(self, place: Place, move: str, version: int) -> State:
        """Play a move; in a match, only if `version` moves have been played there.

        In a match against the computer its reply follows. The answer has `feedback`, and nothing
        has changed, if the move is illegal or the version another.
        """
        if place.match is None:
            return _played(self._course(place), move)
        with closing(self._match(place.match)) as match:
            return self._play(match, place.match, move, version)

    def analyse(self, place: Place, seconds: float) -> dict[str, Any]:
        """The best `moves` at a place, with their worth; searched for at most MOST_SECONDS."""
        if not 0 < seconds <= MOST_SECONDS:
            raise CallError(f"seconds is above 0 and at most {MOST_SECONDS:g}, not {seconds:g}")
        course = self._course(place)
        if course.result is not None:
            raise CallError(f"nothing to analyse: {outcome(course)}")
        found = analyse(course, Limit(seconds=seconds))
        lines = found.lines[:5]
        return {
            "moves": [line.text for line in lines],
            "worth": [chance_words(line) for line in lines],
            "best_play": [list(line.best_play[:8]) for line in lines],
            "basis": str(found.source),
        }

    def _play(self, match: Match, number: int, move: str, version: int) -> State:
        if match.specs[match.course.player] != "human":  # a call was ended before the reply
            _reply(match)
        if match.ply != version:
            words = f"{plural(match.ply, 'move')} had been played, not {version}: look again"
            return state_of(match.course, number, words)
        try:
            match.play(move)
        except (IllegalMoveError, NotationError) as refused:
            return state_of(match.course, number, str(refused))
        _reply(match)
        return state_of(match.course, number)

    def _match(self, number: int) -> Match:
        """An unfinished match, stored with each move; CallError if a player may think for long."""
        for seat in self._archive.record(number).players:
            if not _is_quick(seat.spec):
                raise CallError(
                    f"match {number} is played by {seat.spec:.40}, which may think longer than a "
                    f"call lasts; `stackyard resume {number}` plays on"
                )
        return self._archive.resume(number, _refuse)

    def _course(self, place: Place) -> Course:
        if place.match is not None:
            return course_of(self._archive.record(place.match))
        if not place.game:
            raise CallError("name a match by its number, or a game")
        game = load_game(place.game, **place.options)
        return Course(game, game.parse_position(place.position.strip()) if place.position else None)


def _refuse(problem: str) -> None:
    """Answer with the reason why a move could not be stored."""
    raise ArchiveError(problem)


def rules_of(game: str) -> str:
    """The rules of a game and how its moves and positions are written."""
    loaded: Game = registry().game(game)()
    return f"{loaded.rules_page().rstrip()}\n\n{loaded.notation}".rstrip()


def state_of(course: Course, number: int | None = None, feedback: str = "") -> State:
    """The last position of a course."""
    game, scene = course.game, course.scene
    finished = course.result is not None
    return State(
        game=game.name,
        options={
            name: show_value(value) for name, value in game.settings.items() if value is not None
        },
        position=game.format_position(course.position),
        version=course.ply,
        to_move=None if finished else game.colours[course.player],
        result=outcome(course),
        last_moves=[move_words(ply) for ply in course.plies(max(course.ply - LAST, 0))],
        board=draw(scene),
        picture=draw_svg(scene, game.title),
        match=number,
        feedback=feedback,
    )


def _played(course: Course, move: str) -> State:
    """The state after a move more; that before it, with feedback, if it is refused."""
    if course.result is not None:
        return state_of(course, feedback=f"the game is over: {outcome(course)}")
    try:
        return state_of(course.play(course.read(move)))
    except (IllegalMoveError, NotationError) as refused:
        return state_of(course, feedback=str(refused))


def _reply(match: Match) -> None:
    """Let the computer move until it is a person's turn."""
    while match.result is None and match.specs[match.course.player] != "human":
        match.step()


def _is_quick(spec: str) -> bool:
    return spec.partition(":")[0] in OPPONENTS
