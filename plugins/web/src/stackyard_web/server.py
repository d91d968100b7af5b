"""The HTTP server, which says where it listens."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser

import click
import uvicorn

WAITING = 4096  # connections that the system may hold until they are taken up


class Server(uvicorn.Server):
    """Says where it listens as soon as it does, and opens a browser there if it should."""

    def __init__(self, config: uvicorn.Config, opens: bool) -> None:
        super().__init__(config)
        self._opens = opens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if not self.started or not self.servers:
            return
        for listening in [one for server in self.servers for one in server.sockets]:
            with socket.fromfd(listening.fileno(), listening.family, listening.type) as queue:
                queue.listen(WAITING)  # more than are taken up at once
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        named = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
        url = f"http://{f'[{named}]' if ':' in named else named}:{port}/"
        click.echo(f"Stackyard is at {url} (Ctrl-C ends it)")
        sys.stdout.flush()
        if self._opens:
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()
