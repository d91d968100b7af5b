"""A server with an archive of its own, and clients of it, for the scripts beside this one."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

PLENTY = "100000"


@dataclass
class Served:
    """A running `stackyard serve`."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    @property
    def logged(self) -> int:
        """Bytes that it has logged."""
        return self.log.stat().st_size


@contextmanager
def serving(folder: Path, *arguments: str, port: int = 0) -> Iterator[Served]:
    """Start a server, and end it."""
    command = [sys.executable, "-m", "stackyard_cli", "serve", "--port", str(port), *arguments]
    log = folder / "log"
    with log.open("ab") as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "STACKYARD_ARCHIVE": str(folder / "archive.sqlite3")},
        )
    assert process.stdout is not None
    found = re.search(r"http://[^/]+:([0-9]+)/", process.stdout.readline())
    assert found, log.read_text("utf-8")
    try:
        yield Served(process, int(found[1]), log)
    finally:
        process.terminate()
        process.wait()


async def fetch(
    port: int, path: str, source: str, form: str | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Ask for a page from an address of one's own; code, headers and body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        method = "GET" if form is None else "POST"
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
        if form is not None:
            head.append("Content-Type: application/x-www-form-urlencoded")
            head.append(f"Content-Length: {len(form)}")
        writer.write("\r\n".join([*head, "", form or ""]).encode())
        answer = await reader.read()
    finally:
        writer.close()
    head_text, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head_text.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(status.split()[1]), headers, body


async def begin(port: int, source: str, game: str, first: str, second: str) -> str:
    """The path of a new table."""
    form = f"first={first}&second={second}".replace(":", "%3A")
    code, headers, _ = await fetch(port, f"/games/{game}", source, form)
    assert code == 303, code
    return headers["location"]


class Page:
    """A page at a table, from an address of its own."""

    def __init__(self, port: int, path: str, source: str) -> None:
        self._url = f"ws://127.0.0.1:{port}{path}/live"
        self._source = source
        self.state: dict[str, Any] = {}

    async def __aenter__(self) -> Page:
        self._socket: ClientConnection = await connect(
            self._url, max_size=2**22, compression=None, local_addr=(self._source, 0)
        )
        await self.hear("state")
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self._socket.close()

    async def say(self, kind: str, **content: object) -> None:
        """Send a message."""
        await self._socket.send(msgspec.json.encode({"type": kind, **content}).decode())

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
        while True:
            message: dict[str, Any] = msgspec.json.decode(await self._socket.recv())
            if message["type"] == "state":
                self.state = message
            if message["type"] in kinds:
                return message

    async def play(self, rng: random.Random) -> None:
        """Play any move, and hear how things stand then."""
        move = rng.choice(self.state["choices"])["move"]
        await self.say("move", move=move, version=self.state["version"])
        await self.hear("state")
