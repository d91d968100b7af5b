"""The addresses that search engines may visit."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from stackyard_web.server.root_path import root

OPEN = ("/$", "/games/", "/static/")  # a link to a table belongs to its players


async def robots(request: Request) -> Response:
    """The list of games, their rules and forms; nothing else."""
    lines = ["User-agent: *", *[f"Allow: {root()}{path}" for path in OPEN], f"Disallow: {root()}/"]
    return PlainTextResponse("\n".join([*lines, ""]))
