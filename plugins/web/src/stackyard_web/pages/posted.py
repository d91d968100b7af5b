"""The answers to what pages post: worker processes find them, and nothing is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from stackyard_web.errors import CallError, CallRefusedError
from stackyard_web.pages.pages import tables_of
from stackyard_web.server.addresses import client_address
from stackyard_web.server.responses import SafeJSONResponse
from stackyard_web.workers.queue import Priority


async def answer_of(
    request: Request, call: Callable[..., dict[str, Any]], failed: str, given: dict[str, Any]
) -> Response:
    """The answer of a worker process, or a sentence that begins with `failed`."""
    tables = tables_of(request)
    try:
        answer = await tables.export_workers.call(
            call,
            tables.limits.pictures / 4,
            priority=Priority.PICTURE,
            client=client_address(request),
            plies=tables.limits.plies,
            **given,
        )
    except CallRefusedError as error:
        return refused(str(error))
    except CallError as error:
        return refused(f"{failed}: {error}.")
    return SafeJSONResponse(answer)


def refused(sentence: str) -> Response:
    """The answer to a request that is not carried out."""
    return SafeJSONResponse({"error": sentence}, 422)
