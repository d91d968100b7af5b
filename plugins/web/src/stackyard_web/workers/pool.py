"""Worker processes, so that the server goes on while a computer player thinks.

A call waits until it is its turn (`queueing`) and a process is free. A process that dies is
replaced and called again; one that does not answer is ended.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from stackyard_web.workers.process import Tell, Worker
from stackyard_web.workers.queue import Queue, Rank

HOMES = 1000  # keys whose workers are remembered
WAITING = 100  # calls of one client


@dataclass(eq=False)
class Call:
    """One call: who waits for it, and how it is made."""

    rank: Rank
    client: str
    key: str
    line: bytes
    within: float
    stop_at: float | None
    tell: Tell | None
    answer: asyncio.Future[Any]
    work: asyncio.Task[Any] | None = None
    worker: Worker | None = None


class Workers:
    """`size` worker processes, each started when it is first needed.

    Calls of rank `first` find one of them free of any other; see `Queue`. With a `spare`, one that
    is free is started as soon as another works.
    """

    def __init__(self, size: int, first: Rank = Rank.MOVE, *, spare: bool = False) -> None:
        self._spare = spare
        self._warming: asyncio.Task[None] | None = None
        self._workers = [Worker() for _ in range(size)]
        self._free = list(self._workers)
        self._queue = Queue[Call](size, first, WAITING)
        self._homes: OrderedDict[str, Worker] = OrderedDict()  # the longest unused first

    async def call(
        self,
        name: str,
        within: float,
        /,
        *,
        rank: Rank = Rank.MOVE,
        client: str = "",
        key: str = "",
        hurry: float | None = None,
        tell: Tell | None = None,
        **sent: Any,
    ) -> Any:
        """What a call answers, for which it has `within` seconds once it has begun.

        Calls with the same `key` go to the same worker, unless that is busy and another is not.
        After `hurry` seconds the call is told to answer with what it has. `tell` hears how far it
        is. If this is cancelled, the call is told to stop, and its worker ended if it does not.
        Raises CallError: no answer came in time, the call failed, or its processes died one after
        the other; TooManyError if the client has too many calls waiting.
        """
        loop = asyncio.get_running_loop()
        line = json.dumps([name, sent]).encode() + b"\n"
        stop_at = None if hurry is None else loop.time() + hurry
        call = Call(rank, client, key, line, within, stop_at, tell, loop.create_future())
        self._queue.add(call)
        self._begin()
        try:
            return await asyncio.shield(call.answer)
        except asyncio.CancelledError:
            self._forget(call)
            raise

    async def close(self) -> None:
        """End all workers."""
        if self._warming is not None:
            await self._warming
        for worker in self._workers:
            await worker.close()

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that run."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    @property
    def calls(self) -> int:
        """How many calls wait or are under way."""
        return len(self._queue)

    def _begin(self) -> None:
        """Give free workers to those whose turn it is."""
        while self._free and (call := self._queue.next()) is not None:
            worker = self._worker(call.key)
            self._free.remove(worker)
            call.worker = worker
            call.work = asyncio.create_task(self._work(call, worker))
        cold = self._spare and all(worker.process is None for worker in self._free)
        if cold and self._free and (self._warming is None or self._warming.done()):
            self._warming = asyncio.create_task(self._free[0].start())

    async def _work(self, call: Call, worker: Worker) -> None:
        try:
            answer = await worker.call(call.line, call.within, call.stop_at, call.tell)
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

    def _forget(self, call: Call) -> None:
        """Nobody waits for a call any more."""
        call.answer.cancel()
        if call.worker is None:
            self._queue.remove(call)
        elif call.work is not None and not call.work.done():
            call.worker.forget()

    def _worker(self, key: str) -> Worker:
        """A free worker: the one that has worked for this key before, if it can be."""
        homes = list(self._homes.values())
        if not key:  # one that runs already, if there is one
            return min(self._free, key=lambda one: (one.process is None, homes.count(one)))
        best = min(self._free, key=homes.count)
        home = self._homes.pop(key, best)
        if home not in self._free:
            home = best
        self._homes[key] = home
        if len(self._homes) > HOMES:
            self._homes.popitem(last=False)
        return home
