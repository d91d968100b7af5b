"""Playing the games of an arena, in whatever process: here nothing of the laboratory is needed.

What a player does wrong costs it the game, and the arena goes on.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from msgspec.structs import replace
from stackyard.records.replays import record_of

from stackyard.errors import IllegalMoveError, NotationError, PluginError, StackyardError
from stackyard.game import Game
from stackyard.match import Match, Player, Result
from stackyard.players import make_player
from stackyard.plugins.finding import words_of
from stackyard.plugins.host import host
from stackyard.records.format import Record
from stackyard.rng import derive
from stackyard_lab.errors import ArenaError
from stackyard_lab.plan import Job, Plan

FAULT = "fault"  # the player raised an exception, or chose no move
ILLEGAL = "illegal"  # it chose a move that is not allowed
TIME = "time"  # it took longer than is allowed
FAULTS = (FAULT, ILLEGAL, TIME)

LONGEST = 300  # letters of what went wrong


class Batch(NamedTuple):
    """Games that were played, and how many seconds that took."""

    games: list[tuple[Job, Record]]
    seconds: float


def play(plan: Plan, jobs: tuple[Job, ...]) -> Batch:
    """Play some games of a plan; ArenaError if the game or a player is not to be had here."""
    begin = time.perf_counter()
    try:
        _use_plugins(plan.plugins)
        game = plan.load()
        games = [(job, _named(plan, job, _play(plan, job, game))) for job in jobs]
    except StackyardError as error:  # of one argument, to travel between processes
        raise ArenaError(str(error)) from error
    return Batch(games, time.perf_counter() - begin)


def unplayed(plan: Plan, job: Job, why: str) -> Record:
    """The record of a game that could not be played: without a result, which is nobody's fault."""
    match = _empty(plan, job, plan.load())
    record = _named(plan, job, match)
    return replace(record, comment=f"{record.comment}: {why}")


def _use_plugins(named: str) -> None:
    """Use the plugins that the arena was begun with, wherever this process was."""
    if os.environ.get("STACKYARD_PLUGINS", "") != named:
        os.environ["STACKYARD_PLUGINS"] = named
        host.cache_clear()


def _named(plan: Plan, job: Job, match: Match) -> Record:
    """The record of a match, by its fixed id and with a comment that tells which game it is."""
    one, other = plan.names[job.one], plan.names[job.other]
    comment = f"{one} – {other}, game {job.number + 1}"
    return replace(record_of(match), id=plan.name_of(job), comment=comment)


class _Lost(Exception):  # noqa: N818 - it is no error of ours
    """A player has lost its game by what it did."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(words)
        self.reason = reason


class _Absent:
    """Holds a seat until its player is made."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match) -> None:
        """Nothing."""


class _Watched:
    """A player whose mistakes and time are noticed."""

    def __init__(self, player: Player, limit: float | None) -> None:
        self.name = player.name
        self._player = player
        self._limit = limit

    def choose(self, match: Match) -> int | None:
        """The player's move; _Lost where it fails or takes too long."""
        begin = time.perf_counter()
        ply = match.ply
        try:
            with _alarm(self._limit):
                move = self._player.choose(match)
        except _OutOfTime:
            signal.setitimer(signal.ITIMER_REAL, 0)  # it may have rung while it was turned off
            raise self._late() from None
        except (IllegalMoveError, NotationError) as refused:
            raise _Lost(ILLEGAL, str(refused)) from refused
        except BaseException as failure:  # SystemExit and its like are the player's, too
            raise _Lost(FAULT, words_of(failure)) from failure
        if self._limit is not None and time.perf_counter() - begin > self._limit:
            raise self._late()
        if move is None and match.result is None and match.ply == ply:
            raise _Lost(FAULT, "it chose no move")
        return move

    def _late(self) -> _Lost:
        return _Lost(TIME, f"it took longer than {self._limit:g} s for a move")


def _empty(plan: Plan, job: Job, game: Game) -> Match:
    """A game before its first move, with nobody in the seats."""
    first, second = (plan.players[number] for number in job.seats)
    seats = _Absent(first.partition(":")[0]), _Absent(second.partition(":")[0])
    match = Match(game, seats, position=plan.start_of(job, game), seed=plan.seed_of(job))
    match.specs = first, second
    return match


def _play(plan: Plan, job: Job, game: Game) -> Match:
    match = _empty(plan, job, game)
    players: list[Player] = []
    for side, spec in enumerate(match.specs):
        try:
            player = make_player(spec, game, derive(plan.seed_of(job), side))
        except StackyardError:
            raise
        except BaseException as failure:
            _lose(match, side, FAULT, words_of(failure))
            return match
        players.append(_Watched(player, plan.seconds))
    match.players = players[0], players[1]
    while match.result is None:
        side = int(match.position.player)
        try:
            match.step()
        except _Lost as lost:
            _lose(match, side, lost.reason, str(lost))
        except PluginError:  # with STACKYARD_STRICT=1
            raise
        except Exception as failure:  # what it chose is no move
            illegal = isinstance(failure, IllegalMoveError | NotationError)
            _lose(match, side, ILLEGAL, str(failure) if illegal else words_of(failure))
    return match


def _lose(match: Match, side: int, reason: str, words: str) -> None:
    """End a match against the player on one side."""
    said = {FAULT: "failed", ILLEGAL: "made an illegal move", TIME: "ran out of time"}[reason]
    printable = "".join([letter if letter.isprintable() else "?" for letter in words])
    colour = match.game.colours[side]
    match.end(Result(1 - side, reason, f"{colour} {said}: {printable[:LONGEST]}"))


class _OutOfTime(BaseException):
    """Not to be caught by a player that catches every Exception."""


@contextmanager
def _alarm(limit: float | None) -> Iterator[None]:
    """Raise _OutOfTime when the limit is over, where Python can interrupt what is running."""
    main = threading.current_thread() is threading.main_thread()
    if limit is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> Any:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, limit, max(limit, 1.0))  # again, if that was ignored
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
