"""Playing a record again by the rules of today."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from stackyard.arguments import check_kind
from stackyard.errors import RecordError, StackyardError, UnknownGameError
from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW
from stackyard.records.format import Ending, PlayedTurn, Record
from stackyard.records.writer import check_of
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match, Player
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.wording import ending, sentence_of

MOST_GAMES = 100  # in a cache: options come from anywhere

Load = Callable[..., Game]


def restore(
    record: Record, players: tuple[Player | str, Player | str] = ("human", "human")
) -> Match:
    """The match of a record, with these players; its moves call no hooks and no store.

    Raises what `course_of` raises, and PlayerSpecError when there is no such player.
    """
    course = course_of(record)
    return Match(
        course.game,
        players,
        course=course,
        seed=record.seed,
        terms=record.terms,
        id=record.id,
        began=record.began,
    )


class GameCache:
    """Games that are loaded once for many records: `load` is a `load_game` that remembers."""

    def __init__(self) -> None:
        self.load: Load = lru_cache(MOST_GAMES, typed=True)(load_game)


def course_of(record: Record, load: Load = load_game) -> Course:
    """The course of play of a record, whose game comes from `load`.

    Raises RecordError, with the number of moves that could be played, when today's rules refuse
    one or when a position or the result comes out differently; UnknownGameError or OptionError
    when there is no such game here.
    """
    check_kind(record, Record, "a record is needed, such as record_of(match)")
    course, difference = readable_course(record, load)
    if difference is not None:
        raise difference
    return course


def readable_course(record: Record, load: Load = load_game) -> tuple[Course, RecordError | None]:
    """The course of a record, and None.

    A record of an earlier version of the rules may differ by those of today. Then it is the course
    up to there, and what differs. Raises what `course_of` raises where the versions are the same,
    or where the match cannot even begin.
    """
    try:
        game = load(record.game, **record.options)
    except UnknownGameError as error:
        source = f"{record.plugin.name} {record.plugin.version}".rstrip()
        played = f"{error.sentence}; it was played with plugin {source}"
        raise UnknownGameError(played, error.advice) from None
    versions = f"version {record.rules_version} of the rules of {game.title}"
    if record.rules_version > game.rules_version:
        raise RecordError(
            f"the record follows {versions}, and those installed are version {game.rules_version}"
        )
    course = _start(record, game)
    try:
        for number, turn in enumerate(record.turns, 1):
            for later in _played(course, turn, last=number == len(record.turns)):
                course = later
        return _ended(course, record), None
    except RecordError as error:
        if record.rules_version == game.rules_version or error.ply is None:
            raise
        words = f"{error}; the record follows {versions}, those installed are version"
        difference = RecordError(f"{words} {game.rules_version}", error.ply)
        return course.at(error.ply), difference


def _start(record: Record, game: Game) -> Course:
    """The match before its first move."""
    try:
        start = None if record.start is None else game.parse_position(record.start)
        return Course(game, start, record.repetition)
    except (StackyardError, ValueError) as error:
        raise RecordError(f"the match cannot begin: {error}", 0) from error


def _played(course: Course, turn: PlayedTurn, last: bool) -> Iterator[Course]:
    """The course after each move of a turn, up to the one that is refused."""
    colours, colour, seconds, move = course.game.colours, turn.colour, turn.seconds, ""

    def refused(number: int, reason: object, ply: int) -> RecordError:
        return RecordError(f"move {number}, {move} by {colour}: {reason}", ply)

    for place, move in enumerate(turn.moves):
        ply = course.ply
        if course.result is not None:
            raise refused(ply + 1, f"the match is over: {ending(course)}", ply)
        whose = colours[course.player]
        if whose != colour or bool(place) != course.mid_turn:
            raise refused(ply + 1, f"a turn of {whose} begins here", ply)
        try:
            course = course.play(move, seconds[place] if place < len(seconds) else 0.0)
        except StackyardError as error:
            raise refused(ply + 1, error, ply) from error
        yield course
    if course.mid_turn and not last:
        raise refused(course.ply, "the turn does not end with it", course.ply)
    if turn.check and turn.check != check_of(course.game.format_position(course.position)):
        raise refused(course.ply, "it leads to another position now", course.ply - 1)


def _ended(course: Course, record: Record) -> Course:
    """The course with the recorded result, unless the rules determine another."""
    if record.position not in {None, course.game.format_position(course.position)}:
        raise RecordError(f"after move {course.ply} the position is not the one given", course.ply)
    written = record.result
    if written is None:
        return course
    colours = course.game.colours
    if written.winner is not None and written.winner not in colours:
        raise RecordError(f"the winner is {quoted(written.winner)}, not {' or '.join(colours)}")
    winner = DRAW if written.winner is None else colours.index(written.winner)
    if written.reason not in {Reason.RULES, Reason.REPETITION}:
        return course.end(_result(course, winner, written))
    if course.result is None or course.result.winner != winner:
        words = f"won by {written.winner}" if written.winner else "a draw"
        raise RecordError(f"after move {course.ply} the game is not {words}", course.ply)
    return course


def _result(course: Course, winner: int, written: Ending) -> Result:
    """The result, with the recorded sentence where the current one would differ."""
    known = {str(reason): reason for reason in Reason}
    result = Result(winner, known.get(written.reason, written.reason))
    if sentence_of(course, result) == written.sentence:
        return result
    return Result(winner, result.reason, written.sentence)
