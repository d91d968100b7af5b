"""The HTML pages, and the answers to their forms."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from anyio import to_thread
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader
from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from stackyard.errors import StackyardError, UnknownGameError
from stackyard.options import show_value
from stackyard.plugins.registry import registry
from stackyard.text import printable, quoted
from stackyard.turnloop.history import Course
from stackyard.turnloop.player_specs import first_opponent, levels
from stackyard_coach.strength import level_strengths
from stackyard_notations.game_link import link_of
from stackyard_web import views
from stackyard_web.errors import InvalidPlyError, LimitExceededError
from stackyard_web.pages import forms
from stackyard_web.pages.posters import poster
from stackyard_web.server.addresses import ServerAddress, client_address
from stackyard_web.server.assets import TEMPLATES, BundleNames
from stackyard_web.server.faults import describe_failure
from stackyard_web.server.root_path import root
from stackyard_web.server.security import TooLargeError
from stackyard_web.tables.lobby import Lobby
from stackyard_web.tables.seats import HUMAN, opponents
from stackyard_web.tables.table import MatchTable
from stackyard_web.tables.tables import TableRegistry
from stackyard_web.tables.tokens import GUESTS, WATCH, Role
from stackyard_web.term_words import term_words
from stackyard_web.workers.exports import too_long

FIELDS = 200  # of a form
LETTER = "letter"  # the opponent of a game by letter
MOST_PLIES = 10**6  # in the address of a page

_loader = FileSystemLoader(TEMPLATES)
_templates = Environment(loader=_loader, autoescape=True, extensions=[BundleNames])
_LINKS = re.compile(r'\b(href|src|action|data-path|data-picture)="/')
_SCROLLING = re.compile("<(table|pre)>")  # where a screen is narrow; so the keyboard reaches them
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def add_templates(folder: Path) -> None:
    """Let `render_page` find the templates of another package, too."""
    _loader.searchpath.append(str(folder))


def keep_templates(folder: Path) -> None:
    """Keep compiled templates in a folder, and use those that are there."""
    folder.mkdir(exist_ok=True)
    _templates.bytecode_cache = FileSystemBytecodeCache(str(folder))


def render_page(request: Request, template: str, code: int = 200, **content: Any) -> HTMLResponse:
    """Render a page."""
    found = _templates.get_template(f"{template}.html")
    lobby, alone = lobby_of(request) is not None, request.app.state.alone
    page = found.render(**content, root=root(), has_lobby=lobby, alone=alone)
    if root():  # templates have addresses without the prefix
        page = _LINKS.sub(rf'\1="{root()}/', page)
    return HTMLResponse(printable(page), code, {"cache-control": "no-store"})


def markdown(text: str) -> str:
    """Markdown as HTML."""
    return _SCROLLING.sub(r'<\1 tabindex="0">', str(_markdown.render(text)))


async def start(request: Request) -> Response:
    """The start page: the installed games."""
    games = [known.about for known in registry().games.values()]
    lobby = lobby_of(request)
    waiting = None if lobby is None else len(lobby.open_tables())
    names = [about.name for about in games]
    facts = await to_thread.run_sync(lambda: {name: forms.facts(name) for name in names})
    # The richest boards come first; they show best what a yard of stacks is.
    games.sort(key=lambda about: (-facts[about.name].cells, about.title.lower()))
    return render_page(request, "start", games=games, facts=facts, waiting=waiting)


async def game(request: Request) -> Response:
    """The form for a match of one game; a filled-in form creates a table and leads there."""
    name = request.path_params["name"]
    kind = await to_thread.run_sync(registry().game, name)
    if request.method == "GET":
        return _form(request, kind, dict(request.query_params))
    given = await request.form(max_files=0, max_fields=FIELDS)
    filled = {key: value for key, value in given.items() if isinstance(value, str)}
    try:
        chosen = await to_thread.run_sync(forms.read_form, name, filled)
        if filled.get("against") == LETTER:
            link = link_of(Course(chosen.game, chosen.start))
            return RedirectResponse(f"{root()}/letter#{link}", 303)
        tables, client = tables_of(request), client_address(request)
        table = await tables.create(chosen.game, chosen.specs, chosen.start, chosen.terms, client)
        invites = chosen.specs == (HUMAN, HUMAN) and len(chosen.role.seats) == 1
        if invites and lobby_of(request) and filled.get("lobby"):
            await to_thread.run_sync(partial(table.actions.enter_lobby, listed=True))
    except LimitExceededError as error:
        return _form(request, kind, filled, str(error), 429)
    except (StackyardError, ValueError) as error:
        return _form(request, kind, filled, str(error), 422)
    return RedirectResponse(f"{root()}/t/{table.token(chosen.role)}", 303)


def _form(
    request: Request, kind: Any, filled: dict[str, str], error: str = "", status: int = 200
) -> Response:
    name = kind.about.name
    return render_page(
        request,
        "game",
        status,
        about=kind.about,
        poster=poster(name),
        colours=kind.colours,
        fields=[forms.field_of(option) for option in kind.options],
        notation=kind.notation,
        starts=[(each, forms.settings_of(each)) for each in kind.starts],
        opponents=opponents(name),
        first_opponent=first_opponent() or forms.FRIEND,
        levels=levels(),
        fitting=bool(level_strengths(name)),
        terms=[known.about for known in registry().terms.values()],
        facts=forms.facts(name),
        filled=filled,
        error=error,
    )


async def rules(request: Request) -> Response:
    """The rules of a game, rendered from Markdown."""
    kind = await to_thread.run_sync(registry().game, request.path_params["name"])
    text = markdown(await to_thread.run_sync(lambda: kind().rules_page()))
    return render_page(request, "rules", about=kind.about, text=text)


async def table(request: Request) -> Response:
    """The page of a table, to play or to watch."""
    found, role = await table_of(request)
    if request.query_params.get("watch"):  # another browser holds the seat of this link
        role = WATCH
    sender = tables_of(request).notices.sender
    match, base = found.match, base_of(request)
    below = role.seats[0] if len(role.seats) == 1 else 0
    ground, trays, counts = await found.read(lambda: views.room(match.course, below == 1))
    between = found.actions.is_between_people
    result = views.ended(match.course)
    invited = ""
    if role.invites and match.specs[1 - role.seats[0]] == HUMAN:
        invited = f"/t/{found.token(GUESTS[1 - role.seats[0]])}"
    return render_page(
        request,
        "table",
        about=match.game.about,
        ground=ground,
        trays=trays,
        counts=counts,
        below=below,
        by_link=not role.seats or (between and role in GUESTS),
        result=f"{result}." if result else "",
        begun=match.ply > 0,
        agreement=match.game.agreement,
        listed=found.actions.memo.listed,
        rated=found.actions.memo.rated,
        advice=found.actions.allows_advice() or len(role.seats) == 2,
        taught=(await to_thread.run_sync(forms.facts, match.game.name)).lesson,
        colours=match.game.colours,
        notes_legend=match.game.notes_legend,
        setup=urlencode({f"option-{k}": show_value(v) for k, v in match.game.settings.items()}),
        between=between,
        notation=match.game.notation,
        terms=term_words(match.terms),
        here=f"{base or request.base_url.replace(path='')}{root()}",
        base=base,
        longest=tables_of(request).limits.film,
        too_long=f"{too_long(tables_of(request).limits.film)}.".capitalize(),
        exporters=[
            known.about
            for known in registry().exporters.values()
            if known.about.writes(match.game.name)
        ],
        token=request.path_params["token"],
        push=sender.public_key if sender else "",
        role=role,
        watch=f"/t/{found.token(WATCH)}",
        invited=invited,
        stronger=forms.stronger(match, role),
        level=forms.level_of_opponent(match, role),
        standard=match.course.standard,
    )


async def my_matches(request: Request) -> Response:
    """The matches stored in this browser, which only its script can list."""
    return render_page(request, "my_matches", base=base_of(request))


def ply_of(request: Request) -> int | None:
    """The ply in an address; None without one, InvalidPlyError if it is invalid."""
    text = request.query_params.get("ply")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise InvalidPlyError(
            f"ply={quoted(text)} is no number of moves: write ply=0 for the start, ply=1 for the "
            "position after the first move"
        )
    return min(int(text[:9]), MOST_PLIES)


def tables_of(request: Request) -> TableRegistry:
    """The tables of the server."""
    tables: TableRegistry = request.app.state.tables
    return tables


def lobby_of(request: Request) -> Lobby | None:
    """The lobby of the server; None if its host wants none."""
    lobby: Lobby | None = request.app.state.lobby
    return lobby


def base_of(request: Request) -> str | None:
    """The start of links for others, without path; None if only this machine gets here."""
    address: ServerAddress = request.app.state.address
    return address.base_url(request)


async def table_of(request: Request) -> tuple[MatchTable, Role]:
    """The table and role of the token in an address; 404 if it is invalid."""
    found = await tables_of(request).find(request.path_params["token"])
    if found is None:
        raise HTTPException(404)
    return found


# Errors

Handler = Callable[[Request, Exception], Awaitable[Response]]

WORDS = {
    404: "There is nothing here. The link may be incomplete, or the match deleted.",
    405: "This address does not accept that method.",
    400: "The request is malformed.",
}


def _told(status: int, sentence: str = "{}.") -> Handler:
    """The handler that shows an error as a page, its words in a sentence."""

    async def answer(request: Request, error: Exception) -> Response:
        return render_page(request, "error", status, status=status, words=sentence.format(error))

    return answer


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    return await _told(status, WORDS.get(status, "{0.detail}"))(request, error)


async def _broken(request: Request, error: Exception) -> Response:
    words, _ = describe_failure(error)
    words += ". Details are in the server's log."
    return render_page(request, "error", 500, status=500, words=words)


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=400)  # the client has disconnected


HANDLERS: Any = {
    ClientDisconnect: _gone,
    HTTPException: _http_error,
    UnknownGameError: _told(404, "{0.sentence}."),
    InvalidPlyError: _told(422),
    StackyardError: _told(409, "That cannot be done: {}."),
    LimitExceededError: _told(429, "That cannot be done now: {}."),
    TooLargeError: _told(413, "The request is too large."),
    Exception: _broken,
}
