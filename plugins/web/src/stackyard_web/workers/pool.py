"""A pool of worker processes, so that the server stays responsive while engines think.

A call waits for its turn (`workers.queue`) and a free process. A process that crashes is replaced
and the call repeated; a process that does not answer in time is killed.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from stackyard_web.workers.process import OnProgress, Worker
from stackyard_web.workers.queue import CallQueue, Priority

HOMES = 1000  # keys with a remembered worker
WAITING = 100  # calls of one client in the queue


@dataclass(eq=False)
class WorkerCall:
    """One call of a client, with its limits and its answer."""

    priority: Priority
    client: str
    key: str
    line: bytes
    within: float
    stop_at: float | None
    on_progress: OnProgress | None
    answer: asyncio.Future[Any]
    work: asyncio.Task[Any] | None = None
    worker: Worker | None = None


class WorkerPool:
    """`size` worker processes, each started when it is first needed.

    One process is reserved for calls of priority `first`; see `CallQueue`. With `spare`, another
    process is started as soon as all running ones are busy.
    """

    def __init__(self, size: int, first: Priority = Priority.MOVE, *, spare: bool = False) -> None:
        self._spare = spare
        self._warming: asyncio.Task[None] | None = None
        self._workers = [Worker() for _ in range(size)]
        self._free = list(self._workers)
        self._queue = CallQueue[WorkerCall](size, first, WAITING)
        self._homes: OrderedDict[str, Worker] = OrderedDict()  # the longest unused first

    async def call(
        self,
        name: str,
        within: float,
        /,
        *,
        priority: Priority = Priority.MOVE,
        client: str = "",
        key: str = "",
        hurry: float | None = None,
        on_progress: OnProgress | None = None,
        **sent: Any,
    ) -> Any:
        """The answer to a call, which has `within` seconds once it has begun.

        Calls with the same `key` go to the same worker, unless only another one is free. After
        `hurry` seconds the call must answer with what it has. `on_progress` is called with the
        progress. If this is cancelled, the call is cancelled, and its worker killed if it goes on.
        Raises CallError if no answer came in time, the call failed or its worker kept crashing;
        LimitExceededError if the client has too many calls waiting.
        """
        loop = asyncio.get_running_loop()
        line = json.dumps([name, sent]).encode() + b"\n"
        stop_at = None if hurry is None else loop.time() + hurry
        answer = loop.create_future()
        call = WorkerCall(priority, client, key, line, within, stop_at, on_progress, answer)
        self._queue.add(call)
        self._begin()
        try:
            return await asyncio.shield(call.answer)
        except asyncio.CancelledError:
            self._abandon(call)
            raise

    async def close(self) -> None:
        """End all workers."""
        if self._warming is not None:
            await self._warming
        for worker in self._workers:
            await worker.close()

    @property
    def processes(self) -> list[int]:
        """The ids of the running processes."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    @property
    def calls(self) -> int:
        """The number of calls that wait or run."""
        return len(self._queue)

    def _begin(self) -> None:
        """Assign free workers to the calls whose turn it is."""
        while self._free and (call := self._queue.next()) is not None:
            worker = self._worker(call.key)
            self._free.remove(worker)
            call.worker = worker
            call.work = asyncio.create_task(self._work(call, worker))
        cold = self._spare and all(worker.process is None for worker in self._free)
        if cold and self._free and (self._warming is None or self._warming.done()):
            self._warming = asyncio.create_task(self._free[0].start())

    async def _work(self, call: WorkerCall, worker: Worker) -> None:
        try:
            answer = await worker.call(call.line, call.within, call.stop_at, call.on_progress)
        except Exception as failure:
            if not call.answer.done():
                call.answer.set_exception(failure)
        else:
            if not call.answer.done():
                call.answer.set_result(answer)
        finally:
            call.answer.cancel()
            self._queue.remove(call)
            self._free.append(worker)
            self._begin()

    def _abandon(self, call: WorkerCall) -> None:
        """Drop a call, or cancel it if it has begun."""
        call.answer.cancel()
        if call.worker is None:
            self._queue.remove(call)
        elif call.work is not None and not call.work.done():
            call.worker.abandon()

    def _worker(self, key: str) -> Worker:
        """A free worker, preferably the last one that worked for this key."""
        homes = list(self._homes.values())
        if not key:  # a running one, if possible
            return min(self._free, key=lambda one: (one.process is None, homes.count(one)))
        best = min(self._free, key=homes.count)
        home = self._homes.pop(key, best)
        if home not in self._free:
            home = best
        self._homes[key] = home
        if len(self._homes) > HOMES:
            self._homes.popitem(last=False)
        return home
