"""Cancels the work for a request when its client disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

Answer = TypeVar("Answer")


async def run_while_connected(
    request: Request, work: Callable[[], Coroutine[Any, Any, Answer]]
) -> Answer:
    """The result of `work`; ClientDisconnect if the client disconnects before it is done."""
    await request.body()
    working, watching = (
        asyncio.create_task(work()),
        asyncio.create_task(_wait_for_disconnect(request)),
    )
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        watching.cancel()


async def _wait_for_disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
