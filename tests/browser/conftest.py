"""A real server in its own process, and Debian's Chromium and Firefox driven by Playwright.

A test that is marked `both` runs at the static site, too, nightly: there `player.page` is a frame,
and `player.tab` is the page around it, with the keyboard, the mouse and the address. Nightly it
runs in Firefox as well, but for `both("chromium")`: only Chromium emulates touch and dark mode, and
tells what a screen reader hears.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    sync_playwright,
)

if TYPE_CHECKING:
    from tests.browser.visitor import StaticServer

ROOT = Path(__file__).parents[2]
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
# It runs as root in a container without a screen, and shall ask nobody outside for anything.
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PATIENCE = 120_000  # milliseconds after which a page hangs
HABIT = 700  # milliseconds after a move in which a click may belong to it
# Firefox says this of a form that a service worker answers by leading elsewhere, and goes there.
LED_ELSEWHERE = "Failed to load ‘’. A ServiceWorker intercepted the request"
DRAWN = "document.querySelector('#board svg').firstElementChild"
BROWSERS = ("chromium", "firefox")
HOSTS = ("server", "site")
# Whether a click has neither chosen a cell nor made a move.
IGNORED = f"""window.drawn === {DRAWN} && document.querySelector(".yours .hit.choice") !== null
    && document.querySelector(".yours .hit.selected") === null"""
SMALL = {
    "silo": {"size": "4", "height": "1"},
    "filo": {"size": "5", "pieces": "5"},
    "slicron": {"side": "2"},
    "pit_of_pillars": {"size": "3"},
    "splay": {"side": "2"},
}
FILL = """(options) => {
    const fields = Object.entries(options).map(([name, value]) => {
        const field = document.getElementById(`option-${name}`);
        field.value = value;
        return field;
    });
    for (const field of fields) field.dispatchEvent(new Event("change", { bubbles: true }));
}"""


class Server:
    """`stackyard serve`, which can be killed and started again at the same port."""

    def __init__(self, archive: Path, *options: str) -> None:
        self.archive = archive
        self.options = options
        self.port = 0
        self.start()

    def start(self) -> None:
        command = (sys.executable, "-m", "stackyard_cli", "serve", "--port", str(self.port))
        self.process = subprocess.Popen(
            [*command, "--matches", "1000", *self.options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "STACKYARD_ARCHIVE": str(self.archive)},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/", line)
        assert found, line
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


class Player:
    """Somebody in front of a page, who is the same as the tab."""

    def __init__(self, page: Page, server: Server | StaticServer) -> None:
        self.page = self.tab = page
        self.server = server
        self.problems: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("console", self._note_message)

    def _note_message(self, message: ConsoleMessage) -> None:
        # A lost connection is part of some tests.
        text = message.text
        if message.type == "error" and "WebSocket" not in text and "ERR_CONNECTION" not in text:
            self._note(text)

    def _note(self, problem: str) -> None:
        if not problem.startswith(LED_ELSEWHERE):
            self.problems.append(problem)

    def go(self, path: str) -> None:
        self.page.goto(self.server.url + path)

    def open(self, address: str) -> None:
        """Open an address anew, such as one that was sent."""
        self.tab.goto("about:blank")
        self.tab.goto(address)

    def reload(self) -> None:
        self.tab.reload()

    def begin(
        self, game: str, first: str = "me", second: str = "me", clock: str = "", **options: str
    ) -> None:
        """Fill in the form of a game and begin."""
        self.go(f"/games/{game}")
        self.page.select_option("#first", first)
        self.page.select_option("#second", second)
        if clock:
            self.page.fill("#term-clock", clock)
        if options:
            self.page.click("summary")
            # All at once: the page asks about a pause between two, and the first alone may be
            # refused.
            self.page.evaluate(FILL, options)
        self.page.click("button.large")
        self.page.wait_for_selector(".board")

    def set(self, name: str) -> None:
        """Press a button among the settings of the board."""
        if not self.page.locator(f"#{name}").is_visible():
            self.page.click("#settings")
        self.page.click(f"#{name}")

    def join(self, host: Player, link: str = "invite") -> None:
        """Come to the table of another player by its link, to `invite` or to `watch`."""
        self.open(host.page.input_value(f"#{link}link"))
        self.page.wait_for_selector(".board")

    def cells(self, kind: str = "choice") -> Locator:
        return self.page.locator(f".yours .hit.{kind}")

    @property
    def ply(self) -> int:
        return self.page.locator("#moves button").count()

    @property
    def is_over(self) -> bool:
        self.page.wait_for_selector(".moving", state="detached")  # the result comes after it
        return self.page.locator("#result").is_visible()

    def await_ply(self, ply: int) -> None:
        self.page.wait_for_function(
            "ply => document.querySelectorAll('#moves button').length >= ply", arg=ply
        )

    def choose(self, cell: Locator) -> None:
        """Click a cell; again if the page took it for the end of the move before."""
        self.page.evaluate(f"window.drawn = {DRAWN}")
        cell.click()
        if self.page.evaluate(IGNORED):
            self.page.wait_for_timeout(HABIT)
            cell.click()

    def move(self, seed: int = 0) -> None:
        """Make one move by clicking: a cell, where it asks for one a second, or a button."""
        ply = self.ply
        buttons = "#choices button:not(.primary, .primary ~ *)"  # no Cancel
        offered = self.page.locator(buttons)
        self.page.wait_for_selector(f".yours .hit.choice, {buttons}", state="attached")
        if not self.cells().count():
            offered.first.click()
        else:
            self.choose(self.cells().nth(seed % self.cells().count()))
            if self.ply == ply and self.cells("target").count():
                self.cells("target").last.click()
            if self.ply == ply and self.cells("selected").count() and offered.count():
                offered.nth(seed % offered.count()).click()
        confirming = self.page.locator("#choices .primary")
        if self.ply == ply and confirming.count():  # as on a phone
            confirming.click()
        self.await_ply(ply + 1)

    def wait_for(self, words: str) -> None:
        self.page.wait_for_function("words => document.body?.innerText.includes(words)", arg=words)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as begun:
        yield begun


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Debian's Firefox, driven by WebDriver BiDi."""
    if FIREFOX is None:
        pytest.skip("Firefox is not installed")
    browser = playwright.firefox.launch(executable_path=FIREFOX, channel="moz-firefox")
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("browser") / "archive.sqlite3")
    yield started
    started.kill()


@pytest.fixture(scope="session")
def runtime() -> Path:
    """Pyodide and the wheels, fetched once."""
    from tools.pyodide import fetch

    folder = Path(os.environ.get("STACKYARD_PYODIDE", ROOT / "build/pyodide"))
    fetch(folder)
    return folder


@pytest.fixture(scope="session")
def site(runtime: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    """A static site with all games."""
    from tests.browser.visitor import PATH, StaticServer

    from stackyard_site.folder import write_site

    folder = tmp_path_factory.mktemp("host")
    write_site(folder / PATH, runtime, list(SMALL))
    served = StaticServer(folder)
    yield served
    served.stop()


NewContext = Callable[..., BrowserContext]


@pytest.fixture
def new_context(request: pytest.FixtureRequest) -> Iterator[NewContext]:
    """`new_context(**options)`: a browser of its own, which must ask nobody but this machine."""
    browser: Browser = request.getfixturevalue(getattr(request, "param", "chromium"))
    made: list[BrowserContext] = []
    hosts: set[str | None] = set()

    def note(request: Request) -> None:
        if request.url.startswith("http"):  # and not blob: or chrome:
            hosts.add(urlsplit(request.url).hostname)

    def make(**options: Any) -> BrowserContext:
        made.append(browser.new_context(**options))
        made[-1].on("request", note)
        return made[-1]

    yield make
    for context in made:
        context.close()
    assert hosts <= {"127.0.0.1"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test that is marked `both` run at a server and, nightly, at a site and in Firefox."""
    marker = metafunc.definition.get_closest_marker("both")
    if marker is not None:
        first, *more = product(marker.args or BROWSERS, HOSTS)
        places = [first, *[pytest.param(*each, marks=pytest.mark.nightly) for each in more]]
        metafunc.parametrize(("new_context", "new_player"), places, indirect=True)


NewPlayer = Callable[..., Player]


@pytest.fixture
def new_player(request: pytest.FixtureRequest, new_context: NewContext) -> Iterator[NewPlayer]:
    """`new_player(**context)`: a person with their own browser, whose script must not fail."""
    from tests.browser.visitor import Visitor

    name = getattr(request, "param", "server")
    kind, host = {"server": Player, "site": Visitor}[name], request.getfixturevalue(name)
    players: list[Player] = []

    def make(**context: object) -> Player:
        players.append(kind(new_context(**context).new_page(), host))
        return players[-1]

    yield make
    for player in players:
        player.tab.context.close()
    assert [problem for player in players for problem in player.problems] == []


@pytest.fixture
def player(new_player: NewPlayer) -> Player:
    return new_player()
