"""The lobby as a page, and as data for programs."""

from __future__ import annotations

from dataclasses import asdict

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stackyard.plugins.registry import registry
from stackyard_web.pages.pages import lobby_of, render_page
from stackyard_web.server.responses import SafeJSONResponse
from stackyard_web.tables.lobby import SHOWN, Lobby


async def page(request: Request) -> Response:
    """Open seats, results and ratings; 404 if the host wants no lobby."""
    lobby = _required(request)
    history = await lobby.history()
    return render_page(
        "lobby",
        open_tables=lobby.open_tables(),
        results=history.results[:SHOWN],
        ratings=history.ratings,
        games=sorted([known.about for known in registry().games.values()], key=lambda a: a.title),
    )


async def summary(request: Request) -> Response:
    """The same as JSON."""
    lobby = _required(request)
    history = await lobby.history()
    rated = history.ratings
    ratings = None if rated is None else [asdict(one) for one in rated]
    answer = {
        "open": [asdict(table) for table in lobby.open_tables()],
        "results": [asdict(result) for result in history.results[:SHOWN]],
        "ratings": ratings,
    }
    return SafeJSONResponse(answer, headers={"cache-control": "no-store"})


def _required(request: Request) -> Lobby:
    lobby = lobby_of(request)
    if lobby is None:
        raise HTTPException(404)
    return lobby
