"""Makes the pages that need no Python in the browser, and those with a first board.

`write` runs in a process of its own, which has the plugins of the site and no others.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlencode

from stackyard.plugins.discovery import NO_PLUGINS, PLUGINS
from stackyard.plugins.registry import load_game, registry
from stackyard.turnloop.history import Course
from stackyard_site.browser.application import Application
from stackyard_site.errors import SiteError
from stackyard_web.views import picture

ROOT: Final = "/stackyard-root"  # stands for the path of the site; the service worker replaces it
MANIFEST: Final = "/manifest.webmanifest"
NUMBER: Final = "stackyard-number"  # stands for the number of a form that waits for Python
BOARD: Final = "<!--board-->"  # before and after the board, which the service worker may take out
SCRIPT = re.compile(r'<script type="module".*?</script>')
GROUND = re.compile(r'(<div class="boardbox" id="board" aria-busy="true">)<svg.*?</svg>', re.DOTALL)
USED = re.compile(rf'"{ROOT}(/static/[\w.-]+)"')
URL = re.compile(r'url\("([\w.-]+)"\)')
FORM = [["content-type", "application/x-www-form-urlencoded"]]


def make_pages(folder: Path, blocked: Sequence[str]) -> None:
    """Write the pages into a folder, by a Python without the blocked plugins.

    SiteError if that fails.
    """
    environment = {**os.environ, NO_PLUGINS: os.pathsep.join(blocked), PLUGINS: ""}
    command = [sys.executable, "-m", "stackyard_site.pages", str(folder)]
    ended = subprocess.run(  # noqa: S603 - our own module
        command, env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        lines = ended.stderr.strip().splitlines() or [f"exit code {ended.returncode}"]
        raise SiteError(f"the pages cannot be made: {lines[-1]}")


async def write(folder: Path) -> None:
    """Write the pages of all games that are there."""
    with TemporaryDirectory() as scratch:
        writer = _Writer(folder, Application(ROOT, Path(scratch) / "archive.sqlite3"))
        await writer.write()


class _Writer:
    """Writes answers of the application as files."""

    def __init__(self, folder: Path, application: Application) -> None:
        self._folder = folder
        self._application = application
        self._static = set[str]()

    async def write(self) -> None:
        """Write pages, pictures, icons, and what these need."""
        for address in ("/", "/mine", "/replay", "/letter", "/keep"):
            await self._page(address)
        for name in registry().games:
            for part in ("", "/rules", "/lesson", "/puzzles"):
                await self._page(f"/games/{name}{part}")
            await self._file(f"/games/{name}/picture.svg")
            await self._waiting(name)
        for address in (MANIFEST, *sorted(self._static)):
            await self._file(address)

    async def _get(self, address: str) -> bytes | None:
        status, _, content = await self._application.answer("GET", address, "", [], b"")
        return content if status == 200 else None

    async def _page(self, address: str) -> None:
        """Write a page, unless there is none, as for a game without a lesson."""
        content = await self._get(address)
        if content is not None:
            self._put_page(address, content.decode())

    async def _waiting(self, name: str) -> None:
        """Write a table whose match has not begun yet: it shows the board, and asks for the table.

        It stands for a form that was sent before Python was there.
        """
        filled = urlencode({"first": "me", "second": "me"}).encode()
        address = f"/games/{name}"
        status, headers, _ = await self._application.answer("POST", address, "", FORM, filled)
        if status != 303:
            raise SiteError(f"no match of {name} can begin")
        table = dict(headers)["location"].removeprefix(ROOT)
        content = ((await self._get(table)) or b"").decode()
        self._note(content)
        board = BOARD + picture(Course(load_game(name))).board + BOARD
        page = GROUND.sub(lambda found: found[1] + board, SCRIPT.sub("", content), count=1)
        page = page.replace("Connecting …", "The games are starting …", 1)
        page = page.replace('<main id="main">', '<main id="main" inert>', 1)
        refresh = f'<meta http-equiv="refresh" content="0;url={ROOT}/begun/{NUMBER}">\n</head>'
        self._put_page(f"/waiting/games/{name}", page.replace("</head>", refresh, 1))

    def _put_page(self, address: str, text: str) -> None:
        self._note(text)
        self._put(f"pages{address.rstrip('/') or '/start'}.html", text.encode())

    def _note(self, text: str) -> None:
        self._static.update(USED.findall(text))

    async def _file(self, address: str) -> None:
        content = await self._get(address)
        if content is None:
            raise SiteError(f"{address} cannot be made")
        self._put(address.lstrip("/"), content)
        if address.endswith(".css"):
            for name in URL.findall(content.decode()):
                await self._file(f"/static/{name}")
        elif address == MANIFEST:
            for icon in json.loads(content)["icons"]:
                await self._file(f"/{icon['src']}")

    def _put(self, path: str, content: bytes) -> None:
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def addresses(folder: Path) -> dict[str, str]:
    """The file of each address among the written pages."""
    found = {}
    for file in sorted((folder / "pages").rglob("*.html")):
        path = file.relative_to(folder).as_posix()
        address = path.removeprefix("pages").removesuffix(".html")
        found["/" if address == "/start" else address] = path
    return found


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
