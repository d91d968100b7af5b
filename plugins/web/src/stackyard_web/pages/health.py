"""The pages for programs that watch over the server."""

from __future__ import annotations

import time
from threading import Lock

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from stackyard.errors import ArchiveError
from stackyard.text import printable
from stackyard_web.server.metrics import Metrics
from stackyard_web.tables.tables import TableRegistry

PAUSE = 2.0  # seconds between two writes


async def health(request: Request) -> Response:
    """200 and `ok`, or 503 and the reason why matches cannot be stored."""
    check: ArchiveCheck = request.app.state.check
    trouble = await to_thread.run_sync(check.trouble)
    headers = {"cache-control": "no-store"}
    return PlainTextResponse(f"{printable(trouble) or 'ok'}\n", 503 if trouble else 200, headers)


class ArchiveCheck:
    """Writes to the archive of a server to see whether that works, at most every PAUSE seconds."""

    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._lock = Lock()
        self._checked = -PAUSE
        self._failure = ""

    def trouble(self) -> str:
        """Why matches cannot be stored; empty if they can."""
        with self._lock:
            if time.monotonic() - self._checked >= PAUSE:
                try:
                    self._tables.archive.check_writing()
                    self._failure = ""
                except ArchiveError as failure:
                    self._failure = str(failure)
                self._checked = time.monotonic()
        unstored = _unstored(self._tables)
        if self._failure or not unstored:
            return self._failure
        return f"{unstored} of the open matches cannot be stored"


def _unstored(tables: TableRegistry) -> int:
    return sum([table.actions.kept.troubled for table in tables])


def table_metrics(tables: TableRegistry, readers: tuple[str, ...]) -> Metrics:
    """The measurements of a server with these tables."""
    made = Metrics(readers)
    made.gauge("stackyard_tables", "Tables in memory.", lambda: len(list(tables)))
    made.gauge(
        "stackyard_matches_in_play",
        "Tables in memory whose match is not over.",
        lambda: sum([table.match.result is None for table in tables]),
    )
    made.gauge(
        "stackyard_pages",
        "Open pages of tables.",
        lambda: sum([len(list(table.pages)) for table in tables]),
    )
    made.gauge(
        "stackyard_matches_unstored",
        "Open matches that cannot be written to the archive now.",
        lambda: _unstored(tables),
    )
    return made


async def metrics(request: Request) -> Response:
    """The measurements for Prometheus; 404 without `--metrics`, and for all other addresses."""
    measured: Metrics | None = request.app.state.metrics
    if measured is None or not measured.may_read(request):
        raise HTTPException(404)
    return measured.text()
