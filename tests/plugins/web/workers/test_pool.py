from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace
from tests.conftest import PATIENCE
from tests.core import jobs

from stackyard.plugins.registry import load_game
from stackyard.turnloop.match import Match
from stackyard_web.errors import CallError, CallRefusedError
from stackyard_web.workers import calls
from stackyard_web.workers.calls import header_of
from stackyard_web.workers.pool import WorkerPool
from stackyard_web.workers.queue import Priority

START = "rrr/bbb/rrr/bbb/rrr/bbb r"
Answer = TypeVar("Answer")


def with_workers(use: Callable[[WorkerPool], Awaitable[Answer]], size: int = 1) -> Answer:
    async def run() -> Answer:
        workers = WorkerPool(size, Priority.MOVE)
        try:
            return await use(workers)
        finally:
            await workers.close()

    return asyncio.run(run())


async def best(workers: WorkerPool, start: str = START, within: float = 0.05) -> list[str]:
    record = replace(header_of(Match(load_game("silo"))), start=start)
    answer = await workers.call(
        calls.analyse, 900, priority=Priority.ANALYSIS, header=record, moves=[], within=within
    )
    return [candidate["move"] for candidate in answer["candidates"]]


async def process(workers: WorkerPool, key: str = "") -> int:
    """The process that answers a call now."""
    pid: int = await workers.call(os.getpid, PATIENCE, priority=Priority.MOVE, key=key)
    return pid


def test_a_worker_that_is_killed_is_replaced_and_its_call_repeated() -> None:
    async def use(workers: WorkerPool) -> list[list[str]]:
        os.kill(await process(workers), signal.SIGKILL)
        answers = [await best(workers)]
        pid = await process(workers)
        thinking = asyncio.create_task(best(workers, within=1.0))
        await asyncio.sleep(0.3)
        os.kill(pid, signal.SIGKILL)
        answers.append(await thinking)
        assert await process(workers) != pid
        return answers

    assert [set(moves) for moves in with_workers(use)] == [{"a", "c", "e"}] * 2


def test_a_call_that_kills_its_worker_twice_is_told() -> None:
    async def use(workers: WorkerPool) -> None:
        with pytest.raises(CallError, match="keeps crashing"):
            await workers.call(jobs.die, PATIENCE, priority=Priority.MOVE)
        assert await best(workers)

    with_workers(use)


def test_a_call_that_is_no_longer_wanted_stops_and_its_worker_goes_on() -> None:
    async def use(workers: WorkerPool) -> None:
        before = await process(workers)
        thinking = asyncio.create_task(best(workers, within=800))
        await asyncio.sleep(0.3)
        thinking.cancel()
        assert await asyncio.wait_for(process(workers), PATIENCE) == before

    with_workers(use)


def test_a_call_that_is_no_longer_wanted_and_goes_on_is_ended_with_its_worker(
    tmp_path: Path,
) -> None:
    async def use(workers: WorkerPool) -> None:
        before, path = await process(workers), tmp_path / "begun"
        call = workers.call(jobs.disobey, 900, priority=Priority.MOVE, path=path)
        summing = asyncio.create_task(call)
        while not path.exists():
            await asyncio.sleep(0.01)
        summing.cancel()
        assert await asyncio.wait_for(process(workers), PATIENCE) != before

    with_workers(use)


def test_calls_of_one_match_go_to_one_process_unless_another_is_free() -> None:
    async def use(workers: WorkerPool) -> None:
        first = await process(workers, "first match")
        second = await process(workers, "second match")
        assert second != first
        for _ in range(2):
            assert await process(workers, "first match") == first
        record = header_of(Match(load_game("silo")))
        long = workers.call(
            calls.analyse,
            900,
            priority=Priority.ANALYSIS,
            key="first match",
            header=record,
            moves=[],
            within=800,
        )
        thinking = asyncio.create_task(long)
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(process(workers, "first match"), PATIENCE) == second
        thinking.cancel()

    with_workers(use, 2)


def test_what_is_wrong_with_a_call_is_said() -> None:
    async def use(workers: WorkerPool) -> None:
        with pytest.raises(CallRefusedError, match="columns"):
            await best(workers, "nonsense r")
        record = header_of(Match(load_game("silo")))
        with pytest.raises(CallError, match="no answer within"):
            await workers.call(
                calls.analyse, 0.3, priority=Priority.ANALYSIS, header=record, moves=[], within=60
            )
        assert await best(workers)

    with_workers(use)
