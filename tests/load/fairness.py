"""The waiting times of others while some ask for much: python -m tests.load.fairness; no test.

Sixty pages analyse one position after the other, from one address or from an address each, while
another page plays against level 2. Then ten films of a long match are made for one address while
another asks for pictures.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.load.serving import PLENTY, Page, begin, fetch, serving

GAME = "silo"


async def analyse_on(port: int, source: str, answers: list[float]) -> None:
    """Analyse again and again."""
    path = await begin(port, source, GAME, "me", "me")
    async with Page(port, path, source) as page:
        while True:
            asked = time.perf_counter()
            await page.say("analyse", ply=0)
            await page.hear("analysis", "error")
            answers.append(time.perf_counter() - asked)


async def moves(port: int, count: int) -> list[float]:
    """How long level 2 takes for each of some moves."""
    rng, took = random.Random(1), list[float]()
    path = await begin(port, "127.0.0.1", GAME, "me", "level:2")
    async with Page(port, path, "127.0.0.1") as page:
        while len(took) < count and page.state["winner"] is None:
            await page.play(rng)
            sent = time.perf_counter()
            while page.state["thinking"]:
                await page.hear("state")
            took.append(time.perf_counter() - sent)
    return took


async def long_match(port: int, game: str, plies: int) -> tuple[str, int]:
    """A match of about so long, and its moves."""
    rng = random.Random(3)
    path = await begin(port, "127.0.0.1", game, "me", "me")
    async with Page(port, path, "127.0.0.1") as page:
        while page.state["ply"] < plies and page.state["winner"] is None:
            await page.play(rng)
            await asyncio.sleep(0.04)  # a page may say 20 things a second
        return path, int(page.state["ply"])


def summary(took: list[float]) -> str:
    """Some durations."""
    return " ".join(f"{one:.2f}" for one in took)


async def run(port: int, given: argparse.Namespace) -> None:
    """Both parts, on a server at this port."""
    print(f"level 2 alone, seconds: {summary(await moves(port, given.moves))}", flush=True)
    for shape, sources in [
        ("one address", ["127.0.0.2"] * given.pages),
        ("an address each", [f"127.0.1.{n + 1}" for n in range(given.pages)]),
    ]:
        answers = list[float]()
        tasks = [asyncio.create_task(analyse_on(port, one, answers)) for one in sources]
        await asyncio.sleep(3)
        took = await moves(port, given.moves)
        print(f"level 2 beside {len(tasks)} pages that analyse from {shape}: {summary(took)}")
        print(f"  analyses answered: {len(answers)}, the longest {max(answers, default=0):.1f} s")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(2)
    path, plies = await long_match(port, "pit_of_pillars", given.plies)
    started = time.perf_counter()
    films = [
        asyncio.create_task(fetch(port, f"{path}/export/gif?flip={n % 2}", "127.0.0.3"))
        for n in range(given.films)
    ]
    await asyncio.sleep(0.5)
    took = []
    for _ in range(5):
        asked = time.perf_counter()
        await fetch(port, f"{path}/picture.svg", "127.0.0.1")
        took.append(time.perf_counter() - asked)
    print(f"pictures beside {len(films)} films of {plies} plies: {summary(took)}")
    done = await asyncio.gather(*films)
    codes = sorted({(code, len(body)) for code, _, body in done})
    print(f"  films took {time.perf_counter() - started:.1f} s: {codes}")


def main() -> None:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--moves", type=int, default=3)
    parser.add_argument("--films", type=int, default=10)
    parser.add_argument("--plies", type=int, default=300)
    given = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder), "--matches", PLENTY, "--connections", PLENTY) as served,
    ):
        asyncio.run(run(served.port, given))


if __name__ == "__main__":
    main()
