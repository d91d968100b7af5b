"""A network as slow as a phone's far away: a SOCKS proxy that passes everything on late.

Chromium's own emulation leaves answers unread, about once in 300 pages: such a page never loads.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LATENCY = 0.15  # seconds until a request arrives
SPEED = 200_000  # bytes a second to the browser, of each connection
PIECE = 16_384


@contextmanager
def slow_network() -> Iterator[str]:
    """The address of a proxy, which is a process of its own."""
    command = (sys.executable, __file__)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as proxy:
        assert proxy.stdout is not None
        try:
            yield f"socks5://127.0.0.1:{int(proxy.stdout.readline())}"
        finally:
            proxy.kill()


async def _listen() -> None:
    """Serve at a free port, which is printed."""
    server = await asyncio.start_server(_connect, "127.0.0.1")
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def _connect(browser: StreamReader, to_browser: StreamWriter) -> None:
    """One connection: SOCKS 5 without a password, to a host by its name (RFC 1928)."""
    _, methods = await browser.readexactly(2)
    await browser.readexactly(methods)
    to_browser.write(b"\x05\x00")
    *_, length = await browser.readexactly(5)
    host = await browser.readexactly(length)
    port = int.from_bytes(await browser.readexactly(2))
    with suppress(OSError):  # a host that Chromium looks for outside, or an end that is gone
        server, to_server = await asyncio.open_connection(host.decode(), port)
        to_browser.write(b"\x05\x00\x00\x01" + bytes(6))
        await asyncio.gather(
            _pass_on(browser, to_server, latency=LATENCY),
            _pass_on(server, to_browser, latency=0),
        )
    to_browser.close()


async def _pass_on(source: StreamReader, target: StreamWriter, *, latency: float) -> None:
    """Pass on all that comes until its end."""
    while piece := await source.read(PIECE):
        await asyncio.sleep(latency + len(piece) / SPEED)
        target.write(piece)
        await target.drain()
    target.close()


if __name__ == "__main__":
    asyncio.run(_listen())
