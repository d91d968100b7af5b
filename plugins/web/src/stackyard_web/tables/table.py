"""A table: a match, the pages that show it, and what goes on at it by itself.

What happens at one table happens one after the other; what may take long runs in threads or in
worker processes meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar
from weakref import proxy

from anyio import to_thread
from msgspec.structs import replace

from stackyard.errors import StackyardError
from stackyard.records.format import encode
from stackyard.records.stored_match import StoredMatch, StoreState
from stackyard.records.writer import head_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_web import protocol, views
from stackyard_web.server.faults import (
    NOT_SHOWN,
    NOTHING_CHANGED,
    hook_failure_text,
    log_hook_failure,
    report_failure,
)
from stackyard_web.server.limits import Limits
from stackyard_web.tables.actions import Playing
from stackyard_web.tables.audience import Audience, Page
from stackyard_web.tables.clock import Clock
from stackyard_web.tables.computer import Thinking
from stackyard_web.tables.seats import let_others_choose
from stackyard_web.tables.state import table_state
from stackyard_web.tables.tokens import Role, Tokens, in_the_rematch
from stackyard_web.workers.pool import WorkerPool

Answer = TypeVar("Answer")
TOGETHER = 5.0  # seconds in which pages come that are shown the same, as when the server is back


class Notice:
    """What the store of a match says; it may speak before there is a table."""

    def __init__(self) -> None:
        self.text = ""

    def hear(self, words: str) -> None:
        """Remember the last sentence."""
        self.text = words


@dataclass(frozen=True)
class House:
    """What a table needs of the server.

    `reopen` takes a match up from the archive, `rematch` gives the table where one is played again.
    """

    tokens: Tokens
    limits: Limits
    engine_workers: WorkerPool
    reopen: Callable[[int, Callable[[str], None]], tuple[Match, StoredMatch]]
    rematch: Callable[[Table, str], Awaitable[Table]]


class Table:
    """One match and the pages that show it; `owner` is the client that began it here."""

    def __init__(
        self,
        house: House,
        number: int,
        match: Match,
        kept: StoredMatch,
        notice: Notice,
        owner: str = "",
    ) -> None:
        self.house = house
        self.number = number
        self.owner = owner
        self.pages = Audience()
        self.version = 0
        self._notice = notice
        self._said: list[str] = []
        self._logged = 0  # failures of hooks
        self._touched = time.monotonic()
        self._seen = set[int]()  # the seats that a page has shown
        self._shown = dict[tuple[int, bool, str, bool, int], str]()  # to pages that came just now
        self._begun: Course | None = None  # the last one whose next turn has begun
        self._lock = asyncio.Lock()
        here = proxy(self)  # so that it is freed as soon as nobody holds it
        self._thinking = Thinking(here)
        self._clock = Clock(here)
        self._take(match, kept)

    def _take(self, match: Match, kept: StoredMatch) -> None:
        self.match = match
        self.playing = Playing(match, kept)
        let_others_choose(match)
        match.on_message(self._said.append)

    def token(self, role: Role) -> str:
        """The link's last part for a role at this table."""
        return self.house.tokens.make(self.number, self.match.id, role)

    @cached_property
    def head(self) -> str:
        """The record of the match as it was before its first move, for worker processes."""
        return encode(replace(head_of(self.match, []), position=None, result=None)).decode()

    def touch(self) -> None:
        """Note that somebody wants something here."""
        self._touched = time.monotonic()

    @property
    def idle(self) -> float:
        """For how many seconds nobody has looked or thought here, and no clock has run.

        One that has long to go runs on in the archive.
        """
        ticks = self._clock.runs and not self.playing.turn_goes_on
        used = self.pages or self._thinking.goes_on or ticks or self._lock.locked()
        return 0.0 if used else time.monotonic() - self._touched

    def forget(self) -> None:
        """Leave the memory; what goes on here stands in the archive."""
        self._clock.stop()

    @property
    def client(self) -> str:
        """The address that the computer player thinks for."""
        return self.owner or next((page.client for page in self.pages), "")

    @property
    def has_begun(self) -> bool:
        """Whether the turn has begun: its player may act, and the clock runs."""
        return self.match.result is None and self._begun is self.match.course

    @property
    def time_left(self) -> float | None:
        """How many seconds the side to act has left; None if no clock runs."""
        return self.match.time_left if self.has_begun else None

    @property
    def seen(self) -> set[int]:
        """The seats that a page has shown."""
        return set(self._seen)

    # Showing

    async def join(self, page: Page) -> None:
        """Show the table on a page."""
        async with self._lock:
            self.pages.add(page)
            self._seen.update(page.role.seats)
            page.tell(protocol.Hello(page.role.seats))
            try:
                await self._show(_nothing, page)
            except Exception as failure:
                page.tell(protocol.Failed(self._told(failure, "its turn", NOTHING_CHANGED)))
            self.pages.tell_who_is_there()
        if self.playing.beside.rematch is not None:
            url = await self.way_on(page.role, page.client)
            page.tell(protocol.Again(url, None, new=False))

    async def go_on(self) -> None:
        """Have the clock run again that ran before the server was ended, if it had long to go."""
        if self.playing.turn_goes_on:
            async with self._lock:
                await self._show(_nothing)

    async def way_on(self, role: Role, client: str) -> str:
        """The address of the rematch for a role at this table."""
        following = await self.rematch(client)
        return f"/t/{following.token(in_the_rematch(role))}"

    def leave(self, page: Page) -> None:
        """A page was closed, or its connection lost."""
        self.pages.discard(page)
        self.touch()
        self.pages.tell_who_is_there()
        if not self.pages and self.time_left is None and not self._lock.locked():
            self._thinking.stop()

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """Look at the match in a thread, while nobody changes it."""
        async with self._lock:
            return await to_thread.run_sync(look)

    async def change(self, change: Callable[[], object]) -> None:
        """Change the match in a thread and show all pages what came of it.

        Raises what `change` raises, after it was shown what had changed by then.
        """
        async with self._lock:
            await self._show(change)

    async def rematch(self, client: str) -> Table:
        """The table where the match is played again, colours changed."""
        async with self._lock:
            return await self.house.rematch(self, client)

    def state(self, flip: bool, since: int = 0) -> str:
        """The message that says how the match stands, with its moves from number `since` on.

        Where a game fails to show it, the message says so.
        """
        shown: protocol.Told
        try:
            shown = table_state(
                self.playing, self.version, self.has_begun, self._troubles, flip, since
            )
        except Exception as failure:
            shown = protocol.Failed(self._told(failure, "its state", NOT_SHOWN))
        return protocol.encode(shown)

    def _told(self, failure: Exception, what: str, way_on: str) -> str:
        return report_failure(failure, f"table {self.number}, {what}", self.match.game, way_on)

    @property
    def _troubles(self) -> str:
        """What is wrong with the archive, the computer player and the hooks, in sentences."""
        sentences = [f"{hook_failure_text(failure)}." for failure in self.match.hook_failures]
        if self.playing.kept.troubled:
            sentences.append(self._notice.text)
        return " ".join([*sentences, self._thinking.trouble]).strip()

    async def _show(self, change: Callable[[], object], new: Page | None = None) -> None:
        before, looks = self.match.course, {page: page.flipped for page in self.pages}
        states, failure = await to_thread.run_sync(self._changed, change, looks, new)
        if new is not None:
            asyncio.get_running_loop().call_later(TOGETHER, self._shown.clear)
        for page, state in states.items():
            page.send(state)
        for page in self.pages:
            for sentence in self._said:
                page.tell(protocol.Said(sentence))
        self._said.clear()
        for failed in self.match.hook_failures[self._logged :]:
            log_hook_failure(failed, f"table {self.number}")
        self._logged = len(self.match.hook_failures)
        if self.match.course is not before:
            self._thinking.stop()
        self._thinking.wake()
        self._clock.set()
        if failure is not None:
            raise failure

    def _changed(
        self, change: Callable[[], object], looks: dict[Page, bool], new: Page | None
    ) -> tuple[dict[Page, str], Exception | None]:
        """What each page is sent after a change, and what was raised when it had been made."""
        before, ran, failure = self.match.course, self._clock.runs, None
        try:
            change()
            self._take_up_again()
            self._begin_turn()
        except Exception as error:
            if self.match.course is before and new is None:
                raise
            failure = error
        changed = change is not _nothing or self.match.course is not before
        self.version += changed
        if new is not None and not changed and self._clock.runs == ran:
            looks = {new: looks[new]}
        since = views.known(before, self.match.course)
        kinds = {page: (flip, 0 if page is new else since) for page, flip in looks.items()}
        states = self._states(set(kinds.values()), new is not None)
        return {page: states[kind] for page, kind in kinds.items()}, failure

    def _states(self, kinds: set[tuple[bool, int]], keep: bool) -> dict[tuple[bool, int], str]:
        """The messages of each kind; those to `keep` are used again while nothing changes."""
        states, now = dict[tuple[bool, int], str](), (self.version, self.has_begun, self._troubles)
        for kind in kinds:
            states[kind] = self._shown.get((*now, *kind)) or self.state(*kind)
            if keep and not self._clock.runs:
                self._shown[*now, *kind] = states[kind]
        return states

    def _take_up_again(self) -> None:
        """Go on with the match in the archive if another program has played it on.

        What was changed here is dropped, and StackyardError raised.
        """
        if self.playing.kept.state is not StoreState.ELSEWHERE:
            return
        self._take(*self.house.reopen(self.number, self._notice.hear))
        raise StackyardError(
            "another program has played this match on; the board now shows how it stands"
        )

    # ConcurrencyLimit

    @property
    def _may_begin(self) -> bool:
        """Whether the turn can begin: its player is there, before the first move both are."""
        course, playing = self.match.course, self.playing
        if self.has_begun or course.result is not None:
            return False
        if playing.turn_goes_on:
            return True
        people = {seat for seat in (0, 1) if playing.is_human(seat)}
        if course.player not in people:
            return bool(self.pages)
        return people <= self._seen or (course.ply > 0 and course.player in self._seen)

    def _begin_turn(self) -> None:
        """Begin the turn if it can; plugins may then choose moves at once."""
        while self._may_begin:
            self._begun = self.match.course
            self.match.step()
            if self.has_begun:
                self.playing.keep_turn()

    def begin_early(self, move: str) -> None:
        """Begin the turn of a player who makes a move before the other is there."""
        if not self.has_begun:
            self.match.course.read(move)
            self._begun = self.match.course
            self.match.open_turn()


def _nothing() -> None:
    """Change nothing: only show how the match stands."""
