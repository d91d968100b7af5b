"""Searches for a move, with progress, by a player that may be stopped at any time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from stackyard.analysis import Analysis, Engine, Limit
from stackyard.errors import PlayerSpecError, StackyardError
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match, Player, make_player
from stackyard.turnloop.player_specs import levels, read_player_spec
from stackyard.turnloop.wording import ending

HUMAN = "human"
ENDLESS = 10_000_000.0  # seconds of a search without an end
FIRST_SLICE = 0.25  # seconds until the first report; each slice is as long as all before it
EARLY = 0.9  # a slice that took less than this share of its time has found all it can
LITTLE = 0.01  # seconds that are too few for another slice
YIELDED = 0.005  # seconds between two moments for the thread that reads `stop`
MOMENT = 0.0002  # seconds of such a moment


@dataclass(frozen=True)
class Report:
    """The state of a search: its last analysis, if the player has an engine, and its cost."""

    analysis: Analysis | None
    nodes: int
    seconds: float


def strongest() -> str:
    """The description of the strongest player that every game has."""
    known = levels()
    return f"level:{known[-1]}" if known else "random"


def check_player(spec: str, game: Game) -> None:
    """Raise PlayerSpecError for a description of no player of the game, or of a person."""
    if read_player_spec(spec, game).registered.about.name == HUMAN:
        raise PlayerSpecError("a person cannot be asked for the moves of an engine")


class MoveSearch:
    """Chooses moves for a game as the player described by `spec` does.

    The limit of each search replaces the player's own, if the player has an engine
    (`stackyard.turnloop.match.Player`). Another player is stopped when the time is up, and heeds
    no other limit.
    """

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        self.game = game
        self._spec = spec
        self._seed = seed
        self._players: dict[str, Player] = {}  # by their descriptions

    def prepare(self) -> None:
        """Create the player now rather than for its first move; PlayerSpecError if that fails.

        One with an engine searches the start first, for which weights and modules are loaded.
        """
        if self._spec not in self._players and hasattr(self._player(self._spec), "engine"):
            tried, now = MoveSearch(self.game, self._spec, self._seed), time.perf_counter()
            tried.choose(Course(self.game), Limit(seconds=LITTLE), now, Event(), lambda _: None)
            tried.close()

    def close(self) -> None:
        """Release the players' resources; the next search begins afresh."""
        for player in self._players.values():
            close = getattr(player, "close", None)
            if close is not None:
                close()
        self._players.clear()

    def choose(
        self,
        course: Course,
        limit: Limit,
        begin: float,
        stop: Event,
        report: Callable[[Report], None],
    ) -> int:
        """A move for the position at the end of a course, which is not over.

        An empty limit stands for the player's own; seconds count from `begin`, by perf_counter. A
        number of simulations is one of positions for an engine that counts these. A depth is
        searched by alpha-beta. `report` is called now and then, and once at the end.
        """
        player = self._player(self._spec_for(limit))
        engine: Engine | None = getattr(player, "engine", None)
        moves = course.position.legal_moves()
        if len(moves) == 1 and limit.seconds != ENDLESS:
            report(Report(None, 0, 0.0))
            return int(moves[0])
        if engine is None:
            return self._asked(player, course, limit, begin, stop, report)
        if limit == Limit():
            limit = getattr(player, "limit", Limit(seconds=1.0))
        return _searched(engine, course, limit, begin, stop, report)

    def check(self, limit: Limit) -> None:
        """Raise PlayerSpecError if no player here heeds the limit."""
        check_player(self._spec_for(limit), self.game)

    def _spec_for(self, limit: Limit) -> str:
        return f"alphabeta:depth={limit.depth}" if limit.depth else self._spec

    def _player(self, spec: str) -> Player:
        known = self._players.get(spec)
        if known is None:
            known = self._players[spec] = make_player(spec, self.game, self._seed)
        return known

    def _asked(
        self,
        player: Player,
        course: Course,
        limit: Limit,
        begin: float,
        stop: Event,
        report: Callable[[Report], None],
    ) -> int:
        """The move of a player without an engine."""
        watch = _Pauses(stop, None if limit.seconds is None else begin + limit.seconds)
        match = Match(self.game, (player, player), course=course)
        move: Any = match.ask(watch)
        report(Report(None, 0, time.perf_counter() - begin))
        if move is None:
            raise StackyardError(ending(match.course) or f"{player.name} chose no move")
        return course.read(move)


def _searched(
    engine: Engine,
    course: Course,
    limit: Limit,
    begin: float,
    stop: Event,
    report: Callable[[Report], None],
) -> int:
    """The move of an engine, which is asked again and again while there is time.

    It continues its search of the same course, and reports between.
    """
    if limit.seconds is None:
        try:
            found = engine.analyse(course, limit, _Pauses(stop))
        except ValueError:  # it does not count simulations
            if limit.simulations is None:
                raise
            found = engine.analyse(course, Limit(positions=limit.simulations), _Pauses(stop))
        report(Report(found, _nodes(found), found.seconds))
        return found.move
    nodes, part = 0, FIRST_SLICE
    while True:
        before = time.perf_counter() - begin
        part = min(part, max(limit.seconds - before, 0.001))
        found = engine.analyse(course, Limit(seconds=part), _Pauses(stop))
        nodes += _nodes(found)
        spent = time.perf_counter() - begin
        report(Report(found, nodes, spent))
        finished = found.proven != ONGOING or spent - before < EARLY * part
        if finished or stop.is_set() or spent >= limit.seconds - LITTLE:
            return found.move
        part = spent


def _nodes(found: Analysis) -> int:
    return found.positions or found.simulations


class _Pauses:
    """A watch that ends a search when `stop` is set, or at the time `until`.

    Compiled searches hold Python's global lock. So it pauses now and then for a moment, in which
    the thread that reads the input can set `stop`.
    """

    def __init__(self, stop: Event, until: float | None = None) -> None:
        self._stop = stop
        self._until = until
        self._paused = 0.0

    def __call__(self, share: float) -> bool:
        now = time.perf_counter()
        if now - self._paused > YIELDED:
            time.sleep(MOMENT)
            self._paused = now
        return self._stop.is_set() or (self._until is not None and now >= self._until)
