"""A static site under a path of a plain file server, played in Chromium."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page
from tests.browser.conftest import PATIENCE, SMALL, Player
from tests.conftest import GAMES, ROOT

from stackyard_site.folder import write_site
from stackyard_site.runtime import ARCHIVE, HASHES, PLATFORM, PYTHON, VERSION, WHEELS

pytestmark = pytest.mark.nightly

PATH = "under/a/path"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
RUNTIME = Path(os.environ.get("STACKYARD_PYODIDE", ROOT / "build/pyodide"))


class StaticServer:
    """`python -m http.server`, and the number of bytes that it was asked for."""

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
        self.url = f"http://127.0.0.1:{found[1]}/{PATH}/"

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


class Visitor(Player):
    """Somebody at a tab of the site, whose pages are in a frame."""

    page: Any  # the frame

    def __init__(self, tab: Page, url: str, path: str = "/") -> None:
        self.tab = tab
        self.url = url
        self.problems = []
        tab.set_default_timeout(PATIENCE)
        tab.on("pageerror", lambda error: self.problems.append(str(error)))
        tab.on("console", self._note)
        self.visit(path)

    def visit(self, path: str) -> None:
        """Open the site anew at a page of it."""
        self.tab.goto("about:blank")
        self.tab.goto(f"{self.url}#{path}")
        handle = self.tab.wait_for_selector("#page")
        assert handle is not None
        frame = handle.content_frame()
        assert isinstance(frame, Frame)
        self.page = frame
        frame.wait_for_selector("#main")

    def go(self, path: str) -> None:
        root = f"/{PATH}"
        self.page.evaluate("path => location.assign(path)", root + path)
        self.page.wait_for_url(f"**{root}{path}")
        self.page.wait_for_selector("#main")

    def begin(self, game: str, *args: Any, **more: Any) -> None:
        super().begin(game, *args, **more)
        self.page.wait_for_selector(".yours .hit.choice, #choices button", state="attached")

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


@pytest.fixture(scope="session")
def runtime() -> Path:
    """Pyodide and the wheels, fetched once."""
    RUNTIME.mkdir(parents=True, exist_ok=True)
    if not (RUNTIME / ARCHIVE).is_file():
        subprocess.run(["npm", "pack", f"pyodide@{VERSION}"], cwd=RUNTIME, check=True)
    if not all((RUNTIME / name).is_file() for name in HASHES):
        wheels = [f"{name}=={version}" for name, version in WHEELS.items()]
        command = [sys.executable, "-m", "pip", "download", "--no-deps", *wheels]
        command += ["--platform", PLATFORM, "--python-version", PYTHON, "--only-binary=:all:"]
        subprocess.run(command, cwd=RUNTIME, check=True)
    return RUNTIME


@pytest.fixture(scope="module")
def site(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    folder = tmp_path_factory.mktemp("host")
    write_site(folder / PATH, runtime, GAMES)
    server = StaticServer(folder)
    yield server
    server.stop()


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(chromium: Browser) -> Iterator[NewContext]:
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        made.append(chromium.new_context(**options))
        return made[-1]

    yield make
    for context in made:
        context.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_level(
    game: str, site: StaticServer, new_context: NewContext
) -> None:
    visitor = Visitor(new_context(**PHONE).new_page(), site.url)
    visitor.begin(game, "me", "level:1", **SMALL[game])
    visitor.play_on()
    assert visitor.is_over
    assert visitor.problems == []


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_two_on_one_screen(
    game: str, site: StaticServer, new_context: NewContext
) -> None:
    visitor = Visitor(new_context().new_page(), site.url)
    visitor.begin(game, "me", "me", **SMALL[game])
    visitor.play_on()
    assert visitor.is_over
    assert visitor.problems == []
