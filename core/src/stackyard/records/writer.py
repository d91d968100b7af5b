"""Writing a course of play, or the match it belongs to, down as a record."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from zlib import crc32

from msgspec.structs import replace

from stackyard.arguments import check_kind
from stackyard.errors import RecordError, StackyardError
from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.position import DRAW
from stackyard.records.format import (
    YEAR,
    Ending,
    PlayedTurn,
    Plugin,
    Record,
    Seat,
    decode,
    encode,
)
from stackyard.text import in_one_line
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.ply import Ply
from stackyard.turnloop.wording import ending


def record_of(match: Match) -> Record:
    """The record of a match in its current state."""
    check_kind(match, Match, "a match is needed")
    return head_of(match, turns_of(match.course))


def head_of(match: Match, turns: list[PlayedTurn]) -> Record:
    """The record of a match with these turns instead of its own."""
    game, course = match.game, match.course
    return Record(
        id=match.id,
        game=game.name,
        options=dict(game.settings),
        plugin=_plugin(game),
        rules_version=game.rules_version,
        players=_seats(match),
        seed=match.seed,
        repetition=course.repetition,
        terms=match.terms,
        start=None if course.standard else game.format_position(course.start),
        began=match.began,
        changed=datetime.now(UTC),
        turns=turns,
        position=game.format_position(course.position),
        result=_ending(course),
    )


def turns_of(course: Course) -> list[PlayedTurn]:
    """The turns of a course as a record has them."""
    turns = []
    for _, plies in groupby(course.plies(), attrgetter("turn")):
        moves = list(plies)
        last = moves[-1]
        turns.append(
            PlayedTurn(
                course.game.colours[last.player],
                [ply.text for ply in moves],
                [think_time(ply) for ply in moves],
                check_of(course.game.format_position(last.after)),
            )
        )
    return turns


def check_of(position: str) -> str:
    """The check of a position string: its CRC-32 in hexadecimal digits."""
    return f"{crc32(position.encode()):08x}"


def think_time(ply: Ply) -> float:
    """The seconds of a ply as a record holds them: to the millisecond, and at most a year."""
    return round(min(max(0.0, ply.seconds), YEAR), 3)


def _plugin(game: Game) -> Plugin:
    registered = registry().games.get(game.name)
    if registered is None:  # a Game object that no plugin registered
        return Plugin(game.name)
    return Plugin(registered.provider.name, registered.provider.version)


def _seats(match: Match) -> tuple[Seat, Seat]:
    first, second = [
        Seat(colour, in_one_line(player.name), in_one_line(spec))
        for colour, player, spec in zip(match.game.colours, match.players, match.specs, strict=True)
    ]
    return first, second


def _ending(course: Course) -> Ending | None:
    result = course.result
    if result is None:
        return None
    winner = None if result.winner == DRAW else course.game.colours[result.winner]
    return Ending(winner, in_one_line(str(result.reason)), in_one_line(ending(course)))


def unrepeated(course: Course) -> Course:
    """The course, if a repetition ended it without that rule, so that it goes on."""
    if course.result is None or course.result.reason != Reason.REPETITION:
        return course
    endless = Course(course.game, course.start, repetition=0)
    for move in course.moves:
        endless = endless.advance(move)
    return endless


def record_from_moves(
    game: Game,
    moves: Iterable[str],
    *,
    source: str,
    start: str | None = None,
    names: tuple[str, str] = ("human", "human"),
    began: datetime | None = None,
    winner: int | None = None,
) -> Record:
    """The record of moves, played by the current rules, for a reader of another notation.

    `start` is a position text. `winner` (0, 1 or DRAW) counts if the game is not over after the
    moves: the other player resigned, or a draw was agreed. A repetition after which moves follow
    did not count. The match gets an id made from `source`, its text, so that it is added only once.
    Raises RecordError for a move that is refused.
    """
    course = Course(game, None if start is None else game.parse_position(start))
    for move in moves:
        try:
            course = unrepeated(course).play(game.parse_move(move, course.position))
        except StackyardError as refused:
            ply = course.ply
            raise RecordError(f"move {ply + 1}, {move:.40}: {refused}", ply) from None
    if winner in (0, 1):  # not by a repetition
        course = unrepeated(course)
    if winner is not None and course.result is None:
        reason = Reason.AGREEMENT if winner == DRAW else Reason.RESIGNATION
        course = course.end(Result(winner, reason))
    record = record_of(Match(game, course=course, began=began))
    seats = [
        replace(seat, name=name, spec="human")
        for seat, name in zip(record.players, names, strict=True)
    ]
    named = sha256(" ".join(source.split()).encode()).hexdigest()[:32]
    return decode(encode(replace(record, id=named, players=(seats[0], seats[1]))))
