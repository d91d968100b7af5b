"""The HTTP server, which prints its addresses."""

from __future__ import annotations

import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
import uvicorn

from stackyard_web.server import qr
from stackyard_web.server.addresses import ServerAddress, is_loopback

BACKLOG = 4096  # connections that the system may queue


class Server(uvicorn.Server):
    """Prints its addresses once it listens, and opens a browser if `opens` is set.

    `on_listening` is called with the address. `behind` a proxy, no addresses for others are
    printed, because only the proxy knows them.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        opens: bool,
        on_listening: Callable[[ServerAddress], object],
        *,
        root: str,
        behind: bool,
    ) -> None:
        super().__init__(config)
        self._opens = opens
        self._on_listening = on_listening
        self._root = root
        self._behind = behind

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End gracefully, as by Ctrl-C and SIGTERM, when the terminal is closed, too."""
        closed = getattr(signal, "SIGHUP", None)  # not on Windows
        usual = None if closed is None else signal.getsignal(closed)
        with super().capture_signals():
            if closed is None or not callable(usual):
                yield
                return
            signal.signal(closed, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(closed, usual)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, and print the addresses."""
        await super().startup(sockets)
        if not self.started or not self.servers:
            return
        for listening in [one for server in self.servers for one in server.sockets]:
            with socket.fromfd(listening.fileno(), listening.family, listening.type) as queue:
                queue.listen(BACKLOG)  # uvicorn sets the number accepted at once
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        address = ServerAddress(host, port)
        self._on_listening(address)
        url = f"{address.local_url}{self._root}/"
        click.echo(f"Stackyard is at {url} (Ctrl-C ends it)")
        if not self._behind:
            _print_addresses([f"{base}{self._root}/" for base in address.network_urls], host)
        sys.stdout.flush()
        if self._opens:
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()


def _print_addresses(addresses: list[str], host: str) -> None:
    """Print the addresses for other machines, on a terminal with a QR code."""
    if is_loopback(host):
        click.echo("Only this machine reaches it; with --host 0.0.0.0 others in your network do.")
    elif not addresses:
        click.echo("This machine has no address for others; is it connected to a network?")
    else:
        click.echo(f"Others in your network: {' or '.join(addresses)}")
        if sys.stdout.isatty():
            qr.in_terminal(addresses[0], sys.stdout)
