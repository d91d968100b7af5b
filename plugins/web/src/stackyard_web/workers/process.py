"""One worker process as the server sees it: called a line each, answering so."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from stackyard_web.errors import CallError, RefusedError
from stackyard_web.workers.cancellation import STOP

LINE = 2**26  # bytes of a call or an answer
ATTEMPTS = 3
GRACE = 1.0  # seconds in which a call that is told to stop has to answer

VERSION = version("stackyard-web")  # of this process, whatever has been installed meanwhile

Tell = Callable[[int, int], object]  # hears how much of how much is done


class Worker:
    """A process that is started when it is first needed, and called for one thing at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self._wanted = True  # the answer that is under way
        self._deadline: asyncio.Timeout | None = None
        self._closed = False
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Have the process run, so that the first call need not wait for it."""
        with contextlib.suppress(OSError, CallError):  # a call would hear of it
            await self._started()

    async def call(
        self, line: bytes, within: float, stop_at: float | None = None, tell: Tell | None = None
    ) -> Any:
        """What the process answers; CallError as `Workers.call` says."""
        self._wanted = True
        for _ in range(ATTEMPTS):
            with contextlib.suppress(OSError, EOFError, ValueError):  # it has died
                return _outcome(await self._answer(line, within, stop_at, tell))
        raise CallError("the process that works on it dies again and again")

    def forget(self) -> None:
        """The answer to the call under way is not wanted any more."""
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

    async def _answer(
        self, line: bytes, within: float, stop_at: float | None, tell: Tell | None
    ) -> dict[str, Any]:
        """One exchange with the process, which is ended if it does not answer properly."""
        process = await self._started()
        if not self._wanted:
            raise CallError("it is not wanted any more")
        loop, answer = asyncio.get_running_loop(), None
        handle = None if stop_at is None else loop.call_at(stop_at, self._stop)
        try:
            async with asyncio.timeout(within) as self._deadline:
                answer = await _exchange(process, line, tell)
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
        async with self._starting:
            return await self._running()

    async def _running(self) -> Process:
        if self.process is not None and self.process.returncode is not None:
            await self._end()
        if self._closed:
            raise CallError("the server is closing")
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "stackyard_web.workers.main", VERSION),
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


async def _exchange(process: Process, line: bytes, tell: Tell | None) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    while True:
        answer = await process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise EOFError
        decoded: dict[str, Any] = json.loads(answer)
        if "told" not in decoded:
            return decoded
        if tell is not None:
            tell(*decoded["told"])


def _outcome(answer: dict[str, Any]) -> Any:
    if "refused" in answer:
        raise RefusedError(answer["refused"])
    if "failed" in answer:
        raise CallError(answer["failed"], answer["report"])
    return answer["done"]
