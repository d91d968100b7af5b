"""The pages of `stackyard_web`, answered in a browser: requests and sockets without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import anyio.to_thread

from stackyard.plugins.registry import registry
from stackyard.records.archive import Archive
from stackyard_site.browser.matches import ROUTES
from stackyard_web.app import make_app
from stackyard_web.server.limits import Limits

PIXELS = {"png", "gif"}  # formats whose libraries do not run in a browser
SCRIPT = "page.js"  # of every page of a site
MANY = 10**6
# There is one person, who wears out nobody's machine but their own.
LIMITS = Limits(
    matches=MANY,
    questions=8,
    filming=600.0,
    film=500,
    body=10**9,  # a file of all matches may be large
)
SERVER = ("localhost", 80)
OTHERS = {b"x-frame-options", b"content-security-policy", b"content-length"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"
)

Headers = list[tuple[str, str]]


class Socket:
    """A page's connection to its table."""

    def __init__(self) -> None:
        self._heard = asyncio.Queue[dict[str, Any]]()
        self._heard.put_nowait({"type": "websocket.connect"})

    def hear(self, text: str) -> None:
        """Take a message of the page."""
        self._heard.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """The page has gone."""
        self._heard.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def receive(self) -> dict[str, Any]:
        """The next event for the application."""
        return await self._heard.get()


class Application:
    """The application for one archive, under the path `root`."""

    def __init__(self, root: str, archive: Path) -> None:
        for name in PIXELS:
            registry().exporters.pop(name, None)
        self._root = root
        self._app = make_app(LIMITS, archive=Archive(archive), root=root, alone=True)
        self._app.router.routes.extend(ROUTES)
        self._tasks = set[asyncio.Task[None]]()

    async def answer(
        self, method: str, path: str, query: str, headers: Iterable[Iterable[str]], body: bytes
    ) -> tuple[int, Headers, bytes]:
        """The status, the headers and the body of the answer to a request.

        `path` is without the root.
        """
        sent: list[Any] = []
        given = [{"type": "http.request", "body": body, "more_body": False}]
        forever = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not given:  # the page stays
                await forever.wait()
            return given.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        named = [(name.encode(), value.encode()) for name, value in headers]
        scope = {**self._scope("http", path, query, named), "method": method}
        await self._app(scope, receive, send)
        content = b"".join(message.get("body", b"") for message in sent[1:])
        kept = [
            (name.decode(), value.decode())
            for name, value in sent[0]["headers"]
            if name not in OTHERS
        ]
        if ("content-type", "text/html; charset=utf-8") in kept:
            kept.append(("content-security-policy", POLICY))
            script = f'<script src="{self._root}/{SCRIPT}"></script>\n</head>'
            content = content.replace(b"</head>", script.encode(), 1)
        return sent[0]["status"], kept, content

    def open(
        self,
        path: str,
        query: str,
        protocols: Iterable[str],
        tell: Callable[[str], object],
        closed: Callable[[int, str], object],
    ) -> Socket:
        """Connect a page; `tell` is called with each message to it, `closed` at the end."""
        socket = Socket()

        async def send(message: Any) -> None:
            if message["type"] == "websocket.send":
                tell(message["text"])
            elif message["type"] == "websocket.close":
                closed(message.get("code", 1000), message.get("reason", ""))

        scope = self._scope("websocket", path, query, [])
        scope["subprotocols"] = list(protocols)
        task = asyncio.ensure_future(self._app(scope, socket.receive, send))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return socket

    def _scope(
        self, kind: str, path: str, query: str, headers: list[tuple[bytes, bytes]]
    ) -> dict[str, Any]:
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": self._root + path,
            "raw_path": (self._root + path).encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"localhost"), *headers],
            "client": ("127.0.0.1", 0),
            "server": SERVER,
        }


def work_without_threads() -> None:
    """Let anyio call in this thread what it would call in another one: a browser has no others."""

    async def run_sync(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        return function(*arguments)

    anyio.to_thread.run_sync = run_sync  # type: ignore[assignment]
