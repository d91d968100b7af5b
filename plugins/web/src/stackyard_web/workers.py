"""Worker processes, so that the server goes on while a computer player thinks.

A worker that dies is replaced and called again; one that does not answer is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from typing import Any

from stackyard_web.errors import CallError, RefusedError
from stackyard_web.stop import STOP

LINE = 2**26  # bytes of a call or an answer
ATTEMPTS = 3
GRACE = 1.0  # seconds in which a call that is told to stop has to answer
HOMES = 1000  # keys whose workers are remembered


class Workers:
    """`size` worker processes, each started when it is first needed."""

    def __init__(self, size: int) -> None:
        self._workers = [Worker() for _ in range(size)]
        self._homes: OrderedDict[str, Worker] = OrderedDict()  # the longest unused first

    async def call(
        self, name: str, within: float, /, *, key: str = "", hurry: float | None = None, **sent: Any
    ) -> Any:
        """What a call answers, for which it has `within` seconds.

        Calls with the same `key` go to the same worker, unless that is busy and another is not.
        After `hurry` seconds the call is told to answer with what it has. If this is cancelled,
        the call is told to stop, and its worker ended if it does not. Raises CallError: no answer
        came in time, the call failed, or its processes died one after the other.
        """
        worker = self._worker(key)
        line = json.dumps([name, sent]).encode() + b"\n"
        stop_at = None if hurry is None else asyncio.get_running_loop().time() + hurry
        answer = asyncio.create_task(worker.call(line, within, stop_at))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            worker.forget(answer)
            raise

    async def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            await worker.close()

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    @property
    def calls(self) -> int:
        """How many calls wait or are under way."""
        return sum([worker.calls for worker in self._workers])

    def _worker(self, key: str) -> Worker:
        homes = list(self._homes.values())
        best = min(self._workers, key=lambda worker: (worker.calls, homes.count(worker)))
        if not key:
            return best
        home = self._homes.pop(key, best)
        if home.calls and not best.calls:
            home = best
        self._homes[key] = home
        if len(self._homes) > HOMES:
            self._homes.popitem(last=False)
        return home


class Worker:
    """One process, which answers one call after the other; `calls` wait or are under way."""

    def __init__(self) -> None:
        self.calls = 0
        self.process: Process | None = None
        self._turn = asyncio.Lock()
        self._answering: asyncio.Task[Any] | None = None
        self._wanted = True  # the answer that is under way
        self._deadline: asyncio.Timeout | None = None
        self._closed = False

    async def call(self, line: bytes, within: float, stop_at: float | None) -> Any:
        """What the process answers; CallError as `Workers.call` says."""
        self.calls += 1
        try:
            async with self._turn:
                self._answering, self._wanted = asyncio.current_task(), True
                for _ in range(ATTEMPTS):
                    with contextlib.suppress(OSError, EOFError, ValueError):  # it has died
                        return _outcome(await self._answer(line, within, stop_at))
                raise CallError("the process that works on it dies again and again")
        finally:
            self.calls -= 1

    def forget(self, answer: asyncio.Task[Any]) -> None:
        """The answer to a call is not wanted any more."""
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        if answer is not self._answering:
            answer.cancel()
            return
        self._wanted = False
        if self._deadline is not None:
            self._stop()
            soon = asyncio.get_running_loop().time() + GRACE
            self._deadline.reschedule(min(soon, self._deadline.when() or soon))

    async def close(self) -> None:
        """End the process; no other is started."""
        self._closed = True
        await self._end()

    def _stop(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(f"{STOP}\n".encode())

    async def _answer(self, line: bytes, within: float, stop_at: float | None) -> dict[str, Any]:
        """One exchange with the process, which is ended if it does not answer properly."""
        process = await self._started()
        if not self._wanted:
            raise CallError("it is not wanted any more")
        loop, answer = asyncio.get_running_loop(), None
        handle = None if stop_at is None else loop.call_at(stop_at, self._stop)
        try:
            async with asyncio.timeout(within) as self._deadline:
                answer = await _exchange(process, line)
        except TimeoutError:
            raise CallError(f"no answer within {within:g} seconds") from None
        finally:
            self._deadline = None
            if handle is not None:
                handle.cancel()
            if answer is None:
                await self._end()
        return answer

    async def _started(self) -> Process:
        if self.process is not None and self.process.returncode is not None:
            await self._end()
        if self._closed:
            raise CallError("the server is closing")
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "stackyard_web.worker"),
                stdin=PIPE,
                stdout=PIPE,
                limit=LINE,
                start_new_session=True,  # Ctrl-C is for the server
            )
        return self.process

    async def _end(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: Process, line: bytes) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    answer = await process.stdout.readline()
    if not answer.endswith(b"\n"):
        raise EOFError
    decoded: dict[str, Any] = json.loads(answer)
    return decoded


def _outcome(answer: dict[str, Any]) -> Any:
    if "refused" in answer:
        raise RefusedError(answer["refused"])
    if "failed" in answer:
        raise CallError(answer["failed"], answer["report"])
    return answer["done"]
