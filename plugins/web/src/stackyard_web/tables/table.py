"""A table: a match, the pages that show it, its clock and its computer players.

Changes of one table are made one after the other, in threads; engines run in worker processes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from anyio import to_thread

from stackyard.errors import StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.stored_match import StoredMatch, StoreState
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_web import protocol, views
from stackyard_web.server.faults import (
    NOT_SHOWN,
    NOTHING_CHANGED,
    hook_failure_text,
    log,
    report_failure,
)
from stackyard_web.server.limits import Limits
from stackyard_web.server.root_path import root
from stackyard_web.tables.actions import MatchActions
from stackyard_web.tables.audience import Audience, PageConnection
from stackyard_web.tables.clock import TableClock
from stackyard_web.tables.computer import ComputerPlayer
from stackyard_web.tables.conversation import Conversation
from stackyard_web.tables.plans import Plans
from stackyard_web.tables.player_names import PlayerNames
from stackyard_web.tables.reviewer import Reviewer
from stackyard_web.tables.seat_holders import SeatHolders
from stackyard_web.tables.seats import seat_remote_players
from stackyard_web.tables.state import table_state
from stackyard_web.tables.tokens import Role, Tokens, rematch_role
from stackyard_web.tables.turn_notices import TurnNotices
from stackyard_web.workers.calls import header_of
from stackyard_web.workers.pool import WorkerPool

Answer = TypeVar("Answer")
SHARED_SECONDS = 5.0  # in which joining pages share a state, as after a restart


Notices = deque[str]  # at most the latest message of a match's store


@dataclass(frozen=True)
class TableServices:
    """The services of the server that tables share; `rematch` returns the table of the rematch."""

    tokens: Tokens
    limits: Limits
    engine_workers: WorkerPool
    rematch: Callable[[MatchTable, str, bool], Awaitable[MatchTable]]
    notices: TurnNotices
    archive: Archive
    names: PlayerNames


class MatchTable:
    """One match and the pages that show it; `owner` is the client that began it."""

    def __init__(
        self,
        services: TableServices,
        number: int,
        match: Match,
        kept: StoredMatch,
        notices: Notices,
        owner: str = "",
    ) -> None:
        self.services = services
        self.number = number
        self.owner = owner
        self.pages = Audience()
        self.version = 0
        self.moved = 0  # the version at which the course changed last
        self._notices = notices
        self._said: list[str] = []
        self._logged = 0  # failures of hooks that are logged
        self._touched = time.monotonic()
        self.seen = set[int]()  # the seats whose pages have joined
        # The states sent to pages that joined just now.
        self._shown: dict[tuple[int, bool, str, bool, int], str] = {}
        self._begun: Course | None = None  # the last one whose turn has begun
        self._lock = asyncio.Lock()
        self.holders = SeatHolders(services.tokens, self)
        self.conversation = Conversation(self)
        self.plans = Plans(self)
        self.reviewer = Reviewer(self)
        self._computer = ComputerPlayer(self)
        self._clock = TableClock(self)
        self._set_match(match, kept)

    def _set_match(self, match: Match, kept: StoredMatch) -> None:
        self.match = match
        self.actions = MatchActions(match, kept)
        seat_remote_players(match)
        match.on_message(self._said.append)

    def token(self, role: Role) -> str:
        """The token of a role at this table, for links."""
        return self.services.tokens.make(self.number, self.match.id, role)

    @property
    def header(self) -> Record:
        """The record of the match before its first move, for worker processes."""
        return header_of(self.match)

    def touch(self) -> None:
        """Note that the table is in use."""
        self._touched = time.monotonic()

    @property
    def idle(self) -> float:
        """The seconds since the table was last in use: by pages, engines or its clock.

        A clock with hours to go does not count, because it continues in the archive.
        """
        ticks = self.time_left is not None and not self.actions.turn_persists
        used = self.pages or self._computer.is_thinking or ticks or self._lock.locked()
        return 0.0 if used else time.monotonic() - self._touched

    def close(self) -> None:
        """Stop the clock, before the table is dropped from memory."""
        self._clock.stop()

    @property
    def client(self) -> str:
        """The client that the computer player's work is charged to."""
        return self.owner or next((page.client for page in self.pages), "")

    @property
    def turn_has_begun(self) -> bool:
        """True if the current turn has begun, so that its player may act and the clock runs."""
        return self.match.result is None and self._begun is self.match.course

    @property
    def time_left(self) -> float | None:
        """The seconds left for the side to act; None if no clock runs."""
        return self.match.time_left if self.turn_has_begun else None

    # Showing

    async def join(self, page: PageConnection) -> None:
        """Connect a page and send it the state."""
        async with self._lock:
            self.pages.add(page)
            self.seen.update(page.role.seats)
            page.tell(protocol.Hello(page.role.seats, page.link.seats))
            try:
                await self._show(_no_change, page)
            except Exception as failure:
                page.tell(
                    protocol.ErrorMessage(self._failure_text(failure, "its turn", NOTHING_CHANGED))
                )
            self.conversation.send_all(page)
            self.plans.greet(page)
            self.holders.greet(page)
            self.send_presence()
        if self.actions.memo.rematch is not None:
            try:
                following = await self.rematch(page.client, begin=False)
            except StackyardError:  # it was deleted
                return
            url = rematch_path(following, page.role)
            page.tell(protocol.RematchLink(url, None, new=False))

    def send_presence(self) -> None:
        """Send each page who is there, as after a seat has changed hands."""
        held = {seat for seat in (0, 1) if self.holders.is_held(seat)}
        self.pages.send_presence(self.seen | held)

    async def resume_turn(self) -> None:
        """Resume a turn with hours to go, whose clock ran before the server was restarted."""
        if self.actions.turn_persists:
            async with self._lock:
                await self._show(_no_change)

    def leave(self, page: PageConnection) -> None:
        """Disconnect a page."""
        self.pages.discard(page)
        self.reviewer.leave(page)
        self.touch()
        self.send_presence()
        if not self.pages and self.time_left is None and not self._lock.locked():
            self._computer.stop()

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """The result of `look`, called in a thread while nothing changes the match."""
        async with self._lock:
            return await to_thread.run_sync(look)

    async def change(self, change: Callable[[], object]) -> None:
        """Change the match in a thread and send the new state to all pages.

        An exception of `change` is raised after the changes made until then have been sent.
        """
        async with self._lock:
            await self._show(change)

    async def rematch(self, client: str, begin: bool = True) -> MatchTable:
        """The table of the rematch, with colours swapped; it may `begin` now."""
        async with self._lock:
            return await self.services.rematch(self, client, begin)

    def state(self, flip: bool, since: int = 0) -> str:
        """The encoded state message, with the moves from number `since` on.

        If the game fails, it is an error message instead.
        """
        shown: protocol.ServerMessage
        try:
            shown = table_state(
                self.actions, self.version, self.turn_has_begun, self._problems, flip, since
            )
        except Exception as failure:
            shown = protocol.ErrorMessage(self._failure_text(failure, "its state", NOT_SHOWN))
        return protocol.encode(shown)

    def _failure_text(self, failure: Exception, what: str, way_on: str) -> str:
        return report_failure(failure, f"table {self.number}, {what}", self.match.game, way_on)

    @property
    def _problems(self) -> str:
        """Sentences about problems of the archive, the computer player and the hooks."""
        sentences = [f"{hook_failure_text(failure)}." for failure in self.match.hook_failures]
        if self.actions.kept.troubled:
            sentences += self._notices
        return " ".join([*sentences, self._computer.problem]).strip()

    async def _show(self, change: Callable[[], object], new: PageConnection | None = None) -> None:
        before, looks = self.match.course, {page: page.flipped for page in self.pages}
        states, failure = await to_thread.run_sync(self._changed, change, looks, new)
        if new is not None:
            asyncio.get_running_loop().call_later(SHARED_SECONDS, self._shown.clear)
        for page, state in states.items():
            page.send(state)
        self.plans.tell()
        for page in self.pages:
            for sentence in self._said:
                page.tell(protocol.PluginMessage(sentence))
        self._said.clear()
        for failed in self.match.hook_failures[self._logged :]:
            log.error("table %s: %s", self.number, failed, exc_info=failed.cause)
        self._logged = len(self.match.hook_failures)
        if self.match.course is not before:
            self._computer.stop()
            self.reviewer.stop()
            self.services.notices.notify(self)
        self._computer.wake()
        self._clock.set()
        if failure is not None:
            raise failure

    def _changed(
        self,
        change: Callable[[], object],
        looks: dict[PageConnection, bool],
        new: PageConnection | None,
    ) -> tuple[dict[PageConnection, str], Exception | None]:
        """The new state for each page, and an exception raised after a part of the change."""
        before, ran, failure = self.match.course, self.time_left is not None, None
        try:
            change()
            self._reload_if_played_elsewhere()
            self._begin_turn()
            self.plans.play()
            self._begin_turn()
        except Exception as error:
            if self.match.course is before and new is None:
                raise
            failure = error
        changed = change is not _no_change or self.match.course is not before
        self.version += changed
        if self.match.course is not before:
            self.moved = self.version
        if new is not None and not changed and (self.time_left is not None) == ran:
            looks = {new: looks[new]}
        since = views.known(before, self.match.course)
        kinds = {page: (flip, 0 if page is new else since) for page, flip in looks.items()}
        states = self._states(set(kinds.values()), new is not None)
        return {page: states[kind] for page, kind in kinds.items()}, failure

    def _states(self, kinds: set[tuple[bool, int]], keep: bool) -> dict[tuple[bool, int], str]:
        """The state messages of each kind; with `keep` they are reused until a change."""
        states: dict[tuple[bool, int], str] = {}
        now = self.version, self.turn_has_begun, self._problems
        for kind in kinds:
            states[kind] = self._shown.get((*now, *kind)) or self.state(*kind)
            if keep and self.time_left is None:
                self._shown[*now, *kind] = states[kind]
        return states

    def _reload_if_played_elsewhere(self) -> None:
        """Reload the match from the archive if another program has played it on.

        Changes made here are dropped, and StackyardError is raised.
        """
        if self.actions.kept.state is not StoreState.ELSEWHERE:
            return
        self._set_match(*self.services.archive.reopen(self.number, self._notices.append))
        raise StackyardError(
            "another program has played this match on; the board now shows how it stands"
        )

    # Turns

    @property
    def _turn_may_begin(self) -> bool:
        """True if the turn can begin: its player has joined, for the first move both players."""
        course, playing = self.match.course, self.actions
        if self.turn_has_begun or course.result is not None:
            return False
        if playing.turn_persists:
            return True
        people = {seat for seat in (0, 1) if playing.is_human(seat)}
        if course.player not in people:
            return bool(self.pages)
        return people <= self.seen or (course.ply > 0 and course.player in self.seen)

    def _begin_turn(self) -> None:
        """Begin the turn if it can begin; plugins may then choose moves at once."""
        while self._turn_may_begin:
            self._begun = self.match.course
            self.match.step()
            if self.turn_has_begun:
                self.actions.store_turn_start()

    def begin_turn_early(self, move: str) -> None:
        """Begin the turn of a player who moves before the opponent has joined."""
        if not self.turn_has_begun:
            self.match.course.read(move)
            self._begun = self.match.course
            self.match.start_turn()


def rematch_path(following: MatchTable, role: Role) -> str:
    """The path of a rematch for a role at the table before it."""
    return f"{root()}/t/{following.token(rematch_role(role))}"


def _no_change() -> None:
    """Change nothing, but send the state."""
