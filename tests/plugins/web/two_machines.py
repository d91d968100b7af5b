"""Two machines in one network: python two_machines.py, run by `unshare --net`; no test.

The namespace of this process is the machine of a host, who serves; a second one is the guest's.
Prints the facts that they saw as JSON.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

HOST, GUEST = "10.77.0.1", "10.77.0.2"
SERVE = ("serve", "--host", "0.0.0.0", "--port", "0")


@contextmanager
def second_machine() -> Iterator[list[str]]:
    """The words before a command that runs it on the guest's machine, wired to this one."""
    own = Path("/proc/self/ns/net").readlink()
    with subprocess.Popen(["unshare", "--net", "sleep", "600"]) as machine:
        try:
            space = Path(f"/proc/{machine.pid}/ns/net")
            while space.readlink() == own:
                time.sleep(0.01)
            there = ["nsenter", f"--net={space}"]
            wire = ["link", "add", "wire", "type", "veth", "peer", "name", "wire"]
            configure(*wire, "netns", str(machine.pid))
            for words, address in (([], HOST), (there, GUEST)):
                configure("addr", "add", f"{address}/24", "dev", "wire", where=words)
                configure("link", "set", "wire", "up", where=words)
                configure("link", "set", "lo", "up", where=words)
            configure("route", "add", "default", "via", GUEST)  # a home has a router
            yield there
        finally:
            machine.kill()


def configure(*words: str, where: list[str] | None = None) -> None:
    subprocess.run([*(where or []), "ip", *words], check=True)


@contextmanager
def serving() -> Iterator[tuple[str, str]]:
    """The addresses that a server tells for its own machine and for others."""
    command = [sys.executable, "-m", "stackyard_cli", *SERVE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            told = [re.search(r"http://\S+:\d+", server.stdout.readline()) for _ in range(2)]
            assert told[0] is not None
            assert told[1] is not None
            yield told[0][0], told[1][0]
        finally:
            server.terminate()


def read(url: str, **form: str) -> tuple[str, str]:
    """The address that a request led to, and the page there; a `form` is sent."""
    request = Request(url, urlencode(form).encode() if form else None)
    if form:
        request.add_header("Origin", re.findall(r"http://[^/]+", url)[0])
    with urlopen(request) as answer:
        return answer.url, answer.read().decode()


def play() -> dict[str, Any]:
    """The facts that the host and the guest have seen."""
    with second_machine() as there, serving() as (home, network):
        table, page = read(f"{home}/games/silo", first="friend", second="me")
        base, path = [
            re.findall(rf'{each}="([^"]*)"[^>]*aria-label="Link for your friend"', page)[0]
            for each in ("data-base", "data-path")
        ]
        words = [*there, sys.executable, __file__, base + path]
        visit = subprocess.run(words, stdout=subprocess.PIPE, check=True)
        summary = json.loads(read(f"{table}/summary.json")[1])
    met = {"network": network == base, "base": base.rpartition(":")[0], "ply": summary["ply"]}
    return {**met, **json.loads(visit.stdout)}


async def visit(invitation: str) -> dict[str, Any]:
    """The facts that a guest sees, who opens an invitation and plays a move by the socket."""
    _, page = read(invitation)
    base = re.findall(r"http://[^/]+", invitation)[0]
    live = f"{invitation.replace('http', 'ws', 1)}/live"
    async with connect(live, origin=base) as socket:
        while True:
            told = json.loads(await socket.recv())
            if told["type"] == "state" and told["ply"]:
                title = re.findall('og:title" content="([^"]+)"', page)[0]
                return {"title": title, "seen": told["ply"]}
            if told["type"] == "state":
                move, version = told["choices"][0]["move"], told["version"]
                await socket.send(json.dumps({"type": "move", "move": move, "version": version}))


if __name__ == "__main__":
    print(json.dumps(asyncio.run(visit(sys.argv[1])) if sys.argv[1:] else play()))
