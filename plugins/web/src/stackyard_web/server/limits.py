"""What one client may ask of the server, so that the others are served as well."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from stackyard_web.errors import TooManyError


@dataclass(frozen=True)
class Limits:
    """Bounds; a client is an address. Sizes are in bytes, times in seconds."""

    matches: int = 50  # that one client began and that still go on
    connections: int = 64  # of one client at once
    tables: int = 2000  # in memory; those that nobody looks at make room
    idle: float = 600.0  # after which a match that nobody looks at no longer counts as going on
    over: float = 20.0  # after which one that is over, and that nobody looks at, leaves the memory
    sockets: int = 256  # connections of one client, requests included
    head: float = 10.0  # in which the head of a request must be there
    asking: float = 30.0  # in which its body must be there
    stalled: float = 30.0  # in which a client must have taken some of an answer
    body: int = 1_000_000  # of a request
    message: int = 16_384  # over a connection
    looks: int = 2  # questions of one client that are worked on at once, beside moves
    burst: int = 60  # messages at once over a connection,
    rate: float = 20.0  # and this many a second after them
    unsent: int = 64  # messages that a slow client may leave waiting
    thinking: float = 60.0  # for a computer player's move, after which its process is ended
    hurry: float = 1.0  # before its time is up, a computer player is told to move at once
    analysis: float = 1.5  # for a hint
    pictures: float = 60.0  # for a picture
    filming: float = 300.0  # for a film, which makes way for others
    film: int = 2000  # moves of a film
    plies: int = 3000  # of a record that is looked at


class Bucket:
    """Lets `burst` things through at once, and then `rate` a second."""

    def __init__(
        self, burst: int, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._rate, self._clock = float(burst), rate, clock
        self._left = self._most
        self._then = clock()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Turns:
    """Lets each client do a number of things at once; more of them wait, without others."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._used = Counter[str]()

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Wait until it is the client's turn."""
        self._used[client] += 1
        try:
            async with self._turns.setdefault(client, asyncio.Semaphore(self._most)):
                yield
        finally:
            self._used[client] -= 1
            if not self._used[client]:
                del self._used[client], self._turns[client]


class Shares:
    """How many things of a kind each client holds at present."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most, self._sentence = most, sentence
        self._held: Counter[str] = Counter()

    @contextmanager
    def held(self, client: str) -> Iterator[None]:
        """Hold one more for a while; TooManyError if the client has its share already."""
        if self._held[client] >= self._most:
            raise TooManyError(self._sentence)
        self._held[client] += 1
        try:
            yield
        finally:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]
