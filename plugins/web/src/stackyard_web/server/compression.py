"""Compressed answers, for clients that accept them."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

# gzip in a list of encodings, unless a weight of 0 refuses it.
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)


def accepts_gzip(headers: Headers) -> bool:
    """Tell if the sender of a request reads gzip."""
    return GZIP.search(headers.get("accept-encoding", "")) is not None


class CompressionMiddleware(GZipMiddleware):
    """Compresses answers except files of pages, which are stored compressed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress its answer."""
        http = scope["type"] == "http"
        if http and "/static/" not in scope["path"] and accepts_gzip(Headers(scope=scope)):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)
