"""The page of a game by letter, and the answers to its requests."""

from __future__ import annotations

from typing import Annotated

import msgspec
from anyio import to_thread
from msgspec import Meta, Struct
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stackyard_notations.game_link import link_of
from stackyard_web import letters
from stackyard_web.pages.pages import MOST_PLIES, base_of, render_page, table_of
from stackyard_web.pages.posted import answer_of, refused
from stackyard_web.server import qr
from stackyard_web.server.responses import svg_response
from stackyard_web.server.root_path import root

LETTER = "/letter#"  # before the link in the address of a letter
AT_SITE = "#/letter/"  # and in that of a site
MOST_DRAWN = 1500  # characters of an address; a QR code holds 2,331 bytes


class LetterRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A link, the move to play, if any, and the position to show, by default the last."""

    link: str
    move: Annotated[str, Meta(max_length=200)] = ""
    ply: Annotated[int, Meta(ge=0, le=MOST_PLIES)] | None = None
    flip: bool = False


async def page(request: Request) -> Response:
    """The page; the link is the fragment of its address, which the server does not get."""
    return render_page(request, "letter", base=base_of(request))


async def position(request: Request) -> Response:
    """The game of a posted link, after a move."""
    try:
        asked = msgspec.json.decode(await request.body(), type=LetterRequest)
    except (msgspec.MsgspecError, ValueError) as error:
        return refused(f"This is not a link to a game by letter: {error}.")
    return await answer_of(request, letters.opened, "This link cannot be opened", asdict(asked))


async def begin(request: Request) -> Response:
    """Lead to the letter of a table's match."""
    table, _ = await table_of(request)
    link = await table.read(lambda: link_of(table.match.course))
    return RedirectResponse(f"{root()}{LETTER}{link}", 303)


async def qr_code(request: Request) -> Response:
    """The address of a letter, as the page knows it, as a QR code."""
    address = request.query_params.get("address", "")
    is_letter = LETTER in address or AT_SITE in address
    if not is_letter or len(address) > MOST_DRAWN:
        words = f"with {LETTER} or {AT_SITE} in it, of at most {MOST_DRAWN} characters"
        return refused(f"This is not the address of a game by letter, {words}.")
    return svg_response(await to_thread.run_sync(qr.svg, address))
