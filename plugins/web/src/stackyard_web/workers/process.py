"""One worker process, as seen by the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from stackyard_web.errors import CallError, CallRefusedError
from stackyard_web.workers.cancellation import STOP

LINE = 2**26  # the maximum bytes of a call or an answer
ATTEMPTS = 3
GRACE = 1.0  # seconds in which a cancelled call must answer

VERSION = version("stackyard-web")  # of the running server, even after an upgrade

OnProgress = Callable[[int, int], object]  # called with (done, total)


class Worker:
    """A process that is started when it is first needed and answers one call at a time."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self._wanted = True  # whether the current answer is still wanted
        self._deadline: asyncio.Timeout | None = None
        self._closed = False
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start the process, so that the first call need not wait for it."""
        with contextlib.suppress(OSError, CallError):  # the next call reports it
            await self._started()

    async def call(
        self,
        line: bytes,
        within: float,
        stop_at: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Any:
        """The answer of the process; CallError as for `WorkerPool.call`."""
        self._wanted = True
        for _ in range(ATTEMPTS):
            with contextlib.suppress(OSError, EOFError, ValueError):  # it has crashed
                return _outcome(await self._answer(line, within, stop_at, on_progress))
        raise CallError("the worker process keeps crashing")

    def abandon(self) -> None:
        """Cancel the current call; its answer is no longer wanted."""
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
        self, line: bytes, within: float, stop_at: float | None, on_progress: OnProgress | None
    ) -> dict[str, Any]:
        """The answer to a line; the process is killed if it does not answer properly."""
        process = await self._started()
        if not self._wanted:
            raise CallError("the call was cancelled")
        loop, answer = asyncio.get_running_loop(), None
        handle = None if stop_at is None else loop.call_at(stop_at, self._stop)
        try:
            async with asyncio.timeout(within) as self._deadline:
                answer = await _exchange(process, line, on_progress)
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


async def _exchange(
    process: Process, line: bytes, on_progress: OnProgress | None
) -> dict[str, Any]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    while True:
        answer = await process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise EOFError
        decoded: dict[str, Any] = json.loads(answer)
        if "progress" not in decoded:
            return decoded
        if on_progress is not None:
            on_progress(*decoded["progress"])


def _outcome(answer: dict[str, Any]) -> Any:
    if "refused" in answer:
        raise CallRefusedError(answer["refused"])
    if "failed" in answer:
        raise CallError(answer["failed"], answer["report"])
    return answer["done"]
