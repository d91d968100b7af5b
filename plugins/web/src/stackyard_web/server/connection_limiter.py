"""Limits the number of connections and slow clients, and serves addresses in turn.

A new connection takes the place of the longest idle one, so idle clients keep nobody out. The
limiter sees each connection twice: as asyncio's protocol, from its first moment to its last, and as
requests, by the address and port they come from.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stackyard_web.server.limits import Limits

Peer = tuple[str, int]

BUSY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
# Requests released in one round of the event loop, from each address in turn. With only one, 600
# pages that reconnected at once took minutes while threads loaded their tables.
ROUND = 25

log = logging.getLogger("stackyard.web")


class Connection:
    """One connection with `requests` requests under way."""

    def __init__(
        self, limiter: ConnectionLimiter, peer: Peer, transport: asyncio.Transport
    ) -> None:
        self.peer = peer
        self.requests = 0
        self._limiter = limiter
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0

    def begin_request(self) -> None:
        """Note that a request has arrived."""
        self.requests += 1
        self.mark_active()
        self.cancel_timer()

    def mark_idle(self) -> None:
        """Note that the server waits for the client within a request."""
        if self._limiter.is_open(self):
            self._limiter.idle[self.peer[0]][self] = None

    def mark_active(self) -> None:
        """Note that the client has sent or taken some data."""
        if self._limiter.is_open(self):
            self._limiter.idle[self.peer[0]].pop(self, None)

    @asynccontextmanager
    async def client_acts_until(self, deadline: float) -> AsyncIterator[None]:
        """Wait for the client within a request, and close the connection at the deadline."""
        self.mark_idle()
        try:
            async with asyncio.timeout_at(deadline):
                yield
        except TimeoutError:
            self.abort()
        finally:
            self.mark_active()

    def await_request(self) -> None:
        """Wait for the next request, at most `limits.header_timeout` seconds."""
        self.mark_idle()
        self._unsent = 0
        self._wait(self._limiter.limits.header_timeout)

    def end_request(self) -> None:
        """Note that a request has been answered."""
        self.requests -= 1
        if not self.requests and self._limiter.is_open(self):
            self.await_request()

    def cancel_timer(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def abort(self) -> None:
        """Close the connection at once."""
        self._transport.abort()

    def _wait(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._abort_if_stalled)

    def _abort_if_stalled(self) -> None:
        """Close the connection unless the client is still receiving an answer."""
        unsent = self._transport.get_write_buffer_size()
        if unsent and unsent != self._unsent:
            self._unsent = unsent
            self._wait(self._limiter.limits.stalled)
        else:
            self.abort()


class ConnectionLimiter:
    """Accepts up to `max_connections` connections and passes their requests to an application.

    One address may hold `limits.sockets` connections; `trusted` addresses, which are proxies, may
    hold more.
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, max_connections: int, trusted: Iterable[str] = ()
    ) -> None:
        self.limits = limits
        self.idle: dict[str, OrderedDict[Connection, None]] = {}  # the longest idle first
        self._app = app
        self._max_connections = max_connections
        self._trusted = frozenset(trusted)
        self._connections: dict[Peer, Connection] = {}
        self._counts = Counter[str]()
        self._turns: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._round_running = False

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Register a connection, new or now a WebSocket; refuse it if there are too many."""
        peer = _peer(transport)
        if peer is None or peer in self._connections:
            return
        host = peer[0]
        crowded = self._counts[host] >= self.limits.sockets and host not in self._trusted
        if crowded and not self._make_room(host):
            log.warning("%s has too many connections; new ones are refused", host)
            _refuse(transport)
            return
        if len(self._connections) >= self._max_connections:
            greediest = max(self._counts, key=lambda one: (len(self.idle.get(one, ())), one))
            if not self._make_room(greediest):
                log.warning("there are too many connections; new ones are refused")
                _refuse(transport)
                return
        self._counts[host] += 1
        self.idle.setdefault(host, OrderedDict())
        self._connections[peer] = connection = Connection(self, peer, transport)
        connection.await_request()

    def connection_lost(self, transport: asyncio.Transport) -> None:
        """Unregister a connection that has ended."""
        peer = _peer(transport)
        connection = None if peer is None else self._connections.get(peer)
        if connection is not None:
            self._drop(connection)

    def is_open(self, connection: Connection) -> bool:
        """Tell if a connection is still registered."""
        return self._connections.get(connection.peer) is connection

    def _make_room(self, host: str) -> bool:
        """Close the longest idle connection of an address; False if none is idle."""
        for connection in self.idle.get(host, ()):
            connection.abort()
            self._drop(connection)
            return True
        return False

    def _drop(self, connection: Connection) -> None:
        host = connection.peer[0]
        connection.cancel_timer()
        del self._connections[connection.peer]
        self.idle[host].pop(connection, None)
        self._counts[host] -= 1
        if not self._counts[host]:
            del self._counts[host], self.idle[host]

    # Requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on when it is its address's turn."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        host, port = scope.get("client") or ("", 0)
        connection = self._connections.get((host, port))
        if connection is None:  # it has ended
            await self._app(scope, receive, send)
            return
        connection.begin_request()
        try:
            await self._await_turn(host)
            if scope["type"] == "http":
                receive = _with_body_deadline(receive, connection, self.limits.body_timeout)
                send = _with_send_deadline(send, connection, self.limits.stalled)
            await self._app(scope, receive, send)
        finally:
            connection.end_request()

    async def _await_turn(self, host: str) -> None:
        """Wait for the address's turn; each round of the event loop releases some requests."""
        loop = asyncio.get_running_loop()
        if not self._round_running:
            self._round_running = True
            loop.call_soon(self._run_round)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._turns.setdefault(host, deque()).append(turn)
        await turn

    def _run_round(self) -> None:
        if not self._turns:
            self._round_running = False
            return
        for _ in range(ROUND):
            if not self._turns:
                break
            host, waiting = next(iter(self._turns.items()))
            turn = waiting.popleft()
            if waiting:
                self._turns.move_to_end(host)
            else:
                del self._turns[host]
            if not turn.done():
                turn.set_result(None)
        asyncio.get_running_loop().call_soon(self._run_round)


def _peer(transport: asyncio.Transport) -> Peer | None:
    name: Any = transport.get_extra_info("peername")
    return (str(name[0]), int(name[1])) if isinstance(name, tuple) else None


def _refuse(transport: asyncio.Transport) -> None:
    transport.write(BUSY)
    transport.close()


def _with_body_deadline(receive: Receive, connection: Connection, within: float) -> Receive:
    """Close the connection unless the request body arrives in time."""
    deadline, incomplete = asyncio.get_running_loop().time() + within, True

    async def receive_in_time() -> Message:
        nonlocal incomplete
        if not incomplete:
            return await receive()
        message: Message = {"type": "http.disconnect"}
        async with connection.client_acts_until(deadline):
            message = await receive()
        incomplete = bool(message.get("more_body"))
        return message

    return receive_in_time


def _with_send_deadline(send: Send, connection: Connection, within: float) -> Send:
    """Close the connection unless the client takes each part of the answer in time."""

    async def send_in_time(message: Message) -> None:
        async with connection.client_acts_until(asyncio.get_running_loop().time() + within):
            await send(message)

    return send_in_time
