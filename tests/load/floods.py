"""How the start page answers under silent, slow and hasty clients: python -m tests.load.floods.

No test. The server begins with a file limit of 1,024, as is common. For each kind of trouble the
start page is asked for again and again from another address and from the same one.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.load.serving import Page, Served, begin, fetch, serving

FILES = 1024
BAD = "127.0.0.2"
Trouble = Callable[[int, int], Awaitable[None]]


async def opened(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from the bad address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(BAD, 0))


async def silent(port: int, count: int) -> None:
    """Connections that never say anything; those that are closed come again."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, _ = await opened(port)
                await reader.read()
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(count)))


async def slow(port: int, count: int) -> None:
    """Requests whose head comes a line at a time and never ends."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await opened(port)
                writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
                for number in range(10_000):
                    await asyncio.sleep(1)
                    writer.write(f"X-{number}: 1\r\n".encode())
                    await writer.drain()
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(count)))


async def bodies(port: int, count: int) -> None:
    """Forms whose body comes a byte at a time."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await opened(port)
                writer.write(b"POST /games/silo HTTP/1.1\r\nHost: localhost\r\n")
                writer.write(b"Content-Type: application/x-www-form-urlencoded\r\n")
                writer.write(b"Content-Length: 100000\r\n\r\n")
                for _ in range(100_000):
                    await asyncio.sleep(1)
                    writer.write(b"a")
                    await writer.drain()
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(count)))


async def deaf(port: int, count: int) -> None:
    """Clients that ask and do not read what they are answered."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await opened(port)
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                while True:
                    writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
                    await asyncio.wait_for(writer.drain(), 5)
                    await asyncio.sleep(1)
            await asyncio.sleep(1)

    await asyncio.gather(*(one() for _ in range(count // 4)))


async def hasty(port: int, count: int) -> None:
    """Requests without a pause over some connections."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await opened(port)
                while not reader.at_eof():
                    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    await reader.read(65536)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(50)))


async def broken(port: int, count: int) -> None:
    """Send texts that are no HTTP, each time over a new connection."""

    async def one() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await opened(port)
                writer.write(b"\x16\x03\x01 nonsense\r\n\r\n")
                await reader.read()
                writer.close()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one() for _ in range(20)))


async def leaving(port: int, count: int) -> None:
    """Readers that leave in the middle of what they asked for, or of what they say."""
    path = await begin(port, BAD, "silo", "me", "me")

    async def one(number: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                _, writer = await opened(port)
                if number % 3 == 0:
                    writer.write(
                        f"GET {path}/export/gif HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
                    )
                elif number % 3 == 1:
                    writer.write(b"POST /replay HTTP/1.1\r\nHost: localhost\r\n")
                    writer.write(b"Content-Length: 100000\r\n\r\naaaa")
                else:
                    writer.write(b"GET /static/style.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
                await asyncio.sleep(0.05)
                writer.transport.abort()
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one(number) for number in range(9)))


async def wordy(port: int, count: int) -> None:
    """Sixty pages that ask twenty things a second each, such as why a cell cannot be chosen."""

    async def one(number: int) -> None:
        path = await begin(port, BAD, "slicron", "me", "me") if number < 40 else paths[0]
        paths.append(path)
        async with Page(port, path, BAD) as page:
            while True:
                await page.say("why", cells=[number % 30])
                await page.hear("refusal", "error")
                await asyncio.sleep(0.05)

    paths: list[str] = []
    await asyncio.gather(*(one(number) for number in range(60)), return_exceptions=True)


TROUBLES: list[Trouble] = [silent, slow, bodies, deaf, hasty, broken, leaving, wordy]


async def asked(port: int, source: str, seconds: float) -> str:
    """The longest that the start page takes, again and again; 20 s where it does not come.

    A connection that is refused, or ended at once, is counted apart: one may ask again.
    """
    took, refused, end = [0.0], 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(20):
                code, _, _ = await fetch(port, "/", source)
            assert code == 200, code
        except TimeoutError:
            took.append(20.0)
            continue
        except (OSError, IndexError, AssertionError):
            refused += 1
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.2)
    return f"{max(took):.2f} s ({refused} of {len(took) - 1} refused)"


async def run(served: Served, given: argparse.Namespace) -> None:
    """Each trouble in turn."""
    path = await begin(served.port, "127.0.0.1", "silo", "me", "me")
    async with Page(served.port, path, "127.0.0.1"):
        for trouble in TROUBLES:
            if given.only and trouble.__name__ not in given.only:
                continue
            logged = served.logged
            words = ["--port", str(served.port), "--trouble", trouble.__name__]
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.load.floods", *words, "--count", str(given.count)]
            )
            await asyncio.sleep(4)
            other = await asked(served.port, "127.0.0.1", given.seconds / 2)
            same = await asked(served.port, BAD, given.seconds / 2)
            process.kill()
            process.wait()
            print(
                f"{trouble.__name__}: longest {other}, from the same address {same}; "
                f"{served.logged - logged} bytes logged",
                flush=True,
            )
            await asyncio.sleep(2)
    said = served.log.read_text("utf-8", "replace")
    print(f"tracebacks in the log: {words.count('Traceback')}")
    if given.show:
        print(said[-4000:])


def main() -> None:
    """Start a server with few files and trouble it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--show", action="store_true", help="the end of the log")
    parser.add_argument("--trouble", help="make this trouble, and nothing else")
    parser.add_argument("--port", type=int)
    given = parser.parse_args()
    if given.trouble:
        asyncio.run(globals()[given.trouble](given.port, given.count))
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, hard))
    with TemporaryDirectory() as folder, serving(Path(folder)) as served:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4 * given.count), hard))
        asyncio.run(run(served, given))


if __name__ == "__main__":
    main()
