"""The answers to what pages post; nothing is kept. Worker processes find those that take long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response

from stackyard.errors import StackyardError, UnknownGameError
from stackyard_web.errors import CallError, CallRefusedError
from stackyard_web.pages.pages import tables_of
from stackyard_web.server.addresses import client_address
from stackyard_web.server.responses import SafeJSONResponse
from stackyard_web.workers.calls import carry_out
from stackyard_web.workers.pool import VERSION
from stackyard_web.workers.queue import Priority


async def answer_of(
    request: Request, call: Callable[..., dict[str, Any]], failed: str, given: dict[str, Any]
) -> Response:
    """The answer of a worker process, or a sentence that begins with `failed`.

    Where pages are `alone`, the only worker may think for long, and nobody else waits here.
    """
    tables = tables_of(request)
    given = {"plies": tables.limits.plies, **given}
    try:
        if request.app.state.alone:
            answer = carry_out(VERSION, call, given)
        else:
            answer = await tables.export_workers.call(
                call,
                tables.limits.pictures / 4,
                priority=Priority.PICTURE,
                client=client_address(request),
                **given,
            )
    except CallRefusedError as error:
        return refused(str(error))
    except CallError as error:
        return refused(f"{failed}: {error}.")
    return SafeJSONResponse(answer)


Question = TypeVar("Question")


async def answer_here(
    request: Request, kind: type[Question], answer: Callable[[str, Question], dict[str, Any]]
) -> Response:
    """The answer to a posted question about the game of the address, or a sentence why not."""
    try:
        question = msgspec.json.decode(await request.body(), type=kind)
        name = request.path_params["name"]
        return SafeJSONResponse(await to_thread.run_sync(answer, name, question))
    except UnknownGameError:
        raise
    except (StackyardError, msgspec.MsgspecError, ValueError) as error:
        return refused(str(error))


def refused(sentence: str) -> Response:
    """The answer to a request that is not carried out."""
    return SafeJSONResponse({"error": sentence}, 422)
