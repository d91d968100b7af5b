from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from msgspec.structs import replace
from tests.conftest import PATIENCE
from tests.plugins.web.workers.heads import head

from stackyard.plugins.registry import load_game
from stackyard.records.format import encode
from stackyard.turnloop.match import Match
from stackyard_web.errors import CallError, CallRefusedError
from stackyard_web.workers.pool import WorkerPool

START = "rrr/bbb/rrr/bbb/rrr/bbb r"
Answer = TypeVar("Answer")


def with_workers(use: Callable[[WorkerPool], Awaitable[Answer]], size: int = 1) -> Answer:
    async def run() -> Answer:
        workers = WorkerPool(size)
        try:
            return await use(workers)
        finally:
            await workers.close()

    return asyncio.run(run())


async def best(workers: WorkerPool, start: str = START, within: float = 0.05) -> list[str]:
    empty = replace(head(Match(load_game("silo"))), start=start)
    record = encode(empty).decode()
    answer = await workers.call("analyse", 900, head=record, moves=[], within=within)
    return [candidate["move"] for candidate in answer["candidates"]]


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def use(workers: WorkerPool) -> list[list[str]]:
        answers = [await best(workers)]
        (process,) = workers.processes
        os.kill(process, signal.SIGKILL)
        answers.append(await best(workers))
        thinking = asyncio.create_task(best(workers))
        await asyncio.sleep(0.02)
        (process,) = workers.processes
        os.kill(process, signal.SIGKILL)
        return [*answers, await thinking]

    assert [set(moves) for moves in with_workers(use)] == [{"a", "c", "e"}] * 3


def test_a_call_that_is_no_longer_wanted_stops_and_its_worker_goes_on() -> None:
    async def use(workers: WorkerPool) -> None:
        await best(workers)
        before = workers.processes
        thinking = asyncio.create_task(best(workers, within=800))
        await asyncio.sleep(0.3)
        thinking.cancel()
        assert await asyncio.wait_for(best(workers), PATIENCE)
        assert workers.processes == before

    with_workers(use)


def test_calls_of_one_match_go_to_one_process_unless_another_is_free() -> None:
    match = Match(load_game("silo"), ("random", "random"))
    record = encode(head(match)).decode()

    async def choose(workers: WorkerPool, key: str) -> None:
        await workers.call("choose", PATIENCE, key=key, head=record, moves=[], seconds=[])

    async def use(workers: WorkerPool) -> None:
        for _ in range(3):
            await choose(workers, "first match")
            assert len(workers.processes) == 1
        await choose(workers, "second match")
        assert len(workers.processes) == 2
        long = workers.call("analyse", 900, key="first match", head=record, moves=[], within=800)
        thinking = asyncio.create_task(long)
        await asyncio.sleep(0.2)
        await asyncio.wait_for(choose(workers, "first match"), PATIENCE)
        thinking.cancel()

    with_workers(use, 2)


def test_what_is_wrong_with_a_call_is_said() -> None:
    async def use(workers: WorkerPool) -> None:
        with pytest.raises(CallRefusedError, match="columns"):
            await best(workers, "nonsense r")
        record = encode(head(Match(load_game("silo")))).decode()
        with pytest.raises(CallError, match="no answer within"):
            await workers.call("analyse", 0.3, head=record, moves=[], within=60)
        assert await best(workers)

    with_workers(use)
