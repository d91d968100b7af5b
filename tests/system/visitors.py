"""Visitors of a server behind a proxy: python visitors.py PORT CERTIFICATE COUNT; no test.

Each comes from a loopback address of its own, begins a match, plays a move and stays until all
have. Prints what they met as JSON.
"""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import sys
from contextlib import AsyncExitStack
from typing import Any

from websockets.asyncio.client import connect

NAME, ROOT = "yard.example", "/stackyard"


class Visitor:
    """Somebody at an address."""

    def __init__(self, port: int, certificate: str, number: int) -> None:
        self.port = port
        self.source = (f"127.0.1.{number + 1}", 0)
        self.trust = ssl.create_default_context(cafile=certificate)

    async def ask(self, method: str, path: str, *lines: str) -> tuple[int, str]:
        """The code of the answer, and all of it."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1",
            self.port,
            ssl=self.trust,
            server_hostname=NAME,
            local_addr=self.source,
        )
        host = f"{NAME}:{self.port}"
        head = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *lines]
        body = "first=me&second=me" if method == "POST" else ""
        if body:
            head += [
                f"Origin: https://{host}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        writer.write("\r\n".join([*head, "", body]).encode())
        answer = (await reader.read()).decode("utf-8", "replace")
        writer.close()
        return int(answer.split()[1]), answer

    async def begin(self, *lines: str) -> tuple[int, str]:
        """The code, and where the new table is."""
        code, answer = await self.ask("POST", f"{ROOT}/games/silo", *lines)
        found = re.search(r"(?im)^location: (\S+)", answer)
        return code, found[1] if found else ""

    async def sit(self, path: str, stack: AsyncExitStack) -> int:
        """Play a move and stay; how many moves there are then."""
        socket = await stack.enter_async_context(
            connect(
                f"wss://{NAME}:{self.port}{path}/live",
                host="127.0.0.1",
                port=self.port,
                ssl=self.trust,
                local_addr=self.source,
                origin=f"https://{NAME}:{self.port}",  # type: ignore[arg-type]
            )
        )
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if told["type"] == "state" and told["ply"]:
                return int(told["ply"])
            if told["type"] == "state":
                move = told["choices"][0]["move"]
                version = told["version"]
                await socket.send(json.dumps({"type": "move", "move": move, "version": version}))


async def visit(port: int, certificate: str, count: int) -> dict[str, Any]:
    """The observations of all visitors."""
    visitors = [Visitor(port, certificate, number) for number in range(count)]
    async with AsyncExitStack() as stack:
        begun = await asyncio.gather(*(visitor.begin() for visitor in visitors))
        played = await asyncio.gather(
            *(visitor.sit(path, stack) for visitor, (_, path) in zip(visitors, begun, strict=True))
        )
        first = visitors[0]
        again, _ = await first.begin()
        forged, _ = await first.begin("X-Forwarded-For: 192.0.2.99")
        _, page = await first.ask("GET", begun[0][1])
        style = re.search('rel="stylesheet" href="([^"]+)"', page)
        codes = [(await first.ask("GET", style[1]))[0] if style else 0]
        codes.append((await first.ask("GET", f"{ROOT}/"))[0])
    base = re.search(r'data-base="([^"]+)"', page)
    return {
        "begun": sorted({code for code, _ in begun}),
        "paths": sorted({path.rpartition("/")[0] for _, path in begun}),
        "played": sorted(set(played)),
        "again": [again, forged],
        "base": base and base[1],
        "codes": codes,
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(visit(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))))
