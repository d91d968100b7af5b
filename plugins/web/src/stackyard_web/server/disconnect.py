"""Work for somebody who may go away meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

Answer = TypeVar("Answer")


async def unless_gone(request: Request, work: Callable[[], Coroutine[Any, Any, Answer]]) -> Answer:
    """What comes of some work, which is given up with ClientDisconnect if the client leaves."""
    await request.body()
    working, watching = asyncio.create_task(work()), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        watching.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
