"""The page that saves all matches of this browser in one file, and adds those of such a file."""

from __future__ import annotations

import codecs
from itertools import chain
from pathlib import Path
from typing import Final

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stackyard.errors import StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record, decode, encode
from stackyard.records.reader import course_of
from stackyard.text import capitalized, plural
from stackyard_web.pages.pages import add_templates, render_page, tables_of
from stackyard_web.server.responses import SafeJSONResponse
from stackyard_web.tables.seats import HUMAN
from stackyard_web.tables.tokens import BOTH, HOSTS, WATCH, Role, Tokens

TEMPLATES: Final = Path(__file__).parents[1] / "templates"


async def page(request: Request) -> Response:
    """The page."""
    return render_page(request, "keep")


async def save(request: Request) -> Response:
    """All matches, one record a line, as `stackyard import` reads them."""
    archive = tables_of(request).archive
    content = await to_thread.run_sync(lambda: b"".join([*_lines(archive)]))
    headers = {"content-disposition": 'attachment; filename="stackyard-matches.jsonl"'}
    return Response(content, headers=headers, media_type="application/jsonl")


async def load(request: Request) -> Response:
    """Add the matches of a posted file; the answer is a sentence, and the tokens of all matches."""
    tables, body = tables_of(request), await request.body()
    sentence = await to_thread.run_sync(add, tables.archive, body)
    links = await to_thread.run_sync(tokens, tables.archive, tables.tokens)
    return SafeJSONResponse({"sentence": sentence, "tokens": links})


def add(archive: Archive, content: bytes) -> str:
    """Add the records of a file, one a line, to an archive; a sentence that tells what became."""
    records: list[Record] = []
    refused: list[str] = []
    for number, line in enumerate(_documents(content), 1):
        try:
            record = decode(line)
            course_of(record)
        except StackyardError as error:
            refused.append(f"record {number}: {error}")
        else:
            records.append(record)
    outcomes = archive.add_all(records) if records else []
    refused += [str(outcome) for outcome in outcomes if not isinstance(outcome, int)]
    number = sum([isinstance(one, int) for one in outcomes])
    added = capitalized(plural(number, "match", "matches"))
    if not refused:
        return f"{added} added."
    others = f" and {len(refused) - 1} more" if len(refused) > 1 else ""
    return f"{added} added; not added: {refused[0]}{others}."


def tokens(archive: Archive, made: Tokens) -> list[str]:
    """The token of each match for the person in front of this browser, the newest first."""
    found = []
    for number, record in archive.records(archive.numbers()):
        if isinstance(record, Record):
            specs = [player.spec for player in record.players]
            found.append((number, made.make(number, record.id, _role(specs))))
    return [token for _, token in sorted(found, reverse=True)]


def _role(specs: list[str]) -> Role:
    seats = [seat for seat, spec in enumerate(specs) if spec == HUMAN]
    if len(seats) == 1:
        return HOSTS[seats[0]]
    return BOTH if seats else WATCH


def _lines(archive: Archive) -> chain[bytes]:
    records = [record for _, record in archive.records(archive.numbers())]
    kept = [record for record in records if isinstance(record, Record)]
    return chain.from_iterable((encode(record), b"\n") for record in kept)


def _documents(content: bytes) -> list[bytes]:
    """A file's records: it holds one a line if its first line is one, else one in all."""
    stripped = content.removeprefix(codecs.BOM_UTF8).strip()
    lines = [line for line in stripped.splitlines() if line.strip()]
    return lines if lines and lines[0].strip().endswith(b"}") else [stripped]


add_templates(TEMPLATES)
ROUTES: Final = (
    Route("/keep", page),
    Route("/keep/matches.jsonl", save),
    Route("/keep/matches", load, methods=["POST"]),
)
