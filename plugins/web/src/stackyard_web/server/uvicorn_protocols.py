"""uvicorn with protocols that report to the limiter; the connection limit."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.server import ServerProtocol

from stackyard_web.server.connection_limiter import ConnectionLimiter
from stackyard_web.server.limits import TokenBucket

MAX_FILES = 65_536  # each connection is one
FALLBACK_FILES = 8192  # where the system has no limit to read
ACCEPT_BATCH = 64  # connections accepted at once before the limiter sees them
RESERVED_FILES = 128  # for the archive, worker processes and plugins


class LimitedFrames(ServerProtocol):
    """Takes frames of all kinds, pings and fragments too, only as fast as a bucket allows."""

    def __init__(self, bucket: TokenBucket, **named: Any) -> None:
        super().__init__(**named)
        self._bucket = bucket

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame, or end the connection."""
        if not self._bucket.take():
            raise ProtocolError("too many messages")
        super().recv_frame(frame)


def _protocols(
    limiter: ConnectionLimiter,
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """The HTTP and WebSocket protocols for a limiter."""

    class Http(H11Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made = cast(asyncio.Transport, transport)
            super().connection_made(made)
            limiter.connection_made(made)

        def connection_lost(self, exc: Exception | None) -> None:
            limiter.connection_lost(self.transport)
            super().connection_lost(exc)

    class Messages(WebSocketsSansIOProtocol):
        """Compresses messages, and ends connections with too many frames."""

        def __init__(self, config: uvicorn.Config, *more: Any, **named: Any) -> None:
            super().__init__(config, *more, **named)
            # Each message is compressed by itself: a quiet connection holds no memory, and no
            # length tells how a secret resembles the words of a stranger.
            alone = ServerPerMessageDeflateFactory(True, True)
            self.conn = LimitedFrames(
                TokenBucket(limiter.limits.burst, limiter.limits.rate),
                extensions=[alone],
                max_size=config.ws_max_size,
                logger=self.logger,
            )

        def handle_parser_exception(self) -> None:
            if self.conn.close_sent is None:  # frames came with the request to open
                self.transport.abort()
            else:
                super().handle_parser_exception()

        def send_receive_event_to_app(self) -> None:
            if not self.close_sent:  # uvicorn 0.44 closes for each bad text, which is a fault
                super().send_receive_event_to_app()

        def connection_lost(self, exc: Exception | None) -> None:
            limiter.connection_lost(self.transport)
            super().connection_lost(exc)

    return Http, Messages


def server_config(limiter: ConnectionLimiter, host: str, port: int) -> uvicorn.Config:
    """The configuration of a server for a limiter and its application."""
    http, messages = _protocols(limiter)
    return uvicorn.Config(
        limiter,
        http=http,
        host=host,
        port=port,
        log_config=None,  # the command configures logging
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        backlog=ACCEPT_BATCH,
        ws=messages,
        ws_max_size=limiter.limits.message,
        timeout_graceful_shutdown=2,
    )


def open_file_limit() -> int:
    """The number of files that may be open, after raising the limit as far as possible."""
    try:
        import resource
    except ImportError:  # not on this system
        return FALLBACK_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MAX_FILES if soft == resource.RLIM_INFINITY else soft


def connection_limit(files: int) -> int:
    """The number of connections that may be open at once."""
    return max(16, files - ACCEPT_BATCH - RESERVED_FILES)
