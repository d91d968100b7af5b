"""How `stackyard serve` bears many matches at once: python -m tests.load.serve_load; no test.

Each match has two players, who make one move a second, and a watcher; where one ends, its clients
begin another. Messages come as patches and compressed, as to a browser. In the middle the server is
killed and started again (`--unharmed` leaves that out). Latency is the time from sending a move
until a client has been told of it; that of moves under way when the server was killed is left out.
It includes the clients' own share: all of them are one process, whose processor time is printed
beside the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from tests.load.serving import PLENTY, Served, begin, fetch, serving
from tests.patches import applied
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from stackyard.plugins.registry import load_game

GAMES = ("silo", "slicron", "splay", "pit_of_pillars", "filo")
HERE = "127.0.0.1"
WINDOW = 5  # seconds for which figures are told one by one


@dataclass
class Tally:
    """The tally of all clients; `back` is how long each page was away after a kill."""

    began: float
    latencies: list[float] = field(default_factory=list)
    windows: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    back: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0
    over: int = 0
    killed: float = 0.0

    def count(self, sent: float, told: float) -> None:
        """Note that a client was told of a move."""
        self.latencies.append(told - sent)
        self.windows[int((sent - self.began) // WINDOW)].append(told - sent)


class Match:
    """One match: its three pages, what they have been told, and when its last move was sent."""

    def __init__(self, port: int, tally: Tally, paths: tuple[str, str, str]) -> None:
        self._port = port
        self._tally = tally
        self.sockets: list[ClientConnection | None] = [None, None, None]
        self.told = [-1, -1, -1]  # the plies that each page knows of
        self.state: dict[str, Any] = {}
        self.sent = 0.0
        self.news = asyncio.Event()
        self._is_back = [True, True, True]
        self._tasks = [
            asyncio.create_task(self._attend(who, path)) for who, path in enumerate(paths)
        ]

    async def _attend(self, who: int, path: str) -> None:
        """Be a page, which comes back when it has lost its connection."""
        url = f"ws://{HERE}:{self._port}{path}/live?patches=1"
        while True:
            with suppress(OSError, EOFError, TimeoutError, WebSocketException):
                async with connect(url, max_size=2**22) as socket:
                    self.sockets[who] = socket
                    earlier = list[list[str]]()
                    async for message in socket:
                        told = msgspec.json.decode(message)
                        if told["type"] == "patch":
                            told = msgspec.json.decode(applied(earlier, told["parts"]))
                        self._hear(who, told)
            self.sockets[who] = None
            await asyncio.sleep(0.1 + 0.3 * random.random())

    def _hear(self, who: int, told: dict[str, Any]) -> None:
        if told["type"] != "state":
            return
        now, tally, ply = time.perf_counter(), self._tally, told["ply"]
        tally.lost += ply < max(self.told)  # told to some page, and not there any more
        if ply > self.told[who] >= 0 and self.sent > tally.killed:
            tally.count(self.sent, now)
        if tally.killed and self.sockets[who] is not None and not self._is_back[who]:
            self._is_back[who] = True
            tally.back.append(now - tally.killed)
        self.told[who] = ply
        if ply >= self.state.get("ply", 0):
            self.state = told
        self.news.set()

    async def until(self, there: Callable[[], bool]) -> None:
        """Wait until something is so; raise what ended a page, if one has ended."""
        while not there():
            for task in self._tasks:
                if task.done():
                    task.result()
            self.news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 1)

    async def move(self, rng: random.Random) -> None:
        """Make a move, again and again if the server dies meanwhile, until all pages know it."""
        ply = self.state["ply"]
        while max(self.told) <= ply:
            socket = self.sockets[self.state["player"]]
            if socket is not None:
                move = rng.choice(self.state["choices"])["move"]
                content = {"type": "move", "move": move, "version": self.state["version"]}
                self.sent = time.perf_counter()
                with suppress(WebSocketException, OSError):
                    await socket.send(msgspec.json.encode(content).decode())
                    self._tally.moves += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(self.until(lambda: max(self.told) > ply), 5)
        await self.until(lambda: min(self.told) > ply)

    def leave(self) -> None:
        """Close its pages."""
        for task in self._tasks:
            task.cancel()

    def was_killed(self) -> None:
        """The server has been killed."""
        self._is_back = [False, False, False]


async def seats(port: int, number: int) -> tuple[str, str, str]:
    """The paths of the two seats and of the watcher of a new match."""
    url = await begin(port, HERE, GAMES[number % len(GAMES)], "me", "friend")
    _, _, page = await fetch(port, url, HERE)
    watch, invited = re.findall('data-path="([^"]+)"', page.decode())[::-1]
    return url, invited, watch


async def play(port: int, number: int, end: float, tally: Tally, matches: dict[int, Match]) -> None:
    """Matches of three clients, one after the other."""
    rng = random.Random(number)
    while time.perf_counter() < end:
        try:
            paths = await seats(port, number)
        except (OSError, IndexError, AssertionError):  # the server is being started again
            await asyncio.sleep(0.3)
            continue
        match = matches[number] = Match(port, tally, paths)
        await match.until(lambda match=match: min(match.told) >= 0)  # type: ignore[misc]
        await asyncio.sleep(rng.random())  # at different moments
        while time.perf_counter() < end and match.state["winner"] is None:
            began, killed = time.perf_counter(), tally.killed
            await match.move(rng)
            away = tally.killed != killed  # then again at different moments
            pause = rng.random() if away else began + 1 - time.perf_counter()
            await asyncio.sleep(max(0.0, pause))
        tally.over += match.state["winner"] is not None
        match.leave()


def memory(pid: int) -> float:
    """Megabytes in memory."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def busy(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def late(latencies: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(latencies, n=100)[98] if len(latencies) > 1 else max(latencies)


async def run(folder: Path, given: argparse.Namespace, stack: ExitStack) -> None:
    """Load the server and print what came of it."""

    def start(port: int = 0) -> Served:
        bounds = ("--matches", PLENTY, "--connections", PLENTY)
        return stack.enter_context(serving(folder, *bounds, port=port))

    served = start()
    began = time.perf_counter()
    tally, used = Tally(began), list[float]()
    matches: dict[int, Match] = {}
    end = began + given.seconds
    tasks = [
        asyncio.create_task(play(served.port, number, end, tally, matches))
        for number in range(given.matches)
    ]
    spent = 0.0
    while not all(task.done() for task in tasks):
        await asyncio.wait(tasks, timeout=WINDOW)
        used.append(memory(served.process.pid))
        if (
            not given.unharmed
            and not tally.killed
            and time.perf_counter() > began + given.seconds / 2
        ):
            spent = busy(served.process.pid)
            for match in matches.values():
                match.was_killed()
            pages = sum([socket is not None for one in matches.values() for socket in one.sockets])
            tally.killed = time.perf_counter()
            served.process.kill()
            served.process.wait()
            served = await asyncio.to_thread(start, served.port)
            print(f"killed with {pages} pages; listening again ", end="")
            print(f"after {time.perf_counter() - tally.killed:.1f} s", flush=True)
    await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    spent += busy(served.process.pid)
    builds = {load_game(game).build for game in GAMES}
    print(f"load of the machine: {' '.join(f'{one:.1f}' for one in os.getloadavg())}")
    print(f"rules: {', '.join(sorted(builds))}; {given.matches} matches, {3 * given.matches} pages")
    print(f"moves {tally.moves}, told {len(tally.latencies)} times, ", end="")
    print(f"moves lost {tally.lost}, matches that ended {tally.over}")
    figures = [median(tally.latencies), late(tally.latencies), max(tally.latencies)]
    words = "latency in ms: median {:.1f}, 99th percentile {:.1f}, longest {:.1f}"
    print(words.format(*[1000 * figure for figure in figures]))
    if tally.back:
        print(f"{len(tally.back)} pages were back, the last after {max(tally.back):.1f} s")
    shares = [f"{100 * one / took:.0f} %" for one in (spent, busy(os.getpid()))]
    print(f"of a processor: server {shares[0]}, clients {shares[1]}")
    rows = [f"{1000 * late(row):.0f}" for _, row in sorted(tally.windows.items())]
    print(f"99th percentile of each {WINDOW} s: {' '.join(rows)}")
    print(f"memory in MB every {WINDOW} s: {' '.join(f'{one:.0f}' for one in used)}")


def main() -> None:
    """Start a server with an archive of its own, and load it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--unharmed", action="store_true", help="the server is not killed")
    given = parser.parse_args()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        asyncio.run(run(Path(folder), given, stack))


if __name__ == "__main__":
    main()
