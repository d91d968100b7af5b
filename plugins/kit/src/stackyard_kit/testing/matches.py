"""Checks of whole games: that they end, and that the record of a match survives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins.discovery import Provider
from stackyard.plugins.registry import Registered, registry
from stackyard.position import Position
from stackyard.records.format import decode, encode
from stackyard.records.reader import restore
from stackyard.records.writer import record_of
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.wording import outcome
from stackyard_kit.testing.moves import compare, snapshot
from stackyard_kit.testing.samples import ConformanceError, RandomGame, Trial, any_move

PATIENCE = 50_000  # moves of a match in which positions may repeat
DECLARE = "declare how long a game can be: `longest = 200`, `longest_for`, or `endless = True`"


def check_length(played: RandomGame, longest: int | None) -> None:
    """A random game is over after `longest` moves."""
    if longest is None:
        raise ConformanceError(DECLARE)
    if not played.finished:
        raise ConformanceError(
            f"the game is not over after {len(played.moves)} moves, and the longest is to have "
            f"{longest}; if positions can repeat for ever, declare `endless = True`"
        )


def check_repetition(trial: Trial) -> None:
    """A match in which a repeated position is a draw ends."""
    course, rng = Course(trial.game), Rng(trial.games[0].seed)
    for _ in range(PATIENCE):
        if course.result is not None:
            return
        course = course.play(any_move(course.position, rng))
    raise ConformanceError(
        f"a match is not over after {PATIENCE} moves, repetition being a draw, "
        f"seed {trial.games[0].seed}"
    )


def check_records(played: RandomGame) -> None:
    """A match, whole, interrupted or from another start, is the same when read from its record."""
    half = len(played.moves) // 2
    start = played.begin() if played.start else None
    middle = played.begin()
    for move in played.moves[:half]:
        middle.play(move)
    with _registered(played.game):
        _check_record(played.game, start, played.moves)
        _check_record(played.game, start, played.moves[:half])
        if not middle.mid_turn:
            _check_record(played.game, middle, played.moves[half:])


def _check_record(game: Game, start: Position | None, moves: tuple[int, ...]) -> None:
    """The match that is restored from a record has the same turns, position and result."""
    course = Course(game, start)
    for move in moves:
        if course.result is None:
            course = course.play(move)
    match = Match(game, course=course)
    try:
        again = restore(decode(encode(record_of(match))))
    except StackyardError as error:
        raise ConformanceError(f"the record of a match is refused: {error}") from error
    if repr(again.game) != repr(game):
        raise ConformanceError(f"a match read from its record is one of {again.game!r}")
    turns, others = (
        [(turn.player, turn.moves) for turn in m.course.so_far] for m in (match, again)
    )
    if turns != others:
        raise ConformanceError("a match read from its record has other turns")
    what = "the position of a match read from its record"
    compare(what, snapshot(game, again.position), snapshot(game, match.position))
    ends, ended = outcome(again.course), outcome(match.course)
    if ends != ended:
        raise ConformanceError(
            f"a match read from its record ends with {ends!r} instead of {ended!r}"
        )


@contextmanager
def _registered(game: Game) -> Iterator[None]:
    """Make the game loadable by its name, whether or not a plugin registers it."""
    provider = Provider(game.name, type(game).__module__, "")
    own = Registered(game.about, type(game), provider)
    with patch.dict(registry().games, {game.name: own}):
        yield
