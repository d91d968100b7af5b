"""Limits for one client, so that the others are served as well."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from stackyard_coach.assessment import EACH
from stackyard_web.errors import LimitExceededError


@dataclass(frozen=True)
class Limits:
    """All limits of a server; a client is an IP address. Sizes are in bytes, times in seconds."""

    matches: int = 50  # of one client, unfinished or begun just now
    connections: int = 64  # of one client at once, watchers and players each
    seat_connections: int = 8  # of these at the seats of one table
    tables: int = 2000  # in memory; unwatched ones make room
    idle: float = 600.0  # after which an unwatched match no longer counts as active
    begun: float = 300.0  # for which a match counts as one of its client, even if it is over
    names: int = 5  # in the lobby, taken by one client within `names_period`
    names_period: float = 3600.0
    finished: float = 20.0  # after which a finished, unwatched match leaves memory
    sockets: int = 256  # connections of one client, requests included
    header_timeout: float = 10.0  # to send the head of a request
    body_timeout: float = 30.0  # to send the body of a request
    stalled: float = 30.0  # to take some of an answer
    body: int = 1_000_000  # of a request body
    message: int = 16_384  # of a WebSocket message
    questions: int = 2  # of one client answered at once, besides moves
    burst: int = 60  # frames at once over a WebSocket
    rate: float = 20.0  # frames a second after the burst
    unsent: int = 64  # messages queued for a slow client
    thinking: float = 60.0  # for a computer player's move; then its process is killed
    move_margin: float = 1.0  # before its time is up, a computer player must move at once
    analysis: float = 1.5  # for a hint
    review: float = EACH.seconds or 0.5  # for each position of a review
    pictures: float = 60.0  # for a picture
    filming: float = 300.0  # for a film, the lowest priority
    film: int = 2000  # moves of a film
    plies: int = 3000  # of a record to replay


class TokenBucket:
    """A token bucket: `burst` events at once, then `rate` a second."""

    def __init__(self, burst: int, rate: float) -> None:
        self._most, self._rate = float(burst), rate
        self._left = self._most
        self._then = time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class ConcurrencyLimit:
    """Limits concurrent work for each client; further work of that client waits."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._used = Counter[str]()

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[None]:
        """Hold one of the client's slots, waiting for it if necessary."""
        self._used[client] += 1
        try:
            async with self._turns.setdefault(client, asyncio.Semaphore(self._most)):
                yield
        finally:
            self._used[client] -= 1
            if not self._used[client]:
                del self._used[client], self._turns[client]


class Quota:
    """Limits the resources that each client, or other key, holds at once."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most, self._sentence = most, sentence
        self._held: Counter[Hashable] = Counter()

    @contextmanager
    def hold(self, client: Hashable) -> Iterator[None]:
        """Hold one resource; LimitExceededError if the client already has `most`."""
        if self._held[client] >= self._most:
            raise LimitExceededError(self._sentence)
        self._held[client] += 1
        try:
            yield
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]


class Rooms:
    """The room for the pages of each client: holders of seats have theirs beside watchers."""

    def __init__(self, limits: Limits) -> None:
        words = f"more than {limits.connections} pages are open from your network; close one"
        self._watchers = Quota(limits.connections, words)
        self._players = Quota(limits.connections, words)
        seated = f"more than {limits.seat_connections} pages are open at your seat"
        self._seat_pages = Quota(limits.seat_connections, seated)

    @contextmanager
    def hold(self, client: str, table: int, plays: bool) -> Iterator[None]:
        """Hold room for a page of a client at a table; LimitExceededError if there is none."""
        if not plays:
            with self._watchers.hold(client):
                yield
        else:
            with self._seat_pages.hold((client, table)), self._players.hold(client):
                yield
