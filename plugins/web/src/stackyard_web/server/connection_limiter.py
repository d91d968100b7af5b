"""Who comes in: bounds on connections and on slow clients, and a turn for each address.

A connection that asks for nothing makes room for one that may; so silent clients, even at the
address of others, keep nobody out. The gate sees each connection twice: as asyncio's protocol, from
its first moment to its last, and as requests, by the address and port they come from.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stackyard_web.server.limits import Limits

Peer = tuple[str, int]

BUSY = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
# Requests that go on in one round of the event loop, from each address in turn. With one of them
# 600 pages that come back at once took minutes, while threads took up their tables.
ROUND = 25

log = logging.getLogger("stackyard.web")


class Connection:
    """One connection: `asks` is how many of its requests are under way."""

    def __init__(self, gate: Gate, peer: Peer, transport: asyncio.Transport) -> None:
        self.peer = peer
        self.asks = 0
        self._gate = gate
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None
        self._unsent = 0

    def work(self) -> None:
        """A request has come."""
        self.asks += 1
        self.resume()
        if self._timer is not None:
            self._timer.cancel()

    def pause(self) -> None:
        """The client is waited for, in the middle of a request."""
        if self._gate.knows(self):
            self._gate.idle[self.peer[0]][self] = None

    def resume(self) -> None:
        """The client has done what was waited for."""
        if self._gate.knows(self):
            self._gate.idle[self.peer[0]].pop(self, None)

    def rest(self) -> None:
        """There is no request; the next must be there soon."""
        self.pause()
        self._unsent = 0
        self._wait(self._gate.limits.head)

    def done(self) -> None:
        """A request has been answered."""
        self.asks -= 1
        if not self.asks and self._gate.knows(self):
            self.rest()

    def leave(self) -> None:
        """The connection has ended."""
        if self._timer is not None:
            self._timer.cancel()

    def end(self) -> None:
        """End it at once."""
        self._transport.abort()

    def _wait(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, self._end_if_stalled)

    def _end_if_stalled(self) -> None:
        """End it, unless it is still being sent an answer and takes some of it."""
        unsent = self._transport.get_write_buffer_size()
        if unsent and unsent != self._unsent:
            self._unsent = unsent
            self._wait(self._gate.limits.stalled)
        else:
            self.end()


class Gate:
    """Lets connections in, `most` at once, and their requests through to an application.

    One address may have `limits.sockets` connections, but for those that are `trusted`, behind
    which others are.
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, most: int, trusted: Iterable[str] = ()
    ) -> None:
        self.limits = limits
        self.idle: dict[str, OrderedDict[Connection, None]] = {}  # the longest idle first
        self._app = app
        self._most = most
        self._trusted = frozenset(trusted)
        self._connections: dict[Peer, Connection] = {}
        self._counts = Counter[str]()
        self._turns: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._turning = False

    # Connections

    def enter(self, transport: asyncio.Transport) -> None:
        """A connection was made, or has become one for messages; it may be ended at once."""
        peer = _peer(transport)
        if peer is None or peer in self._connections:
            return
        host = peer[0]
        crowded = self._counts[host] >= self.limits.sockets and host not in self._trusted
        if crowded and not self._make_room(host):
            log.warning("%s has too many connections; new ones are refused", host)
            _refuse(transport)
            return
        if len(self._connections) >= self._most:
            greediest = max(self._counts, key=lambda one: (len(self.idle.get(one, ())), one))
            if not self._make_room(greediest):
                log.warning("there are too many connections; new ones are refused")
                _refuse(transport)
                return
        self._counts[host] += 1
        self.idle.setdefault(host, OrderedDict())
        self._connections[peer] = connection = Connection(self, peer, transport)
        connection.rest()

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        peer = _peer(transport)
        connection = None if peer is None else self._connections.get(peer)
        if connection is not None:
            self._drop(connection)

    def knows(self, connection: Connection) -> bool:
        """Whether a connection has not ended."""
        return self._connections.get(connection.peer) is connection

    def _make_room(self, host: str) -> bool:
        """End the connection of an address that has asked for nothing for the longest time."""
        for connection in self.idle.get(host, ()):
            connection.end()
            self._drop(connection)
            return True
        return False

    def _drop(self, connection: Connection) -> None:
        host = connection.peer[0]
        connection.leave()
        del self._connections[connection.peer]
        self.idle[host].pop(connection, None)
        self._counts[host] -= 1
        if not self._counts[host]:
            del self._counts[host], self.idle[host]

    # Requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when it is its turn."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        host, port = scope.get("client") or ("", 0)
        connection = self._connections.get((host, port))
        if connection is None:  # it has ended meanwhile
            await self._app(scope, receive, send)
            return
        connection.work()
        try:
            await self._turn(host)
            if scope["type"] == "http":
                receive = _prompt(receive, connection, self.limits.asking)
                send = _heeded(send, connection, self.limits.stalled)
            await self._app(scope, receive, send)
        finally:
            connection.done()

    async def _turn(self, host: str) -> None:
        """Wait until it is an address's turn: some requests go on in each round of the loop."""
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning = True
            loop.call_soon(self._go_on)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._turns.setdefault(host, deque()).append(turn)
        await turn

    def _go_on(self) -> None:
        if not self._turns:
            self._turning = False
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
        asyncio.get_running_loop().call_soon(self._go_on)


def _peer(transport: asyncio.Transport) -> Peer | None:
    name: Any = transport.get_extra_info("peername")
    return (str(name[0]), int(name[1])) if isinstance(name, tuple) else None


def _refuse(transport: asyncio.Transport) -> None:
    transport.write(BUSY)
    transport.close()


def _prompt(receive: Receive, connection: Connection, within: float) -> Receive:
    """Have the body of a request come in time."""
    until, comes = asyncio.get_running_loop().time() + within, True

    async def prompt() -> Message:
        nonlocal comes
        if not comes:
            return await receive()
        connection.pause()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            connection.end()
            return {"type": "http.disconnect"}
        finally:
            connection.resume()
        comes = bool(message.get("more_body"))
        return message

    return prompt


def _heeded(send: Send, connection: Connection, within: float) -> Send:
    """Have an answer taken in time."""

    async def heeded(message: Message) -> None:
        connection.pause()
        try:
            async with asyncio.timeout(within):
                await send(message)
        except TimeoutError:
            connection.end()
        finally:
            connection.resume()

    return heeded
