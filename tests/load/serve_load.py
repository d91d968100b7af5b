"""How `stackyard serve` bears many matches at once: python tests/load/serve_load.py; no test.

Each match has two clients, who make one move a second, and a watcher; where one ends, its clients
begin another. Latency is the time from sending a move until a client has been
told of it. It includes the clients' own share: all of them are one process, whose processor time
is printed beside the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from stackyard.plugins.host import load_game

GAMES = ("silo", "slicron", "splay", "pit_of_pillars", "filo")
PLENTY = "100000"


@dataclass
class Tally:
    """What all clients saw."""

    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    heard: int = 0
    missed: int = 0
    over: int = 0


@dataclass
class Match:
    """One match: who looks on, and when its last move was sent."""

    number: int
    url: str
    sent: float = 0.0
    ply: int = 0
    told: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    all_told: asyncio.Event = field(default_factory=asyncio.Event)


async def begin(client: httpx2.AsyncClient, number: int) -> tuple[str, str, str]:
    """The addresses of the two seats and of the watcher of a new match."""
    game = GAMES[number % len(GAMES)]
    made = await client.post(f"/games/{game}", data={"first": "me", "second": "friend"})
    url = made.headers["location"]
    page = (await client.get(url)).text
    watch, invited = re.findall('data-path="([^"]+)"', page)[::-1]
    return url, invited, watch


async def listen(socket: ClientConnection, match: Match, tally: Tally) -> None:
    """Hear of every move, in order."""
    ply = 0
    async for message in socket:
        told = msgspec.json.decode(message)
        if told["type"] != "state":
            continue
        if told["ply"]:
            tally.latencies.append(time.perf_counter() - match.sent)
            tally.heard += 1
            tally.missed += told["ply"] != ply + 1
        ply = told["ply"]
        match.told += 1
        match.state = told
        if match.told % 3 == 0:
            match.all_told.set()


async def play(url: str, number: int, seconds: float, tally: Tally, client: Any) -> None:
    """Matches of three clients, one after the other."""
    rng = random.Random(number)
    end = time.perf_counter() + 5 + seconds
    while time.perf_counter() < end:
        over = await play_one(url, number, end, tally, client, rng)
        tally.over += over


async def play_one(
    url: str, number: int, end: float, tally: Tally, client: Any, rng: random.Random
) -> bool:
    """One match with its three clients; whether it was over before the time was."""
    first, second, watch = await begin(client, number)
    base = url.replace("http", "ws")
    options: dict[str, Any] = {"max_size": 2**22, "compression": None}
    async with (
        connect(f"{base}{first}/live", **options) as one,
        connect(f"{base}{second}/live", **options) as two,
        connect(f"{base}{watch}/live", **options) as three,
    ):
        match = Match(number, url)
        listeners = [asyncio.create_task(listen(s, match, tally)) for s in (one, two, three)]
        while match.told < 3:
            await asyncio.sleep(0.1)
        if end - time.perf_counter() > 5:  # at different moments
            await asyncio.sleep(1 + 2 * rng.random())
        while time.perf_counter() < end and match.state["winner"] is None:
            began = time.perf_counter()
            match.all_told.clear()
            choice = rng.choice(match.state["choices"])
            mover = (one, two)[match.state["player"]]
            content = {"type": "move", "move": choice["move"], "version": match.state["version"]}
            match.sent = time.perf_counter()
            tally.moves += 1
            await mover.send(msgspec.json.encode(content).decode())
            async with asyncio.timeout(30):
                await match.all_told.wait()
            await asyncio.sleep(max(0.0, began + 1 - time.perf_counter()))
        for listener in listeners:
            listener.cancel()
        return match.state["winner"] is not None


def memory(pid: int) -> float:
    """Megabytes in memory."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def busy(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(url: str, pid: int, matches: int, seconds: float) -> None:
    """Load the server and print what came of it."""
    tally, used, began = Tally(), list[float](), time.perf_counter()
    async with httpx2.AsyncClient(base_url=url, timeout=60) as client:
        tasks = [
            asyncio.create_task(play(url, number, seconds, tally, client))
            for number in range(matches)
        ]
        while not all(task.done() for task in tasks):
            await asyncio.wait(tasks, timeout=5)
            used.append(memory(pid))
        await asyncio.gather(*tasks)
    took = time.perf_counter() - began
    cuts = quantiles(tally.latencies, n=100)
    builds = {load_game(game).build for game in GAMES}
    print(f"load of the machine: {' '.join(f'{one:.1f}' for one in os.getloadavg())}")
    print(f"rules: {', '.join(sorted(builds))}; {matches} matches, {3 * matches} connections")
    print(f"moves {tally.moves}, messages heard {tally.heard} of {3 * tally.moves}, ", end="")
    print(f"out of order {tally.missed}, matches that ended {tally.over}")
    print(f"latency in ms: median {1000 * median(tally.latencies):.1f}, ", end="")
    print(f"99th percentile {1000 * cuts[98]:.1f}, longest {1000 * max(tally.latencies):.1f}")
    shares = [f"{100 * busy(one) / took:.0f} %" for one in (pid, os.getpid())]
    print(f"of a processor: server {shares[0]}, clients {shares[1]}")
    print(f"memory in MB every 5 s: {' '.join(f'{one:.0f}' for one in used)}")


def main() -> None:
    """Start a server with an archive of its own, and load it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "stackyard_cli", "serve", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--matches", PLENTY, "--connections", PLENTY],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "STACKYARD_ARCHIVE": str(Path(folder) / "archive.sqlite3")},
        )
        assert server.stdout is not None
        found = re.search("http://[^/]+", server.stdout.readline())
        assert found
        try:
            asyncio.run(run(found[0], server.pid, given.matches, given.seconds))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
