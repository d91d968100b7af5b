"""The page that shows records, and the answers to its requests; nothing of them is kept."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from stackyard.records.format import DEEPEST, MOST_VARIATIONS
from stackyard_web import posted_record
from stackyard_web.errors import InvalidPlyError
from stackyard_web.pages.pages import MOST_PLIES, ply_of, render_page
from stackyard_web.pages.posted import answer_of, refused
from stackyard_web.posted_record import Change

Index = Annotated[int, Meta(ge=0, lt=MOST_VARIATIONS)]


class ChangeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, a place in it, and the change to make there; see `stackyard_web.posted_record`."""

    record: str
    change: Change
    ply: Annotated[int, Meta(ge=0, le=MOST_PLIES)]
    path: Annotated[tuple[Index, ...], Meta(max_length=DEEPEST)] = ()
    text: str = ""


async def page(request: Request) -> Response:
    """The page."""
    return render_page(request, "replay")


async def position(request: Request) -> Response:
    """One of the positions of a posted record."""
    try:
        ply, path = ply_of(request) or 0, _path_of(request)
        flip = request.query_params.get("flip") == "1"
        body = (await request.body()).decode()
    except InvalidPlyError as error:
        return refused(str(error))
    except ValueError:
        return refused("This file is no record: it is not text.")
    given = {"record": body, "path": path, "ply": ply, "flip": flip}
    return await answer_of(request, posted_record.replayed, "This record cannot be shown", given)


async def change(request: Request) -> Response:
    """A posted record with a change."""
    try:
        change = msgspec.json.decode(await request.body(), type=ChangeRequest)
    except (msgspec.MsgspecError, ValueError) as error:
        return refused(f"This is no change of a record: {error}.")
    return await answer_of(request, posted_record.changed, "Not done", asdict(change))


def _path_of(request: Request) -> tuple[int, ...]:
    """The path of a line in an address, such as path=0.2; empty is the match's own."""
    text = request.query_params.get("path", "")
    if not re.fullmatch(r"([0-9]{1,3}(\.[0-9]{1,3}){0,19})?", text):
        raise InvalidPlyError("a path is numbers of variations with points between, as in path=0.2")
    return tuple([int(index) for index in text.split(".") if index])
