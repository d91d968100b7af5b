"""Plays games of an arena, in any process; imports none of the heavy modules of this package.

A player that fails loses its game, and the arena continues.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace as changed
from types import FrameType
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from stackyard.errors import IllegalMoveError, NotationError, PluginError, StackyardError
from stackyard.game import Game
from stackyard.plugins.attribution import attribute
from stackyard.plugins.discovery import words_of
from stackyard.plugins.registry import HOOKS
from stackyard.records.format import Record
from stackyard.records.writer import record_of
from stackyard.rng import derive
from stackyard.text import in_one_line
from stackyard.turnloop.match import Match, Player, make_player
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.terms import read_terms
from stackyard.turnloop.wording import forfeit
from stackyard_lab.errors import ArenaError
from stackyard_lab.plan import Pairing, Plan

log = logging.getLogger("stackyard")

FAULTS = (Reason.FAULT, Reason.ILLEGAL, Reason.TIME)
LONGEST = 300  # characters of the cause of a fault
SOON, AGAIN = 0.001, 1.0  # seconds until the first alarm at the earliest, and between alarms


class PlayedGame(NamedTuple):
    """The record of a game; `missing` says why it has no result.

    `processor_seconds` are those of `processor_seconds_here`.
    """

    pairing: Pairing
    record: Record
    missing: str = ""
    processor_seconds: float = 0.0


_counted = threading.local()  # the processor time of each thread that was counted already

Item = TypeVar("Item")
Done = TypeVar("Done")


class Batch(NamedTuple, Generic[Done]):
    """The results of a task, such as games, the seconds it took, and warnings about plugins."""

    done: list[Done]
    seconds: float
    warnings: tuple[str, ...] = ()


def play_games(plan: Plan, pairings: tuple[Pairing, ...]) -> Batch[PlayedGame]:
    """Play some games of a plan.

    Raises ArenaError if the game, a player or a term is not available here, or if the game fails
    when no player is to move.
    """

    def prepare() -> Game:
        game = plan.load()
        read_terms(plan.terms)  # refuses terms that no plugin here reads
        return game

    return run_task(prepare, lambda game, pairing: _played(plan, pairing, game), pairings)


def run_task(
    prepare: Callable[[], Game],
    do: Callable[[Game, Item], Done],
    items: Sequence[Item],
) -> Batch[Done]:
    """Do something with a game for each item.

    Raises ArenaError if something is not available here, or if the game fails.
    """
    begin = time.perf_counter()
    if threading.current_thread() is not threading.main_thread():  # a cluster's, with other work
        _counted.seconds = time.thread_time()
    game: Game | None = None
    try:
        with _collected_warnings() as warnings:
            game = prepare()
            done = [do(game, item) for item in items]
    except StackyardError as error:  # with one argument, so that it can be pickled
        raise ArenaError(str(error)) from error
    except KeyboardInterrupt as pressed:  # a hook's, for workers do not heed Ctrl-C
        raise ArenaError(" ".join(["interrupted", *getattr(pressed, "__notes__", [])])) from None
    except Exception as failure:
        found = attribute(failure, game)
        if found is None:
            raise
        raise ArenaError(str(found)) from failure
    return Batch(done, time.perf_counter() - begin, tuple(dict.fromkeys(warnings)))


def _played(plan: Plan, pairing: Pairing, game: Game) -> PlayedGame:
    record = _record(plan, pairing, _play(plan, pairing, game))
    return PlayedGame(pairing, record, processor_seconds=processor_seconds_here())


def processor_seconds_here() -> float:
    """The processor time of this thread since the last call, or since it began, as a worker does.

    So the start of a worker counts, too, as do the programs that it has run to their end.
    """
    before = getattr(_counted, "seconds", 0.0)
    now = time.thread_time()
    if threading.current_thread() is threading.main_thread():
        times = os.times()
        now += times.children_user + times.children_system
    _counted.seconds = now
    return float(now - before)


def failed_game(plan: Plan, pairing: Pairing, why: str) -> PlayedGame:
    """A game that could not be played; its record has no result."""
    record = _record(plan, pairing, _new_match(plan, pairing, plan.load()))
    return PlayedGame(pairing, replace(record, comment=f"{record.comment}: {why}"), why)


@contextmanager
def _collected_warnings() -> Iterator[list[str]]:
    """Collect the warnings about plugins in this thread: the arena shows each once."""
    collected: list[str] = []
    here = threading.get_ident()

    def collect(record: logging.LogRecord) -> bool:
        if record.thread != here:
            return True
        collected.append(record.getMessage())
        return False

    log.addFilter(collect)
    try:
        yield collected
    finally:
        log.removeFilter(collect)


def _record(plan: Plan, pairing: Pairing, match: Match) -> Record:
    """The record of a match; its comment identifies the game within the plan."""
    return replace(record_of(match), comment=in_one_line(plan.title_of(pairing)))


class _Forfeit(Exception):  # noqa: N818 - an event rather than an error
    """A player has lost its game by a fault."""

    def __init__(self, reason: Reason, cause: str) -> None:
        super().__init__(cause)
        self.reason = reason


class _EmptySeat:
    """Holds a seat until its player is created."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, match: Match) -> None:
        """Return no move."""


class _SupervisedPlayer:
    """A player whose faults raise _Forfeit, and which is interrupted when its time is up."""

    awaited = True  # without a move its time is up, though the clock may show some left

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self._player = player

    def choose(self, match: Match) -> int | str | None:
        """The player's move; _Forfeit if it fails in time."""
        before = match.course
        try:
            watches = getattr(self._player, "watches_clock", False)
            with _time_limit(None if watches else match.time_left):
                move: Any = self._player.choose(match)
        except _TimeUp:
            signal.setitimer(signal.ITIMER_REAL, 0)  # it may have gone off meanwhile
            return None  # and the turn loop ends the match on time
        except BaseException as failure:  # SystemExit and the like, too
            if match.check_flag():
                return None
            raise _forfeit(failure, match.game) from failure
        if move is None:
            if match.course is before and not match.check_flag():
                raise _Forfeit(Reason.FAULT, "it chose no move")
        elif not (isinstance(move, str) or hasattr(move, "__index__") or match.check_flag()):
            raise _Forfeit(
                Reason.ILLEGAL, f"what it chose is no move but of type {type(move)!r:.80}"
            )
        return move  # type: ignore[no-any-return]

    def close(self) -> None:
        """Close the player; a failure to close is ignored."""
        close = getattr(self._player, "close", None)
        if close is not None:
            with suppress(Exception):
                close()


def _forfeit(failure: BaseException, game: Game) -> _Forfeit:
    """The forfeit for an exception that a player raised."""
    if isinstance(failure, IllegalMoveError | NotationError):
        return _Forfeit(Reason.ILLEGAL, str(failure))
    found = attribute(failure, game)
    if found is None:
        return _Forfeit(Reason.FAULT, words_of(failure)[:LONGEST])
    return _Forfeit(Reason.FAULT, str(changed(found, cause=found.cause[:LONGEST])))


def _new_match(plan: Plan, pairing: Pairing, game: Game) -> Match:
    """A match before its first move, with empty seats."""
    absent = _EmptySeat("absent")
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
        match.seat(side, _EmptySeat(spec.partition(":")[0]), spec)
    return match


def _play(plan: Plan, pairing: Pairing, game: Game) -> Match:
    with closing(_new_match(plan, pairing, game)) as match:
        _seat_players(plan, pairing, match)
        while match.result is None:
            _step(match)
    return match


def _seat_players(plan: Plan, pairing: Pairing, match: Match) -> None:
    """Create the players; a player that cannot be created loses."""
    for side, spec in enumerate(match.specs):
        try:
            player = make_player(spec, match.game, derive(plan.seed_of(pairing), side))
            match.seat(side, _SupervisedPlayer(player), spec)
        except StackyardError:
            raise
        except BaseException as failure:
            _end_by_forfeit(match, side, _forfeit(failure, match.game))


def _step(match: Match) -> None:
    """Play one move, or end the match if the player fails."""
    side = match.course.player
    try:
        match.step()
    except _Forfeit as lost:
        _end_by_forfeit(match, side, lost)
    except PluginError:  # with STACKYARD_STRICT=1
        raise
    except Exception as failure:  # of the game, or the choice is no move
        found = attribute(failure, match.game)
        if found is not None and found.method.startswith(HOOKS):
            raise  # no player is to lose by a hook
        _end_by_forfeit(match, side, _forfeit(failure, match.game))


def _end_by_forfeit(match: Match, side: int, lost: _Forfeit) -> None:
    """End a match with a loss for one side."""
    match.end(forfeit(match.course, side, lost.reason, str(lost)))


class _TimeUp(BaseException):
    """Interrupts a player; it is no Exception, which a player might catch."""


@contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Raise _TimeUp after `seconds`, where Python can interrupt running code."""
    main = threading.current_thread() is threading.main_thread()
    if seconds is None or not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> Any:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    # 0 would set no alarm. The alarm repeats in case a player ignores it.
    signal.setitimer(signal.ITIMER_REAL, max(seconds, SOON), AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
