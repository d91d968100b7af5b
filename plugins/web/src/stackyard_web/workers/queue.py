"""The calls of worker processes and their order: by priority, with clients in turn."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from stackyard.processes import Job, WorkerProcesses
from stackyard_web.errors import LimitExceededError

WAITING = 100  # calls of one client in the queue


class Priority(IntEnum):
    """The priority of a call; lower values come first."""

    MOVE = 0  # of a computer player
    ANALYSIS = 1
    PICTURE = 2
    FILM = 3


@dataclass(eq=False)
class WorkerCall:
    """One call of a client and its `answer`; its worker and its job once it has begun."""

    priority: Priority
    client: str
    key: str
    function: Callable[..., Any]
    arguments: dict[str, Any]
    within: float
    answer: asyncio.Future[Any]
    worker: WorkerProcesses | None = None
    job: Job[Any] | None = None

    @property
    def progress(self) -> tuple[int, int]:
        """The work done, and the total; both are 0 before the call tells them."""
        done, total = (0, 0) if self.job is None else self.job.progress
        return int(done), int(total)


class CallQueue:
    """The waiting and running calls for `size` workers.

    Only calls of priority `first` may use all workers; the others leave one free for them. The
    calls of one client also leave one worker free, if there is more than one. A client may have one
    film in progress and WAITING calls in the queue.
    """

    def __init__(self, size: int, first: Priority) -> None:
        self._share = max(1, size - 1)
        self._first = first
        self._waiting: dict[Priority, OrderedDict[str, list[WorkerCall]]] = {
            priority: OrderedDict() for priority in Priority
        }
        self._running: list[WorkerCall] = []

    def add(self, call: WorkerCall) -> None:
        """Add a call; LimitExceededError if its client has too many waiting."""
        waiting = [len(clients.get(call.client, ())) for clients in self._waiting.values()]
        if sum(waiting) >= WAITING:
            raise LimitExceededError(
                "too many requests from your address are in progress; try again soon"
            )
        self._waiting[call.priority].setdefault(call.client, []).append(call)

    def next(self) -> WorkerCall | None:
        """Take the next call that may begin; None if there is none. A worker must be free."""
        urgent = [call for call in self._running if call.priority == self._first]
        spared = len(self._running) - len(urgent) < self._share
        of_client = Counter([call.client for call in self._running if call.client])
        films = {call.client for call in self._running if call.priority == Priority.FILM}
        for priority, clients in self._waiting.items():
            if priority != self._first and not spared:
                continue
            for client, calls in clients.items():  # the client served longest ago first
                busy = priority == Priority.FILM and client in films
                if busy or of_client[client] >= self._share:
                    continue
                call = calls.pop(0)
                if calls:
                    clients.move_to_end(client)
                else:
                    del clients[client]
                self._running.append(call)
                return call
        return None

    def remove(self, call: WorkerCall) -> None:
        """Remove a call that is over, or abandoned before it began."""
        if call in self._running:
            self._running.remove(call)
            return
        clients = self._waiting[call.priority]
        clients[call.client].remove(call)
        if not clients[call.client]:
            del clients[call.client]
