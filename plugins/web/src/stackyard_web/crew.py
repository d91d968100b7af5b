"""Worker processes, so that the server goes on while a computer player thinks.

A worker that dies is replaced and the job given to the next; one that takes too long is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from typing import Any

LINE = 2**26  # bytes of a job or an answer
ATTEMPTS = 3


class JobError(Exception):
    """A job could not be done; `str(error)` is one sentence."""


class RefusedError(JobError):
    """What was given for the job is wrong."""


class Crew:
    """At most `size` worker processes, started when they are needed."""

    def __init__(self, size: int) -> None:
        self._free = asyncio.Semaphore(size)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._closed = False

    async def ask(self, job: str, within: float, /, **arguments: Any) -> Any:
        """What a job answers, for which it has `within` seconds.

        Raises JobError: it took longer, it failed, or its processes died one after the other.
        """
        line = json.dumps([job, arguments]).encode() + b"\n"
        async with self._free:
            for _ in range(ATTEMPTS):
                worker = await self._worker()
                try:
                    async with asyncio.timeout(within):
                        answer = await _exchange(worker, line)
                except TimeoutError:
                    raise JobError(f"no answer within {within:g} seconds") from None
                except (OSError, EOFError, ValueError):
                    continue
                else:
                    self._idle.append(worker)
                    return _outcome(answer)
                finally:
                    if worker not in self._idle:  # died, too slow, or no longer asked
                        await self._end(worker)
        raise JobError("the process that works on it dies again and again")

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in list(self._all):
            await self._end(worker)

    async def _worker(self) -> Process:
        while self._idle:
            worker = self._idle.pop()
            if worker.returncode is None:
                return worker
            self._all.discard(worker)
        if self._closed:
            raise JobError("the server is closing")
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "stackyard_web.worker"),
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE,
            start_new_session=True,  # Ctrl-C is for the server
        )
        self._all.add(worker)
        return worker

    async def _end(self, worker: Process) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()


async def _exchange(worker: Process, line: bytes) -> dict[str, Any]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(line)
    await worker.stdin.drain()
    answer = await worker.stdout.readline()
    if not answer.endswith(b"\n"):
        raise EOFError
    decoded: dict[str, Any] = json.loads(answer)
    return decoded


def _outcome(answer: dict[str, Any]) -> Any:
    if "refused" in answer:
        raise RefusedError(answer["refused"])
    if "failed" in answer:
        raise JobError(answer["failed"])
    return answer["done"]
