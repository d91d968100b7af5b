"""The OpenAPI document of the HTTP interface."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from stackyard_web.server.responses import SafeJSONResponse

Part = dict[str, Any]

HTML, JSON, TEXT, SVG = "text/html", "application/json", "text/plain", "image/svg+xml"
SCRIPT = "text/javascript"
MANIFEST = "application/manifest+json"
FORM = "application/x-www-form-urlencoded"


def _object(**properties: Part) -> Part:
    return {"type": "object", "required": list(properties), "properties": properties}


def _some(kind: str | list[str], **more: Any) -> Part:
    return {"type": kind, **more}


NAME = {
    "name": "name",
    "in": "path",
    "required": True,
    "description": "An installed game.",
    "schema": _some("string"),
}
TOKEN = {
    "name": "token",
    "in": "path",
    "required": True,
    "description": "The number of a table and the key of a role.",
    "schema": _some("string"),
}
PLY = {
    "name": "ply",
    "in": "query",
    "description": "The number of moves played; by default all.",
    "schema": _some("integer", minimum=0),
}
FLIP = {
    "name": "flip",
    "in": "query",
    "description": "1 shows the board from the other side.",
    "schema": _some("string", enum=["0", "1"]),
}
PATH = {
    "name": "path",
    "in": "query",
    "description": "A line of a record by numbers of variations, such as 0.2; none is the match.",
    "schema": _some("string", pattern=r"^([0-9]{1,3}(\.[0-9]{1,3}){0,19})?$"),
}
ONLOOKER = {
    "name": "watch",
    "in": "query",
    "description": "1 shows the page for watchers, as where another browser holds the seat.",
    "schema": _some("string", enum=["1"]),
}
FORM_NAME = {
    "name": "name",
    "in": "path",
    "required": True,
    "description": "A registered export format, such as json, svg or gif.",
    "schema": _some("string"),
}
SEAT = _some("string", description="me, friend, or a computer player that the form offers")
WISH = {
    "type": "object",
    "description": "Also `option-NAME` for each option of the game, `term-NAME` for each term. "
    "`lobby` offers the open seat in the lobby.",
    "properties": {"first": SEAT, "second": SEAT, "position": _some("string")},
}
PAIR = _some("array", items=_some("string"), minItems=2, maxItems=2)
SUMMARY = _object(
    game=_some("string"),
    name=_some("string"),
    players=PAIR,
    colours=PAIR,
    ply=_some("integer"),
    began=_some("string", format="date-time"),
    your_turn=_some("boolean"),
    result=_some("string"),
)
RATED = _object(
    name=_some("string"),
    matches=_some("integer"),
    elo=_some("number"),
    low=_some("number"),
    high=_some("number"),
)
LOBBY = _object(
    open=_some(
        "array",
        items=_object(
            **dict.fromkeys(
                ("game", "title", "colour", "terms", "name", "seat", "watch"), _some("string")
            )
        ),
    ),
    results=_some(
        "array",
        items=_object(
            game=_some("string"),
            title=_some("string"),
            colours=PAIR,
            names=PAIR,
            winner=_some(["integer", "null"]),
            sentence=_some("string"),
            finished=_some("string"),
            watch=_some("string"),
            rated=_some("boolean"),
        ),
    ),
    ratings=_some(
        ["array", "null"],
        items=_object(
            game=_some("string"),
            title=_some("string"),
            names=_some("array", items=RATED),
        ),
    ),
)
REPLAYED = _object(
    game=_some("string"),
    name=_some("string"),
    colours=_some("array", items=_some("string")),
    players=_some("array", items=_some("string")),
    result=_some("string"),
    comment=_some("string"),
    warning=_some("string"),
    path=_some("array", items=_some("integer")),
    ply=_some("integer"),
    end=_some("integer"),
    plies=_some("array", items=_some("object")),
    words=_some("string"),
    note=_some("string"),
    picture=_some("object"),
    choices=_some("array", items=_some("object")),
    alternatives=_some("array", items=_some("array", items=_some("integer"))),
    variations=_some("array", items=_some("object")),
)
RECORD_CHANGE = {
    "type": "object",
    "description": "The JSON of a record, the move `ply` of the line at `path`, and a change "
    "there. `text` is the move to add after it, or the comment on it.",
    "required": ["record", "change", "ply"],
    "additionalProperties": False,
    "properties": {
        "record": _some("string"),
        "change": _some("string", enum=["add", "promote", "delete", "comment"]),
        "ply": _some("integer", minimum=0),
        "path": _some("array", items=_some("integer", minimum=0)),
        "text": _some("string"),
    },
}
CHANGED_RECORD = _object(
    record=_some("string"),
    path=_some("array", items=_some("integer")),
    ply=_some("integer"),
)
FILLED = {
    "type": "object",
    "description": "The values of the form, and `cell`, the number of the selected cell.",
    "additionalProperties": _some("string"),
}
EDITED = _object(
    text=_some("string"),
    picture=_some("string"),
    sentence=_some("string"),
    offers=_some("array", items=_object(item=_some("string"), text=_some("string"))),
)


def _task_move(number: str) -> Part:
    """A move in a task, whose number has this name."""
    return {
        "type": "object",
        "description": f"A {number}, from 0, and the moves so far. `tried` is the next move; "
        "`cells` make none; `back` takes back the last turn.",
        "required": [number],
        "additionalProperties": False,
        "properties": {
            number: _some("integer", minimum=0),
            "moves": _some("array", items=_some("string")),
            "tried": _some("string"),
            "cells": _some("array", items=_some("integer", minimum=0)),
            "back": _some("boolean"),
        },
    }


TASK = _object(
    title=_some("string"),
    text=_some("string"),
    moves=_some("array", items=_some("string")),
    asked=_some("string"),
    colour=_some("string"),
    picture=_some("object"),
    choices=_some("array", items=_some("object")),
    hints=_some("array", items=_some("string")),
    verdict=_some("string", enum=["", "refused", "other", "goes on", "done", "lost"]),
    told=_some("string"),
    made=_some("array", items=_some("string")),
    refused=_some("array", items=_some("integer")),
)
PROGRESS = _object(done=_some("integer"), total=_some("integer"))
FAILURE = _object(error=_some("string"))

GUARDED = (400, 403, 413)  # unknown hosts and malformed requests, foreign origins, large bodies
WORDS = {
    200: "Success.",
    303: "The table is ready at `location`.",
    400: "The request is malformed, or the host name is unknown.",
    403: "The request comes from a page of another site.",
    404: "Not found.",
    409: "The request cannot be carried out now.",
    413: "The body is too large.",
    422: "The values or the document are invalid.",
    429: "The client has too many unfinished matches.",
    503: "Matches cannot be stored.",
}


def _answer(code: int, content: Part) -> Part:
    answer: Part = {"description": WORDS[code]}
    if content:
        answer["content"] = content
    if code == 303:
        answer["headers"] = {"location": {"required": True, "schema": _some("string")}}
    return answer


def _operation(
    summary: str, kind: str, *errors: int, schema: Part | None = None, **more: Any
) -> Part:
    answers = {"200": _answer(200, {kind: {"schema": schema or _some("string")}})}
    words = {HTML: {"schema": _some("string")}, TEXT: {"schema": _some("string")}}
    for code in sorted({*errors, *GUARDED}):
        answers[str(code)] = _answer(code, {} if code == 303 else dict(words))
    return {"summary": summary, "responses": answers, **more}


def _at_game(summary: str, kind: str, *errors: int, **more: Any) -> Part:
    return _operation(summary, kind, 404, 409, *errors, parameters=[NAME], **more)


def _at_table(summary: str, kind: str, *parameters: Part, schema: Part | None = None) -> Part:
    given = [TOKEN, *parameters]
    errors = (404, 409, 422) if PLY in parameters else (404, 409)
    return {"get": _operation(summary, kind, *errors, schema=schema, parameters=given)}


def document() -> Part:
    """The OpenAPI document; play itself goes over the WebSocket at `/t/{token}/live`."""
    begin = _at_game("Begin a match.", HTML, 303, 422, 429)
    begin["requestBody"] = {"content": {FORM: {"schema": WISH}}}
    del begin["responses"]["200"]
    replay = _operation(
        "One ply of a record.", JSON, 422, schema=REPLAYED, parameters=[PLY, PATH, FLIP]
    )
    replay["requestBody"] = {"content": {JSON: {"schema": _some("object")}}}
    replay["responses"]["422"]["content"] = {JSON: {"schema": FAILURE}}
    change = _operation("A record with a change.", JSON, 422, schema=CHANGED_RECORD)
    change["requestBody"] = {"content": {JSON: {"schema": RECORD_CHANGE}}}
    change["responses"]["422"]["content"] = {JSON: {"schema": FAILURE}}
    edit = _at_game("A position in the editor.", JSON, 422, schema=EDITED)
    edit["requestBody"] = {"content": {JSON: {"schema": FILLED}}}
    edit["responses"]["422"]["content"] = {JSON: {"schema": FAILURE}}
    judges = {}
    for place, number in (("lesson", "step"), ("puzzles", "puzzle")):
        words = f"The judge's answer to a move in a {number}."
        judges[place] = judge = _at_game(words, JSON, 422, schema=TASK)
        judge["requestBody"] = {"content": {JSON: {"schema": _task_move(number)}}}
        judge["responses"]["422"]["content"] = {JSON: {"schema": FAILURE}}
    picture, film = (PLY, FLIP), (FLIP,)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stackyard in the browser",
            "version": version("stackyard-web"),
            "description": document.__doc__,
        },
        "paths": {
            "/": {"get": _operation("The installed games.", HTML)},
            "/games/{name}": {"get": _at_game("A form for a match.", HTML), "post": begin},
            "/games/{name}/edit": {"post": edit},
            "/games/{name}/lesson": {
                "get": _at_game("The lesson.", HTML),
                "post": judges["lesson"],
            },
            "/games/{name}/puzzles": {
                "get": _at_game("The puzzles.", HTML),
                "post": judges["puzzles"],
            },
            "/games/{name}/rules": {"get": _at_game("The rules.", HTML)},
            "/games/{name}/picture.svg": {"get": _at_game("A position.", SVG)},
            "/t/{token}": _at_table("A table, to play at or to watch.", HTML, ONLOOKER),
            "/t/{token}/summary.json": _at_table("The state of a match.", JSON, schema=SUMMARY),
            "/t/{token}/export/{name}": _at_table(
                "The match in a registered export format.", "*/*", FORM_NAME, *picture
            ),
            "/t/{token}/export/{name}/progress.json": _at_table(
                "The progress of an export; repeated requests keep it going.",
                JSON,
                FORM_NAME,
                FLIP,
                schema=PROGRESS,
            ),
            "/t/{token}/record.json": _at_table("The record.", JSON, schema=_some("object")),
            "/t/{token}/qr.svg": _at_table("The address of the table as a QR code.", SVG),
            "/t/{token}/position.txt": _at_table("The position.", TEXT),
            "/t/{token}/picture.svg": _at_table("The board.", SVG, *picture),
            "/t/{token}/picture.png": _at_table("The board.", "image/png", *picture),
            "/t/{token}/embed.svg": _at_table("The board, for other sites.", SVG, FLIP),
            "/t/{token}/embed.png": _at_table("The board, for other sites.", "image/png", FLIP),
            "/t/{token}/film.svg": _at_table("The match as a film.", SVG, *film),
            "/t/{token}/film.gif": _at_table("The match as a film.", "image/gif", *film),
            "/mine": {"get": _operation("The matches stored in this browser.", HTML)},
            "/lobby": {"get": _operation("Open seats, results and ratings.", HTML, 404)},
            "/lobby.json": {"get": _operation("The same as data.", JSON, 404, schema=LOBBY)},
            "/replay": {
                "get": _operation("A page that shows records.", HTML),
                "post": replay,
            },
            "/replay/change": {"post": change},
            "/health": {"get": _operation("Whether matches can be stored.", TEXT, 503)},
            "/metrics": {"get": _operation("Measurements for Prometheus.", TEXT, 404)},
            "/robots.txt": {"get": _operation("The addresses for search engines.", TEXT)},
            "/service_worker.js": {"get": _operation("Shows notifications.", SCRIPT)},
            "/manifest.webmanifest": {
                "get": _operation("The web manifest.", MANIFEST, schema=_some("object")),
            },
            "/openapi.json": {
                "get": _operation("This document.", JSON, schema=_some("object")),
            },
        },
    }


async def openapi_json(request: Request) -> Response:
    """Answer with the OpenAPI document."""
    return Response(_encoded(), media_type=JSON)


@lru_cache(1)  # slow to make, and constant
def _encoded() -> bytes:
    return bytes(SafeJSONResponse(document()).body)
