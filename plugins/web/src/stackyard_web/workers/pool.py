"""A pool of worker processes, so that the server stays responsive while engines think.

A call waits for its turn (`workers.queue`) and a free worker. A call whose worker dies is repeated
once; one that does not answer in time ends with its worker.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from importlib.metadata import version
from typing import Any

from stackyard.processes import WorkerProcesses
from stackyard_web.errors import CallError
from stackyard_web.workers.calls import carry_out, get_ready
from stackyard_web.workers.queue import CallQueue, Priority, WorkerCall

HOMES = 1000  # keys with a remembered worker
ATTEMPTS = 2
GRACE = 1.0  # seconds in which a cancelled call must answer

VERSION = version("stackyard-web")  # of the running server, even after an upgrade


class WorkerPool:
    """`size` worker processes, each started when it is first needed.

    One is reserved for calls of priority `first`; see `CallQueue`. Another one is started as soon
    as all running ones are busy.
    """

    def __init__(self, size: int, first: Priority) -> None:
        self._free = [WorkerProcesses(1) for _ in range(size)]
        self._all = tuple(self._free)
        self._started = set[WorkerProcesses]()
        self._queue = CallQueue(size, first)
        self._homes: OrderedDict[str, WorkerProcesses] = OrderedDict()  # the longest unused first
        self._tasks = set[asyncio.Task[None]]()
        self._closed = False

    async def call(self, function: Callable[..., Any], within: float, /, **more: Any) -> Any:
        """The answer to a call; see `begin` and `finish`."""
        return await self.finish(self.begin(function, within, **more))

    def begin(
        self,
        function: Callable[..., Any],
        within: float,
        /,
        *,
        priority: Priority,
        client: str = "",
        key: str = "",
        **arguments: Any,
    ) -> WorkerCall:
        """A call of a function of `workers.calls`; it has `within` seconds once it has begun.

        Calls with the same `key` go to the same worker, unless only another one is free. Raises
        LimitExceededError if the client has too many calls waiting.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        call = WorkerCall(priority, client, key, function, arguments, within, future)
        self._queue.add(call)
        self._start_calls()
        return call

    async def finish(self, call: WorkerCall) -> Any:
        """The answer to a call. If this is cancelled, the call is stopped; its answer is lost.

        Raises CallError if no answer came in time, the call failed or its worker died again.
        """
        try:
            return await asyncio.shield(call.answer)
        except asyncio.CancelledError:
            call.answer.cancel()
            if call.worker is None:
                self._queue.remove(call)
            elif call.job is not None:
                call.job.stop(GRACE)
            raise

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in self._all:
            await asyncio.to_thread(worker.shutdown, wait=False, cancel_futures=True)

    def _start_calls(self) -> None:
        """Assign free workers to the calls whose turn it is."""
        while self._free and (call := self._queue.next()) is not None:
            call.worker = worker = self._worker(call.key)
            self._free.remove(worker)
            self._started.add(worker)
            task = asyncio.create_task(self._work(call, worker))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if not self._closed and self._free and self._started.isdisjoint(self._free):
            self._started.add(self._free[0])
            self._free[0].submit(get_ready)

    async def _work(self, call: WorkerCall, worker: WorkerProcesses) -> None:
        try:
            found = await self._answered(call, worker)
        except Exception as failure:
            if not call.answer.done():
                call.answer.set_exception(failure)
        else:
            if not call.answer.done():
                call.answer.set_result(found)
        finally:
            call.answer.cancel()
            self._queue.remove(call)
            self._free.append(worker)
            self._start_calls()

    async def _answered(self, call: WorkerCall, worker: WorkerProcesses) -> Any:
        """The answer of a worker, which is replaced if it dies."""
        loop = asyncio.get_running_loop()
        for _ in range(ATTEMPTS):
            if self._closed:
                raise CallError("the server is closing")
            if call.answer.done():  # it is not wanted any more
                return None
            call.job = job = worker.submit(carry_out, VERSION, call.function, call.arguments)
            end = loop.time() + call.within
            timer = loop.call_at(end, job.stop, 0.0)
            try:
                return await asyncio.wrap_future(job)
            except (BrokenExecutor, asyncio.CancelledError):
                if not job.done():  # the server ends
                    raise
                if loop.time() >= end:
                    raise CallError(f"no answer within {call.within:g} seconds") from None
            finally:
                timer.cancel()
        raise CallError("the worker process keeps crashing")

    def _worker(self, key: str) -> WorkerProcesses:
        """A free worker, preferably the last one that worked for this key."""
        homes = list(self._homes.values())
        if not key:  # a running one, if possible
            return min(self._free, key=lambda one: (one not in self._started, homes.count(one)))
        best = min(self._free, key=homes.count)
        home = self._homes.pop(key, best)
        if home not in self._free:
            home = best
        self._homes[key] = home
        if len(self._homes) > HOMES:
            self._homes.popitem(last=False)
        return home
