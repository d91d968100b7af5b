"""Measure the bytes that `stackyard serve` sends to pages in Chromium.

`python docs/researchers/wire_bytes.py [GAME [MOVES]]` prints the bytes and requests of a first
visit of the start page and of a table, and the bytes that each move costs each of two pages, with
the processor time of the server. A relay between browser and server counts all that comes out of
the server, headers included. Needs playwright and Debian's chromium.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

HERE = "127.0.0.1"
SETTLED = 0.5  # seconds after which all bytes of an action have come
PLY = "ply => document.querySelectorAll('#moves button').length > ply"


class Relay:
    """Hands connections on to a server and counts the bytes that come from it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._received = Counter[int]()
        self._listener = socket.create_server((HERE, 0))
        self.url = f"http://{HERE}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def received(self) -> int:
        """The bytes so far, once no more come."""
        time.sleep(SETTLED)
        return sum(self._received.values())

    def _accept(self) -> None:
        while True:
            page, _ = self._listener.accept()
            server = socket.create_connection((HERE, self._port))
            for pair in ((page, server, 0), (server, page, server.fileno())):
                threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, counted: int) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if counted:
                    self._received[counted] += len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)


def processor_seconds(process: subprocess.Popen[str]) -> float:
    """The processor time of a process until now."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def move(page: Page, ply: int) -> None:
    """Play a move by clicks."""
    cells = page.locator(".yours .hit.choice")
    if cells.count():
        cells.nth(7 * ply % cells.count()).click(force=True)
        targets = page.locator(".yours .hit.target")
        if not page.evaluate(PLY, ply) and targets.count():
            targets.last.click(force=True)
        page.wait_for_timeout(30)
    if not page.evaluate(PLY, ply) and page.locator("#choices button").count():
        page.locator("#choices button").first.click()
    page.wait_for_function(PLY, arg=ply)


def visit(page: Page, url: str, relay: Relay, what: str) -> None:
    """Open an address for the first time, and print what that costs."""
    before, requests = relay.received, list[str]()

    def note(opened: Any) -> None:  # a request or a WebSocket
        requests.append(opened.url)

    page.on("request", note)
    page.on("websocket", note)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    print(f"{what}: {relay.received - before} bytes, {len(requests)} requests", flush=True)


def main(game: str = "pit_of_pillars", moves: str = "20") -> None:
    """Print the measurements of one game."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = subprocess.Popen(
            [sys.executable, "-m", "stackyard_cli", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "STACKYARD_ARCHIVE": f"{folder}/archive.sqlite3"},
        )
        assert server.stdout is not None
        found = re.search(r":([0-9]+)/", server.stdout.readline())
        assert found is not None
        relay = Relay(int(found[1]))
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        host, guest = [chromium.new_context().new_page() for _ in range(2)]
        visit(host, f"{relay.url}/", relay, "start page")
        host.goto(f"{relay.url}/games/{game}")
        host.select_option("#first", "me")
        host.select_option("#second", "friend")
        host.click("button.large")
        host.wait_for_selector(".board")
        invitation = urlsplit(host.input_value("#invitelink")).path
        visit(guest, relay.url + invitation, relay, "table")
        began, sizes = processor_seconds(server), list[float]()
        for ply in range(int(moves)):
            before = relay.received
            pages = (host, guest)
            acting = next(page for page in pages if page.locator(".boardbox.yours").count())
            move(acting, ply)
            for page in pages:
                page.wait_for_function(PLY, arg=ply)
            sizes.append((relay.received - before) / len(pages))
            if host.locator("#result").is_visible():
                break
        spent = 1000 * (processor_seconds(server) - began) / len(sizes)
        print(
            f"a move, to each page: {sum(sizes) / len(sizes):.0f} bytes, at most {max(sizes):.0f}; "
            f"the server computes {spent:.1f} ms"
        )
        chromium.close()
        server.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
