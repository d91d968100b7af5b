"""The HTTP server, which says where it listens."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import click
import uvicorn

from stackyard_web.server import qr
from stackyard_web.server.addresses import Reach, is_loopback

WAITING = 4096  # connections that the system may hold until they are taken up


class Server(uvicorn.Server):
    """Says where it listens as soon as it does, and opens a browser there if it should.

    `hear` is told as well. `behind` a proxy, others come by an address that only the proxy knows.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        opens: bool,
        hear: Callable[[Reach], object],
        *,
        root: str = "",
        behind: bool = False,
    ) -> None:
        super().__init__(config)
        self._opens = opens
        self._hear = hear
        self._root = root
        self._behind = behind

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if not self.started or not self.servers:
            return
        for listening in [one for server in self.servers for one in server.sockets]:
            with socket.fromfd(listening.fileno(), listening.family, listening.type) as queue:
                queue.listen(WAITING)  # more than are taken up at once
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        reach = Reach(host, port)
        self._hear(reach)
        url = f"{reach.here}{self._root}/"
        click.echo(f"Stackyard is at {url} (Ctrl-C ends it)")
        if not self._behind:
            _tell_others([f"{base}{self._root}/" for base in reach.elsewhere], host)
        sys.stdout.flush()
        if self._opens:
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()


def _tell_others(addresses: list[str], host: str) -> None:
    """Say where others find the server; with a QR code, where a person reads it."""
    if is_loopback(host):
        click.echo("Only this machine reaches it; with --host 0.0.0.0 others in your network do.")
    elif not addresses:
        click.echo("This machine has no address that others could use: is it in a network?")
    else:
        click.echo(f"Others in your network: {' or '.join(addresses)}")
        if sys.stdout.isatty():
            qr.in_terminal(addresses[0], sys.stdout)
