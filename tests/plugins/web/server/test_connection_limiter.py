"""Silent, slow and greedy clients, over real sockets."""

from __future__ import annotations

import asyncio
import io
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from tests.conftest import PATIENCE
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from stackyard_web.server.connection_limiter import ConnectionLimiter
from stackyard_web.server.limits import Limits
from stackyard_web.server.logs import RepeatFilter
from stackyard_web.server.uvicorn_protocols import connection_limit, server_config

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
LARGE = 12_000_000  # more than systems hold for a reader that does not read
Serve = Callable[..., int]


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with the length of what it was sent; messages come back."""
    if scope["path"] == "/slow":
        await asyncio.sleep(1)
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    body = str(len(await Request(scope, receive).body())).encode()
    if scope["path"] == "/large":
        body = b"x" * LARGE
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def serve() -> Iterator[Serve]:
    """`serve(most=…, trusted=…, **limits)`: the port of a server that runs until the test ends."""
    with ExitStack() as stack:

        def start(most: int = 1000, trusted: tuple[str, ...] = (), **limits: Any) -> int:
            limiter = ConnectionLimiter(app, Limits(**limits), most, trusted)
            return stack.enter_context(serving(limiter))

        yield start


@contextmanager
def serving(limiter: ConnectionLimiter) -> Iterator[int]:
    server = uvicorn.Server(server_config(limiter, "127.0.0.1", 0))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


class Client:
    """A connection, from an address of its own if it likes."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        address = (source, 0)
        self.socket = socket.create_connection(
            ("127.0.0.1", port), PATIENCE, source_address=address
        )

    def ask(self, words: bytes = GET) -> bytes:
        """The answer; nothing if the connection is ended."""
        try:
            self.socket.sendall(words)
            answer = self.socket.recv(65536)
            if answer.endswith(b"\r\n\r\n"):  # a body may come behind the head
                with suppress(ConnectionError):
                    answer += self.socket.recv(65536)
            return answer
        except ConnectionError:
            return b""

    @property
    def ended(self) -> bool:
        """True if the server has ended the connection; waits for it."""
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def client() -> Iterator[Callable[..., Client]]:
    with ExitStack() as stack:

        def make(*where: Any) -> Client:
            made = Client(*where)
            stack.callback(made.close)
            return made

        yield make


MakeClient = Callable[..., Client]


def ok(answer: bytes) -> bool:
    return answer.startswith(b"HTTP/1.1 200 OK")


def test_silent_connections_of_an_address_make_room_for_one_that_asks(
    serve: Serve, client: MakeClient
) -> None:
    port = serve(sockets=5)
    silent = [client(port) for _ in range(5)]
    assert ok(client(port).ask())
    assert silent[0].ended
    assert ok(silent[4].ask())


def test_silent_connections_of_one_address_make_room_for_another(
    serve: Serve, client: MakeClient
) -> None:
    port = serve(most=6)
    patient = client(port)
    silent = [client(port, "127.0.0.2") for _ in range(5)]
    assert ok(client(port).ask())
    assert silent[0].ended
    assert ok(patient.ask())


def test_a_connection_too_many_is_refused_where_all_others_are_in_use(
    serve: Serve, client: MakeClient
) -> None:
    port = serve(sockets=2)
    with connect(f"ws://127.0.0.1:{port}/") as one, connect(f"ws://127.0.0.1:{port}/") as two:
        for page in (one, two):
            page.send("here")
            assert page.recv() == "here"
        assert client(port).ask().startswith(b"HTTP/1.1 503 ")
        assert ok(client(port, "127.0.0.2").ask())
    time.sleep(0.2)
    assert ok(client(port).ask())


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_a_flood_of_frames_ends_its_connection(serve: Serve, opcode: Opcode) -> None:
    port = serve(burst=20, rate=1.0)
    with connect(f"ws://127.0.0.1:{port}/") as page:
        page.send(["be", "gin"])  # one fragment is no flood
        assert page.recv() == "begin"
        frame = Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True)
        first = Frame(Opcode.TEXT, b"x", fin=False).serialize(mask=True)
        with suppress(OSError):
            page.socket.sendall(first + frame * 100 if opcode is Opcode.CONT else frame * 100)
        with pytest.raises(ConnectionClosed):
            list(page)
        assert page.protocol.close_rcvd is not None
        assert page.protocol.close_rcvd.code == 1002


def test_a_flood_before_the_answer_ends_its_connection(
    serve: Serve, client: MakeClient, caplog: pytest.LogCaptureFixture
) -> None:
    words = (
        b"GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    one = client(serve(burst=20, rate=1.0))
    one.socket.settimeout(10)  # the server itself ends a silent connection after 40 seconds
    one.socket.sendall(words)
    time.sleep(0.3)
    one.socket.sendall(Frame(Opcode.PING, b"").serialize(mask=True) * 100)
    assert one.ended
    assert caplog.records == []


def test_texts_that_are_no_utf_8_end_their_connection_with_one_line_in_the_log(
    serve: Serve,
) -> None:
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.addFilter(RepeatFilter())
    logging.getLogger().addHandler(handler)
    try:
        with connect(f"ws://127.0.0.1:{serve()}/") as page:
            frame = Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)
            page.socket.sendall(frame * 2)
            with pytest.raises(ConnectionClosed):
                page.recv(PATIENCE)
            assert page.protocol.close_rcvd is not None
            assert page.protocol.close_rcvd.code == 1007
    finally:
        logging.getLogger().removeHandler(handler)
    assert len(log.getvalue().splitlines()) == 1, log.getvalue()


def test_a_message_that_grows_a_thousandfold_ends_its_connection(serve: Serve) -> None:
    with connect(f"ws://127.0.0.1:{serve()}/", max_size=None) as page:
        page.send("a" * 10_000)
        assert page.recv() == "a" * 10_000
        assert page.protocol.extensions  # both compress, so few bytes are sent
        page.send("a" * 10_000_000)
        with pytest.raises(ConnectionClosed):
            page.recv(PATIENCE)
        assert page.protocol.close_rcvd is not None
        assert page.protocol.close_rcvd.code == 1009


def test_behind_a_trusted_address_any_number_may_be(serve: Serve, client: MakeClient) -> None:
    port = serve(sockets=2, trusted=("127.0.0.1",))
    clients = [client(port) for _ in range(8)]
    assert all(ok(one.ask()) for one in clients)


@pytest.mark.parametrize("words", [b"", b"GET / HTTP/1.1\r\nHost: local"])
def test_the_head_of_a_request_must_come_soon(
    serve: Serve, client: MakeClient, words: bytes
) -> None:
    one = client(serve(header_timeout=0.2))
    one.socket.sendall(words)
    began = time.monotonic()
    assert one.ended
    assert time.monotonic() - began < Limits().header_timeout


def test_the_head_of_a_second_request_must_come_soon(serve: Serve, client: MakeClient) -> None:
    one = client(serve(header_timeout=0.2))
    assert ok(one.ask())
    one.socket.sendall(b"GET / HT")
    assert one.ended


def test_the_body_of_a_request_must_come_soon(serve: Serve, client: MakeClient) -> None:
    one = client(serve(body_timeout=0.2))
    one.socket.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
    assert one.ended


def test_a_request_that_waits_for_its_body_makes_room(serve: Serve, client: MakeClient) -> None:
    port = serve(sockets=2)
    for _ in range(2):
        client(port).socket.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
    assert ok(client(port).ask())


def test_a_body_in_time_is_read_and_work_may_take_its_time(
    serve: Serve, client: MakeClient
) -> None:
    one = client(serve(header_timeout=0.2, body_timeout=0.2))
    answer = one.ask(b"POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    assert answer.endswith(b"\r\n\r\n3")


@pytest.mark.nightly
def test_a_reader_that_takes_nothing_is_left_and_a_slow_one_is_served(
    serve: Serve, client: MakeClient
) -> None:
    port = serve(header_timeout=0.1, stalled=3.0)
    deaf, slow = client(port), client(port)
    for one in (deaf, slow):
        one.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        one.socket.sendall(GET.replace(b"/ ", b"/large "))
    got, end = 0, time.monotonic() + PATIENCE
    while got < LARGE and time.monotonic() < end:
        read = len(slow.socket.recv(1_500_000))
        assert read
        got += read
        time.sleep(0.04)
    assert got >= LARGE
    got = 0
    with suppress(ConnectionError):
        while read := len(deaf.socket.recv(65536)):
            got += read
    assert got < LARGE


def test_an_address_with_much_to_ask_leaves_turns_to_others() -> None:
    """The requests of 300 connections wait; that of another address is among the first."""
    heard: list[str] = []

    async def hear(scope: Scope, receive: Receive, send: Send) -> None:
        heard.append(scope["client"][0])

    async def use() -> None:
        limiter = ConnectionLimiter(hear, Limits(sockets=1000), 1000)
        scopes = [{"type": "http", "client": ("many", port)} for port in range(300)]
        scopes.append({"type": "http", "client": ("other", 1)})
        for scope in scopes:
            limiter.connection_made(Transport(scope["client"]))
        await asyncio.gather(*(limiter(scope, None, None) for scope in scopes))  # type: ignore[arg-type]

    asyncio.run(use())
    assert len(heard) == 301
    assert heard.index("other") <= 2


class Transport(asyncio.Transport):
    """A connection from somewhere, of which nothing is read or written."""

    def __init__(self, peer: Any) -> None:
        super().__init__({"peername": peer})

    def get_write_buffer_size(self) -> int:
        return 0


@pytest.mark.parametrize("files", [64, 1024, 20_000])
def test_connections_leave_files_for_other_things(files: int) -> None:
    assert 0 < connection_limit(files) < files
