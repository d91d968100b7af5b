"""The WebSocket connection between a page and its table."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from stackyard.errors import StackyardError
from stackyard_web import protocol
from stackyard_web.errors import LimitExceededError
from stackyard_web.server.addresses import client_address
from stackyard_web.server.limits import ConcurrencyLimit, Limits, Quota, TokenBucket
from stackyard_web.server.metrics import Metrics
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.handlers import answer
from stackyard_web.tables.patches import PatchEncoder
from stackyard_web.tables.table import MatchTable
from stackyard_web.tables.tables import TableRegistry

FORBIDDEN, TOO_MUCH, TRY_AGAIN = 1008, 1009, 1013  # close codes (RFC 6455)
GONE = 4404  # our own, for a table that does not exist; known to connection.js


async def table_socket(websocket: WebSocket) -> None:
    """Connect a page to its table until it disconnects."""
    tables: TableRegistry = websocket.app.state.tables
    quota: Quota = websocket.app.state.connections
    try:
        found = await tables.find(websocket.path_params["token"])
    except StackyardError:
        found = None
    await websocket.accept()
    if found is None:
        await websocket.close(GONE, "there is no such table")
        return
    table, role = found
    client = client_address(websocket)
    page = PageConnection(role, client, tables.limits.unsent)
    page.flipped = websocket.query_params.get("flip") == "1"
    if websocket.query_params.get("patches") == "1":
        page.patches = PatchEncoder()
    try:
        with quota.hold(client):
            await _attend(websocket, table, page, tables.limits)
    except LimitExceededError as error:
        await websocket.close(TRY_AGAIN, str(error))


async def _attend(
    websocket: WebSocket, table: MatchTable, page: PageConnection, limits: Limits
) -> None:
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_write, websocket, page)
            group.start_soon(_close_when_lost, websocket, page)
            await table.join(page)
            await _receive(websocket, table, page, limits)
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


async def _receive(
    websocket: WebSocket, table: MatchTable, page: PageConnection, limits: Limits
) -> None:
    bucket = TokenBucket(limits.burst, limits.rate)
    questions: ConcurrencyLimit = websocket.app.state.questions
    tasks = set[asyncio.Task[None]]()
    try:
        while True:
            try:
                message = await websocket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):  # KeyError: a binary message
                return
            if len(message) > limits.message:
                await websocket.close(TOO_MUCH, "the message is too long")
                return
            if not bucket.take():
                await websocket.close(FORBIDDEN, "too many messages")
                return
            try:
                request = protocol.decode(message)
            except ValueError as error:
                page.tell(protocol.ErrorMessage(str(error)))
                continue
            if isinstance(request, protocol.RequestHint | protocol.Analyse):
                task = asyncio.create_task(answer(table, request, page))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            elif isinstance(request, protocol.Question):
                async with questions.slot(page.client):
                    await _answer(websocket, table, request, page)
            else:
                await _answer(websocket, table, request, page)
    finally:
        for task in tasks:
            task.cancel()


async def _answer(
    websocket: WebSocket, table: MatchTable, request: protocol.Request, page: PageConnection
) -> None:
    metrics: Metrics | None = websocket.app.state.metrics
    with metrics.timed(request) if metrics else nullcontext():
        await answer(table, request, page)
