"""Debian's Firefox driven by WebDriver BiDi; Playwright drives only a build of its own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PATIENCE = 120.0  # seconds after which a page hangs
PAUSE = 0.1  # seconds between two looks at a page
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """The tab of a Firefox: `problems` are the errors of its pages."""

    def __init__(self, line: ClientConnection) -> None:
        self.problems: list[str] = []
        self._line = line
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._tree()["context"]

    def go(self, url: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, code: str) -> Any:
        """The value of an expression in the page, or in the frame that shows one, as JSON."""
        got = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({code} ?? null)",
            target={"context": self._page},
            awaitPromise=False,
        )
        assert got["type"] == "success", got
        return json.loads(got["result"]["value"])

    def await_that(self, code: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({code})"):
            assert time.monotonic() < end, code
            time.sleep(PAUSE)

    def click(self, element: str) -> None:
        """Click an element, an expression, with the mouse; it is moved onto the screen before."""
        x, y = self.run(
            f"""(() => {{
                const found = {element};
                found.scrollIntoView({{ block: "center" }});
                const box = found.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
            }})()"""
        )
        pressed = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        acted = [{"type": "pointerMove", "x": x, "y": y}, *pressed]
        mouse = {"type": "pointer", "id": "mouse", "actions": acted}
        self._ask("input.performActions", context=self._page, actions=[mouse])

    @property
    def _page(self) -> str:
        """The frame in the tab, if there is one, or the tab."""
        frames = self._tree()["children"]
        return str(frames[0]["context"]) if frames else self._tab

    def _tree(self) -> Any:
        return self._ask("browsingContext.getTree")["contexts"][0]

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(PATIENCE))
            if told.get("id") == self._asked:
                assert told["type"] == "success", told
                return told["result"]
            entry = told.get("params", {})
            if entry.get("level") == "error":
                self.problems.append(entry["text"])


@contextmanager
def open_firefox(profile: Path) -> Iterator[Firefox]:
    """A Firefox without a screen, whose profile is a folder."""
    log = profile / "log"
    command = [str(FIREFOX), "--headless", "--remote-debugging-port=0", "--profile", str(profile)]
    with log.open("w") as written, subprocess.Popen(command, stderr=written) as process:
        try:
            while (found := LISTENING.search(log.read_text("utf-8", "replace"))) is None:
                assert process.poll() is None, "Firefox ended"
                time.sleep(PAUSE)
            with connect(f"{found[1]}/session", max_size=None, ping_interval=None) as line:
                yield Firefox(line)
        finally:
            process.kill()
