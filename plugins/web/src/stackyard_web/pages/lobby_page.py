"""The page of the lobby, and the names taken there."""

from __future__ import annotations

from typing import Annotated

import msgspec
from anyio import to_thread
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stackyard.errors import StackyardError
from stackyard.plugins.registry import registry
from stackyard_web.errors import LimitExceededError
from stackyard_web.pages.pages import lobby_of, render_page, tables_of
from stackyard_web.protocol import Name
from stackyard_web.server.addresses import client_address
from stackyard_web.server.responses import SafeJSONResponse
from stackyard_web.tables.lobby import SHOWN, Lobby


async def page(request: Request) -> Response:
    """Open seats, results and ratings; 404 if the host wants no lobby."""
    lobby = _required(request)
    history = await lobby.history()
    return render_page(
        request,
        "lobby",
        open_tables=lobby.open_tables(),
        results=history.results[:SHOWN],
        ratings=history.ratings,
        games=sorted([known.about for known in registry().games.values()], key=lambda a: a.title),
    )


class NameClaim(Struct, frozen=True, forbid_unknown_fields=True):
    """A name, and the secret of the browser that wants it."""

    name: Name
    secret: Annotated[str, Meta(pattern="^([A-Za-z0-9_-]{22,64})?$")]


async def take_name(request: Request) -> Response:
    """Take a name for a browser, or tell why it cannot be taken."""
    _required(request)
    names, client = tables_of(request).names, client_address(request)
    try:
        wanted = msgspec.json.decode(await request.body(), type=NameClaim)
        await to_thread.run_sync(names.claim, wanted.name, wanted.secret, client)
    except LimitExceededError as error:
        return SafeJSONResponse({"error": str(error)}, 429)
    except (StackyardError, msgspec.MsgspecError, ValueError) as error:
        return SafeJSONResponse({"error": str(error)}, 422)
    return SafeJSONResponse({})


def _required(request: Request) -> Lobby:
    lobby = lobby_of(request)
    if lobby is None:
        raise HTTPException(404)
    return lobby
