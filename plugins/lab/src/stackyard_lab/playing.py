"""Playing the games of an arena, in any process; nothing heavy of the laboratory is imported here.

What a player does wrong costs it the game, and the arena goes on.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace as changed
from types import FrameType
from typing import Any, NamedTuple

from msgspec.structs import replace

from stackyard.errors import IllegalMoveError, NotationError, PluginError, StackyardError
from stackyard.game import Game
from stackyard.plugins.attribution import attribute
from stackyard.plugins.discovery import words_of
from stackyard.plugins.registry import registry
from stackyard.records.format import Record
from stackyard.records.writer import record_of
from stackyard.rng import derive
from stackyard.text import in_one_line
from stackyard.turnloop.match import Match, Player, make_player
from stackyard.turnloop.outcome import Reason, Result
from stackyard.turnloop.terms import read_terms
from stackyard.turnloop.wording import sentence_of
from stackyard_lab.errors import ArenaError
from stackyard_lab.plan import Pairing, Plan

FAULTS = (Reason.FAULT, Reason.ILLEGAL, Reason.TIME)
LONGEST = 300  # letters of the cause of a fault
MOST = 1000  # letters of the sentence about it
SOON, AGAIN = 0.001, 1.0  # seconds until an alarm rings at the earliest, and again


class PlayedGame(NamedTuple):
    """A game that was played, and its record."""

    pairing: Pairing
    record: Record


class Batch(NamedTuple):
    """Games that were played, and how many seconds that took."""

    games: list[PlayedGame]
    seconds: float


def play(plan: Plan, pairings: tuple[Pairing, ...]) -> Batch:
    """Play some games of a plan.

    Raises ArenaError if the game, a player or a term is not to be had here, or if the game fails
    where no player is to move.
    """
    begin = time.perf_counter()
    game: Game | None = None
    try:
        _use_plugins(plan.plugins)
        game = plan.load()
        read_terms(plan.terms)  # refuses what no plugin here heeds
        games = [_record(plan, pairing, _play(plan, pairing, game)) for pairing in pairings]
    except StackyardError as error:  # of one argument, to travel between processes
        raise ArenaError(str(error)) from error
    except Exception as failure:
        found = attribute(failure, game)
        if found is None:
            raise
        raise ArenaError(str(found)) from failure
    return Batch(games, time.perf_counter() - begin)


def unplayed(plan: Plan, pairing: Pairing, why: str) -> PlayedGame:
    """A game that could not be played: its record has no result, and neither player lost it."""
    played = _record(plan, pairing, _empty(plan, pairing, plan.load()))
    return PlayedGame(pairing, replace(played.record, comment=f"{played.record.comment}: {why}"))


def _use_plugins(named: str) -> None:
    """Use the plugins that the arena was begun with, wherever this process was."""
    if os.environ.get("STACKYARD_PLUGINS", "") != named:
        os.environ["STACKYARD_PLUGINS"] = named
        registry.cache_clear()


def _record(plan: Plan, pairing: Pairing, match: Match) -> PlayedGame:
    """A match with its record, whose comment tells which game of the plan it is."""
    one, other = plan.names[pairing.one], plan.names[pairing.other]
    comment = f"{one} – {other}, game {pairing.number + 1}"
    return PlayedGame(pairing, replace(record_of(match), comment=comment))


class _Lost(Exception):  # noqa: N818 - it is no error of ours
    """A player has lost its game by what it did."""

    def __init__(self, reason: Reason, cause: str) -> None:
        super().__init__(cause)
        self.reason = reason


class _Absent:
    """Holds a seat until its player is made."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match) -> None:
        """Nothing."""


class _Watched:
    """A player whose mistakes are told as _Lost, and which is interrupted when its time is up."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self._player = player

    def choose(self, match: Match) -> int | str | None:
        """The player's move; _Lost where it fails in time."""
        before = match.course
        try:
            with _alarm(match.time_left):
                move: Any = self._player.choose(match)
        except _OutOfTime:
            signal.setitimer(signal.ITIMER_REAL, 0)  # it may have rung while it was turned off
            return None  # and the turn loop calls the time
        except BaseException as failure:  # SystemExit and its like are the player's, too
            if match.check_flag():
                return None
            raise _lost(failure, match.game) from failure
        if move is None:
            if match.course is before and not match.check_flag():
                raise _Lost(Reason.FAULT, "it chose no move")
        elif not (isinstance(move, str) or hasattr(move, "__index__") or match.check_flag()):
            raise _Lost(Reason.ILLEGAL, f"what it chose is no move but of type {type(move)!r:.80}")
        return move  # type: ignore[no-any-return]

    def close(self) -> None:
        """Close the player; a game that is over does not suffer where that fails."""
        close = getattr(self._player, "close", None)
        if close is not None:
            with suppress(Exception):
                close()


def _lost(failure: BaseException, game: Game) -> _Lost:
    """What an exception means for the player that raised it."""
    if isinstance(failure, IllegalMoveError | NotationError):
        return _Lost(Reason.ILLEGAL, str(failure))
    found = attribute(failure, game)
    if found is None:
        return _Lost(Reason.FAULT, words_of(failure)[:LONGEST])
    return _Lost(Reason.FAULT, str(changed(found, cause=found.cause[:LONGEST])))


def _empty(plan: Plan, pairing: Pairing, game: Game) -> Match:
    """A game before its first move, with nobody in the seats."""
    absent = _Absent("absent")
    match = Match(
        game,
        (absent, absent),
        position=plan.start_of(pairing, game),
        seed=plan.seed_of(pairing),
        terms=plan.terms,
        id=plan.name_of(pairing),
    )
    for side, number in enumerate(pairing.seats):
        spec = plan.players[number]
        match.seat(side, _Absent(spec.partition(":")[0]), spec)
    return match


def _play(plan: Plan, pairing: Pairing, game: Game) -> Match:
    with closing(_empty(plan, pairing, game)) as match:
        _seat(plan, pairing, match)
        while match.result is None:
            _step(match)
    return match


def _seat(plan: Plan, pairing: Pairing, match: Match) -> None:
    """Make the players; one that cannot be made has lost."""
    for side, spec in enumerate(match.specs):
        try:
            player = make_player(spec, match.game, derive(plan.seed_of(pairing), side))
            match.seat(side, _Watched(player), spec)
        except StackyardError:
            raise
        except BaseException as failure:
            _lose(match, side, _lost(failure, match.game))


def _step(match: Match) -> None:
    """One move, or the loss of the player that should have made it."""
    side = match.course.player
    try:
        match.step()
    except _Lost as lost:
        _lose(match, side, lost)
    except PluginError:  # with STACKYARD_STRICT=1
        raise
    except Exception as failure:  # of the game, or what was chosen is no move
        _lose(match, side, _lost(failure, match.game))


def _lose(match: Match, side: int, lost: _Lost) -> None:
    """End a match against the player on one side."""
    words = sentence_of(match.course, Result(1 - side, lost.reason))
    match.end(Result(1 - side, lost.reason, f"{words}: {in_one_line(str(lost))}"[:MOST]))


class _OutOfTime(BaseException):
    """Not to be caught by a player that catches every Exception."""


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise _OutOfTime when the time is over, where Python can interrupt what is running."""
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> Any:
        raise _OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    # 0 would never ring, and an alarm that was ignored rings again.
    signal.setitimer(signal.ITIMER_REAL, max(seconds, SOON), AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
