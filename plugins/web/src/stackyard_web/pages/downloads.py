"""The downloads of a table: record, pictures, films, and the summary."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from anyio import to_thread
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from stackyard.errors import StackyardError
from stackyard.plugins.registry import registry
from stackyard.records.format import Record, encode
from stackyard.records.writer import record_of
from stackyard.text import normalize_name
from stackyard_web.pages.pages import MOST_PLIES, base_of, ply_of, table_of, tables_of
from stackyard_web.pages.posters import poster
from stackyard_web.server import qr
from stackyard_web.server.addresses import client_address
from stackyard_web.server.responses import SafeJSONResponse, svg_response
from stackyard_web.server.root_path import root
from stackyard_web.server.security import EMBEDDED, PICTURES
from stackyard_web.tables.seats import name_of
from stackyard_web.tables.tokens import WATCH
from stackyard_web.views import ended
from stackyard_web.workers.exports import ExportRequest, too_long

FRESH = 10  # seconds for which an embedded picture may be cached


async def game_picture(request: Request) -> Response:
    """A picture of an early position of a game, for the list of games."""
    drawn = await to_thread.run_sync(poster, request.path_params["name"])
    return svg_response(drawn.svg, "max-age=3600")


async def export(request: Request) -> Response:
    """The match as a file in a registered export format."""
    name = normalize_name(request.path_params["name"])
    answer = await _export(request, name, ply_of(request))
    suffix = registry().exporters[name].about.suffixes[0]
    table, _ = await table_of(request)
    file = f"{table.match.game.name}{suffix}"
    answer.headers["content-disposition"] = f'attachment; filename="{file}"'
    return answer


async def picture(request: Request) -> Response:
    """The board after some moves, by default all, to look at rather than to keep."""
    ply = ply_of(request)
    return await _export(request, "svg", MOST_PLIES if ply is None else ply)


async def embedded_picture(request: Request) -> Response:
    """A picture of the current board for other sites; only with the link to watch."""
    _, role = await table_of(request)
    if role != WATCH:  # the embedding page makes the link public
        raise HTTPException(404)
    answer = await _export(request, request.url.path.rpartition(".")[2], MOST_PLIES)
    answer.headers["cross-origin-resource-policy"] = "cross-origin"
    answer.headers["content-security-policy"] = EMBEDDED
    answer.headers["cache-control"] = f"max-age={FRESH}"
    return answer


async def qr_code(request: Request) -> Response:
    """The address of a table as a QR code."""
    await table_of(request)
    path = f"{root()}/t/{request.path_params['token']}"
    base = base_of(request) or f"{request.url.scheme}://{request.url.netloc}"
    return svg_response(await to_thread.run_sync(qr.svg, f"{base}{path}"))


async def progress(request: Request) -> Response:
    """The progress of an export; a request starts the export and keeps it going."""
    name = normalize_name(request.path_params["name"])
    try:
        wanted = await _export_request(request, name, None)
        done, total = tables_of(request).exports.progress(wanted, client_address(request))
    except StackyardError as error:
        return SafeJSONResponse({"error": f"That cannot be done now: {error}."}, 409)
    return SafeJSONResponse({"done": done, "total": total})


async def _export(request: Request, name: str, ply: int | None) -> Response:
    wanted = await _export_request(request, name, ply)
    exports, client = tables_of(request).exports, client_address(request)
    written = await run_while_connected(request, lambda: exports.get(wanted, client))
    headers = {"content-security-policy": PICTURES, "cache-control": "no-store"}
    kind = registry().exporters[name].about.media_type
    return Response(written, headers=headers, media_type=kind)


async def run_while_connected(
    request: Request, work: Callable[[], Coroutine[Any, Any, bytes]]
) -> bytes:
    """The result of `work`; ClientDisconnect if the client disconnects before it is done."""
    await request.body()

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, watching = asyncio.create_task(work()), asyncio.create_task(watch())
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        watching.cancel()


async def _export_request(request: Request, name: str, ply: int | None) -> ExportRequest:
    """The export for a request; 404 if there is none by this name for the game.

    StackyardError if the match is too long for a film.
    """
    table, _ = await table_of(request)
    match, most, known = table.match, tables_of(request).limits.film, registry().exporters.get(name)
    if known is None or not known.about.writes(match.game.name):
        raise HTTPException(404)
    film = ply is None and known.about.picture
    if film and match.ply > most:
        raise StackyardError(too_long(most))

    def written() -> tuple[bytes, Record]:
        record = record_of(match)
        return encode(replace(record, changed=record.began)), record

    return ExportRequest(
        *await table.read(written),
        name,
        None if ply is None else min(ply, match.ply),
        request.query_params.get("flip") == "1",
        film,
    )


async def summary(request: Request) -> Response:
    """The state of a match, for the list of a browser's matches."""
    table, role = await table_of(request)
    match = table.match
    course = match.course
    return SafeJSONResponse(
        {
            "game": match.game.title,
            "name": match.game.name,
            "players": [
                "you" if seat in role.seats else called or name_of(spec, match.game.name)
                for seat, (spec, called) in enumerate(
                    zip(match.specs, table.actions.memo.names, strict=True)
                )
            ],
            "colours": match.game.colours,
            "ply": course.ply,
            "began": match.began.isoformat(),
            "your_turn": course.result is None and course.player in role.seats,
            "result": ended(course),
        }
    )
