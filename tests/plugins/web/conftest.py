"""A server in this process, and pages that are only the messages they exchange with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, cast

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession
from tests.conftest import PATIENCE

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard_web.app import make_app
from stackyard_web.server.limits import Limits
from stackyard_web.workers.pool import WorkerPool

Message = dict[str, Any]


PASSED_OVER = {
    "state",
    "presence",
    "said",
    "rematch",
    "messages",
    "line",
    "plans",
    "hello",
    "seat_asked",
}


class Page:
    """A browser's page at a table: what it hears and says."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.seats = self.hear("hello")["seats"]
        self.state = self.hear("state")

    def say(self, kind: str, **content: object) -> None:
        self.session.send_text(msgspec.json.encode({"type": kind, **content}).decode())

    def hear(self, kind: str) -> Message:
        """The next message of a kind; a state is kept, others are passed over."""
        while True:
            message: Message = msgspec.json.decode(self.session.receive_text())
            if message["type"] == "state":
                self.state = message
            if message["type"] == kind:
                return message
            assert message["type"] in PASSED_OVER, message

    def ask(self, answer: str, kind: str, **content: object) -> Message:
        self.say(kind, **content)
        return self.hear(answer)

    def play(self, move: str) -> Message:
        """Play a move and hear how things stand then."""
        return self.ask("state", "move", move=move, version=self.state["version"])

    def leave(self) -> None:
        """Close the page."""
        self.session.close()

    @property
    def moves(self) -> list[str]:
        return [choice["move"] for choice in self.state["choices"]]


class Server:
    """A running server, an archive of its own behind it."""

    def __init__(self, client: TestClient, archive: Archive) -> None:
        self.client = client
        self.archive = archive
        self.app: Starlette = cast(Starlette, client.app)
        self.engine_workers: WorkerPool = self.app.state.tables.engine_workers

    def begin(self, game: str = "silo", **filled: str) -> str:
        """The address of a new table: you begin, a friend has the other seat."""
        answer = self.client.post(f"/games/{game}", data=filled, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def invitation(self, url: str) -> str:
        page = self.client.get(url).text
        return page.partition('data-path="/t/')[2].partition('"')[0].join(["/t/", ""])

    def watching(self, url: str) -> str:
        page = self.client.get(url).text
        return page.rpartition('data-path="/t/')[2].partition('"')[0].join(["/t/", ""])


def wait_until(there: Callable[[], object]) -> None:
    """Wait until something is so; it fails after half a minute."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


MakeServer = Callable[..., Server]
Open = Callable[..., Page]
UsePlugin = Callable[[str], None]


@pytest.fixture
def use_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UsePlugin]:
    """`use_plugin(source)`: a plugin of one file, here and in worker processes."""

    def use(source: str) -> None:
        file = tmp_path / "extra.py"
        file.write_text(dedent(source), "utf-8")
        monkeypatch.setenv("STACKYARD_PLUGINS", str(file))
        registry.cache_clear()

    yield use
    registry.cache_clear()


@pytest.fixture
def make_server(tmp_path: Path) -> Iterator[MakeServer]:
    """`make_server(limits)`: a server that runs until the test ends; all share one archive."""
    clients: list[TestClient] = []

    def make(limits: Limits = Limits(), **more: Any) -> Server:  # noqa: B008
        archive = Archive(tmp_path / "web.sqlite3")
        client = TestClient(make_app(limits, archive=archive, **more), "http://localhost")
        clients.append(client.__enter__())
        return Server(client, archive)

    yield make
    for client in clients:
        client.__exit__(None, None, None)


@pytest.fixture
def server(make_server: MakeServer) -> Server:
    return make_server()


@pytest.fixture
def page() -> Iterator[Open]:
    """`page(server, url)`: a page that stays open until the test ends.

    With `browser` it is in a browser of that name, which keeps a secret.
    """
    sessions: list[WebSocketTestSession] = []

    def open_page(server: Server, url: str, browser: str = "") -> Page:
        offered = ["stackyard", f"seat.{browser:-<22}.tab"] if browser else None
        session = server.client.websocket_connect(
            f"ws://localhost{url}/live", subprotocols=offered
        ).__enter__()
        sessions.append(session)
        return Page(session)

    yield open_page
    for session in reversed(sessions):
        session.__exit__(None, None, None)
