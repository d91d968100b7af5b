"""A static site under a path of a plain file server, and somebody who plays there."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Frame, Page
from tests.browser.conftest import PATIENCE, Player

PATH = "under/a/path"
ATTEMPTS = 6  # at a move


class StaticServer:
    """`python -m http.server`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"port ([0-9]+)", self.process.stdout.readline())
        assert found
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}/{PATH}/"

    def stop(self) -> None:
        """End it; it may have been ended before."""
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Visitor(Player):
    """Somebody at a tab of the site, whose pages are in a frame."""

    page: Any  # the frame

    def __init__(self, tab: Page, site: StaticServer, path: str = "/") -> None:
        super().__init__(tab, site)
        self.visit(path)

    def visit(self, path: str) -> None:
        """Open the site anew at a page of it."""
        self.open(f"{self.server.url}#{path}")

    def open(self, address: str) -> None:
        super().open(address)
        self._enter()

    def reload(self) -> None:
        super().reload()
        self._enter()

    def _enter(self) -> None:
        handle = self.tab.wait_for_selector("#page")
        assert handle is not None
        frame = handle.content_frame()
        assert isinstance(frame, Frame)
        self.page = frame
        frame.wait_for_selector("#main")

    def go(self, path: str) -> None:
        with self.page.expect_navigation():
            self.page.evaluate("path => location.assign(path)", f"/{PATH}{path}")
        self.page.wait_for_selector("#main")

    def begin(self, game: str, *args: Any, **more: Any) -> None:
        super().begin(game, *args, **more)
        self.page.wait_for_selector(".yours .hit.choice, #choices button", state="attached")

    def move(self, seed: int = 0) -> None:
        """Make a move; where a click asked why instead, begin with the next cell."""
        ply = self.ply
        self.tab.set_default_timeout(10_000)
        for attempt in range(ATTEMPTS):
            with suppress(Error):
                super().move(seed + attempt)
            if self.ply > ply or self.is_over:
                break
        self.tab.set_default_timeout(PATIENCE)
        self.await_ply(ply + 1)

    def play_on(self, seed: int = 0) -> None:
        """Play until the match is over; the other side may be a computer."""
        while not self.is_over:
            self.page.wait_for_function(
                """() => !document.getElementById("result").hidden
                    || document.querySelector(".yours .hit.choice, #choices button")"""
            )
            if not self.is_over:
                self.move(seed)
                seed += 1
