"""The application: its routes and its state."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, WebSocketRoute

from stackyard.records.archive import Archive
from stackyard_web.pages import (
    downloads,
    lesson,
    letter,
    lobby_page,
    pages,
    position_editor,
    puzzle_page,
    replay,
)
from stackyard_web.pages.health import ArchiveCheck, health, metrics, table_metrics
from stackyard_web.server.addresses import ServerAddress
from stackyard_web.server.assets import file
from stackyard_web.server.limits import ConcurrencyLimit, Limits, Rooms
from stackyard_web.server.push import PushSender
from stackyard_web.server.root_path import RootPathMiddleware
from stackyard_web.server.security import SecurityMiddleware
from stackyard_web.tables.lobby import Lobby
from stackyard_web.tables.tables import TableRegistry
from stackyard_web.tables.watches import watch_silence, watch_timeouts
from stackyard_web.tables.websocket import table_socket

STANDARD = Limits()
PACKED = 1000  # bytes of an answer that is worth compressing


def make_app(
    limits: Limits = STANDARD,
    hosts: Iterable[str] = (),
    archive: Archive | None = None,
    *,
    root: str = "",
    lobby: bool = False,
    metrics_readers: tuple[str, ...] = (),
    push: str = "",
    alone: bool = False,
) -> Starlette:
    """The application for one archive, by default the user's.

    `hosts` are accepted host names besides localhost, IP addresses and the machine's own name.
    `root` is the path prefix of all addresses, such as "/stackyard". With `lobby` a page lists
    tables that wait for a player, results and ratings. `metrics_readers` are the addresses that may
    read /metrics. `push` is the host's address for push services, which are used only with one.
    Pages that are `alone` offer no links to others. Raises StackyardError if the archive cannot
    be used, or without the library for the metrics or for push.
    """
    tables = TableRegistry(archive or Archive(), limits)

    if push:
        tables.notices.sender = PushSender(tables.archive, push)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        watching = [asyncio.create_task(watch(tables)) for watch in (watch_timeouts, watch_silence)]
        yield
        for task in watching:
            task.cancel()
        await tables.close()

    app = Starlette(
        routes=[
            Route("/", pages.start),
            Route("/games/{name}", pages.game, methods=["GET", "POST"]),
            Route("/games/{name}/rules", pages.rules),
            Route("/games/{name}/lesson", lesson.page),
            Route("/games/{name}/lesson", lesson.answer, methods=["POST"]),
            Route("/games/{name}/puzzles", puzzle_page.page),
            Route("/games/{name}/puzzles", puzzle_page.answer, methods=["POST"]),
            Route("/games/{name}/edit", position_editor.edit, methods=["POST"]),
            Route("/games/{name}/picture.svg", downloads.game_picture),
            Route("/t/{token}", pages.table),
            WebSocketRoute("/t/{token}/live", table_socket),
            Route("/t/{token}/summary.json", downloads.summary),
            Route("/t/{token}/qr.svg", downloads.qr_code),
            Route("/t/{token}/export/{name}", downloads.export),
            Route("/t/{token}/export/{name}/progress.json", downloads.progress),
            Route("/t/{token}/letter", letter.begin),
            Route("/t/{token}/picture.svg", downloads.picture),
            Route("/t/{token}/embed.svg", downloads.embedded_picture),
            Route("/t/{token}/embed.png", downloads.embedded_picture),
            Route("/mine", pages.my_matches),
            Route("/lobby", lobby_page.page),
            Route("/lobby/name", lobby_page.take_name, methods=["POST"]),
            Route("/replay", replay.page),
            Route("/replay", replay.position, methods=["POST"]),
            Route("/replay/change", replay.change, methods=["POST"]),
            Route("/letter", letter.page),
            Route("/letter", letter.position, methods=["POST"]),
            Route("/letter/qr.svg", letter.qr_code),
            Route("/openapi.json", file),
            Route("/health", health),
            Route("/metrics", metrics),
            Route("/robots.txt", file),
            Route("/service_worker.js", file),
            Route("/manifest.webmanifest", file),
            Mount("/static", routes=[Route("/{name}", file)]),
        ],
        middleware=[
            Middleware(RootPathMiddleware, root=root),
            Middleware(SecurityMiddleware, hosts=tuple(hosts), body=limits.body),
            # No answer holds both a secret and words of a stranger, by which its length would tell.
            Middleware(GZipMiddleware, minimum_size=PACKED, compresslevel=6),
        ],
        exception_handlers=pages.HANDLERS,
        lifespan=lifespan,
    )
    app.state.tables = tables
    app.state.check = ArchiveCheck(tables)
    app.state.lobby = Lobby(tables) if lobby else None
    app.state.alone = alone
    app.state.metrics = table_metrics(tables, metrics_readers) if metrics_readers else None
    app.state.questions = ConcurrencyLimit(limits.questions)
    app.state.address = ServerAddress()  # until the server listens
    app.state.rooms = Rooms(limits)
    return app
