"""The WebSocket connection between a page and its table."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import nullcontext

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from stackyard.errors import StackyardError
from stackyard_web import protocol
from stackyard_web.errors import LimitExceededError
from stackyard_web.server.addresses import client_address
from stackyard_web.server.limits import ConcurrencyLimit, Rooms
from stackyard_web.server.metrics import Metrics
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.handlers import answer
from stackyard_web.tables.message_patches import PatchEncoder
from stackyard_web.tables.table import MatchTable
from stackyard_web.tables.tables import TableRegistry

TRY_AGAIN = 1013  # a close code (RFC 6455)
WAITING = 16  # requests of a page that wait for their turn
SUBPROTOCOL = "stackyard"  # accepted; browsers want one of those that they offer
REASON = 123  # bytes of a reason to close
GONE = 4404  # our own, for a table that does not exist; known to connection.js


async def table_socket(websocket: WebSocket) -> None:
    """Connect a page to its table until it disconnects."""
    tables: TableRegistry = websocket.app.state.tables
    rooms: Rooms = websocket.app.state.rooms
    code, reason = GONE, "there is no such table"
    try:
        found = await tables.find(websocket.path_params["token"])
    except StackyardError as error:
        found, code, reason = None, TRY_AGAIN, str(error).partition(";")[0]
    offered = websocket.scope.get("subprotocols", [])
    await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
    if found is None:
        await websocket.close(code, reason.encode()[:REASON].decode(errors="ignore"))
        return
    table, link = found
    secret, tab = _browser(offered)
    client = client_address(websocket)
    role = await table.holders.admit(link, secret)
    page = PageConnection(role, link, client, tables.limits.unsent, secret, tab)
    page.flipped = websocket.query_params.get("flip") == "1"
    if websocket.query_params.get("patches") == "1":
        page.patches = PatchEncoder()
    try:
        with rooms.hold(client, table.number, bool(role.seats)):
            await _attend(websocket, table, page)
    except LimitExceededError as error:
        await websocket.close(TRY_AGAIN, str(error))


def _browser(offered: list[str]) -> tuple[str, str]:
    """The secret of a browser and the number of its tab, which it offers as a subprotocol.

    Both are empty without one. An address or a message is no place for the secret: proxies log
    addresses, and the role must be known before the first message. The answer does not repeat it.
    """
    for name in offered:
        if fit := re.fullmatch(r"seat\.([A-Za-z0-9_-]{22,64})\.([A-Za-z0-9_-]{1,32})", name):
            return fit[1], fit[2]
    return "", ""


async def _attend(websocket: WebSocket, table: MatchTable, page: PageConnection) -> None:
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_write, websocket, page)
            group.start_soon(_close_when_lost, websocket, page)
            await table.join(page)
            await _receive(websocket, table, page)
            group.cancel_scope.cancel()
    finally:
        table.leave(page)


async def _write(websocket: WebSocket, page: PageConnection) -> None:
    while True:
        message = await page.unsent.get()
        patch = page.patches and page.patches.encode(message)
        try:
            await websocket.send_text(protocol.encode(patch) if patch else message)
        except (WebSocketDisconnect, RuntimeError, OSError):  # disconnected; the reader notices too
            return


async def _close_when_lost(websocket: WebSocket, page: PageConnection) -> None:
    await page.lost.wait()
    await websocket.close(TRY_AGAIN, "too slow")


async def _receive(websocket: WebSocket, table: MatchTable, page: PageConnection) -> None:
    """Read requests until the page disconnects, and finish those that it has sent."""
    requests = asyncio.Queue[protocol.Request | protocol.ErrorMessage | None](WAITING)
    worker = asyncio.create_task(_answer_in_order(websocket, table, page, requests))
    tasks = set[asyncio.Task[None]]()
    try:
        async for request in _read(websocket, page):
            if isinstance(request, protocol.Ping):  # at once: it checks the connection
                await answer(table, request, page)
            elif isinstance(request, protocol.RequestHint | protocol.Analyse | protocol.Attempt):
                task = asyncio.create_task(answer(table, request, page))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            else:
                await requests.put(request)
        await requests.put(None)
        await worker
    finally:
        for task in {worker, *tasks}:
            task.cancel()


async def _read(
    websocket: WebSocket, page: PageConnection
) -> AsyncIterator[protocol.Request | protocol.ErrorMessage]:
    """The requests of a page, and an error for each message that is none."""
    while True:
        try:
            message = await websocket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):  # KeyError: a binary message
            return
        page.heard = time.monotonic()
        try:
            yield protocol.decode(message)
        except ValueError as error:
            yield protocol.ErrorMessage(str(error))


async def _answer_in_order(
    websocket: WebSocket,
    table: MatchTable,
    page: PageConnection,
    requests: asyncio.Queue[protocol.Request | protocol.ErrorMessage | None],
) -> None:
    """Answer the requests of a page one after the other, until there is a None."""
    questions: ConcurrencyLimit = websocket.app.state.questions
    while (request := await requests.get()) is not None:
        if isinstance(request, protocol.ErrorMessage):
            page.tell(request)
        elif isinstance(request, protocol.Question):
            async with questions.slot(page.client):
                await _answer(websocket, table, request, page)
        else:
            await _answer(websocket, table, request, page)


async def _answer(
    websocket: WebSocket, table: MatchTable, request: protocol.Request, page: PageConnection
) -> None:
    metrics: Metrics | None = websocket.app.state.metrics
    with metrics.timed(request) if metrics else nullcontext():
        await answer(table, request, page)
