"""uvicorn's protocols, which tell a gate when connections begin and end; how many there may be."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import cast

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stackyard_web.server.connection_limiter import Gate

FILES = 65_536  # at most; each connection is one
PLENTY = 8192  # where the system does not say how many files may be open
TAKEN = 64  # connections that are taken up at once, before any is heard
KEPT = 128  # files for the archive, the worker processes and what plugins open


def protocols(gate: Gate) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Those for requests and for messages."""

    class Http(H11Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made = cast(asyncio.Transport, transport)
            super().connection_made(made)
            gate.enter(made)

        def connection_lost(self, exc: Exception | None) -> None:
            gate.leave(self.transport)
            super().connection_lost(exc)

    class Messages(WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            gate.leave(self.transport)
            super().connection_lost(exc)

    return Http, Messages


def files() -> int:
    """How many files may be open, after as many as possible have been allowed."""
    try:
        import resource
    except ImportError:  # not on this system
        return PLENTY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return FILES if soft == resource.RLIM_INFINITY else soft


def bound(files: int) -> int:
    """How many connections may be open at once."""
    return max(16, files - TAKEN - KEPT)
