"""What a table gives away: its record, its position, pictures and films."""

from __future__ import annotations

from base64 import b64decode
from functools import lru_cache

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from stackyard.drawing.svg import describe, document, sketch
from stackyard.match import Match
from stackyard.plugins.host import load_game
from stackyard.position import ONGOING
from stackyard.records.format import encode
from stackyard.records.replays import record_of
from stackyard.rng import Rng
from stackyard_web.pages import table_of, tables_of
from stackyard_web.safety import PICTURES
from stackyard_web.seats import name_of
from stackyard_web.views import ended

KINDS = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
OPENING = 14  # moves before the picture of a game
SEED = 3
SECONDS = 0.7  # that a film shows each position


async def game_picture(request: Request) -> Response:
    """A position of a game, some moves after its start, for the list of games."""
    picture = await to_thread.run_sync(_game_picture, request.path_params["name"])
    headers = {"cache-control": "max-age=3600", "content-security-policy": PICTURES}
    return Response(picture, headers=headers, media_type=KINDS["svg"])


@lru_cache(100)
def _game_picture(name: str) -> str:
    game, rng = load_game(name), Rng(SEED)
    position, ply = game.initial(), 0
    shown = position.copy()
    while position.winner == ONGOING and ply < OPENING:
        shown = shown if position.mid_turn else position.copy()
        position.play(position.random_move(rng.bits()))
        ply += 1
    scene = game.scene(shown)
    drawn = sketch(scene, captions=False)
    return document(game.title, describe(scene), drawn.box, drawn.elements)


async def record(request: Request) -> Response:
    """The match as a record."""
    table, _ = await table_of(request)
    document = await table.read(lambda: encode(record_of(table.match), 2))
    return Response(document, media_type="application/json", headers=_named(table.match, "json"))


async def position(request: Request) -> Response:
    """The position as it is written."""
    table, _ = await table_of(request)
    match = table.match
    return PlainTextResponse(f"{match.game.format_position(match.position)}\n")


async def drawn(request: Request) -> Response:
    """A picture of one ply (`?ply=`), or a film of all."""
    table, _ = await table_of(request)
    kind = request.url.path.rpartition("/")[2].removeprefix("picture.")
    asked = request.query_params.get("ply", "")
    limits = tables_of(request).limits
    document = await table.read(lambda: encode(record_of(table.match)).decode())
    file = await tables_of(request).painters.ask(
        "draw",
        limits.pictures,
        record=document,
        kind=kind,
        ply=int(asked) if asked.isdecimal() and len(asked) < 9 else None,
        flip=request.query_params.get("flip") == "1",
        seconds=SECONDS,
    )
    ending = kind.rpartition(".")[2]
    headers = {"content-security-policy": PICTURES, "cache-control": "no-store"}
    if kind.startswith("film"):
        headers |= _named(table.match, ending)
    return Response(b64decode(file), headers=headers, media_type=KINDS[ending])


async def summary(request: Request) -> Response:
    """How a match stands, for the list of one's own."""
    table, role = await table_of(request)
    match = table.match
    result = match.result
    return JSONResponse(
        {
            "game": match.game.title,
            "name": match.game.name,
            "players": [
                "you" if seat in role.seats else name_of(spec, match.game.name)
                for seat, spec in enumerate(match.specs)
            ],
            "colours": match.game.colours,
            "ply": match.ply,
            "began": match.began.isoformat(),
            "your_turn": result is None and int(match.position.player) in role.seats,
            "result": ended(match),
        }
    )


def _named(match: Match, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{match.game.name}.{ending}"'}
