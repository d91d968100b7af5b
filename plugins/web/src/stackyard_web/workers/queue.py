"""The order of calls: by priority, with clients in turn."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

from stackyard_web.errors import LimitExceededError


class Priority(IntEnum):
    """The priority of a call; lower values come first."""

    MOVE = 0  # of a computer player
    ANALYSIS = 1
    PICTURE = 2
    FILM = 3


class QueuedCall(Protocol):
    """A waiting call of a client."""

    priority: Priority
    client: str


Call = TypeVar("Call", bound=QueuedCall)


class CallQueue(Generic[Call]):
    """The waiting and running calls for `size` workers.

    Only calls of priority `first` may use all workers; the others leave one free for them. The
    calls of one client also leave one worker free, if there is more than one. A client may have one
    film in progress and `most` calls waiting; the client "" has no limits.
    """

    def __init__(self, size: int, first: Priority, most: int) -> None:
        self._share = max(1, size - 1)
        self._first = first
        self._most = most
        self._waiting: dict[Priority, OrderedDict[str, list[Call]]] = {
            priority: OrderedDict() for priority in Priority
        }
        self._running: list[Call] = []

    def __len__(self) -> int:
        return len(list(self._all())) + len(self._running)

    def add(self, call: Call) -> None:
        """Add a call; LimitExceededError if its client has too many waiting."""
        if sum([other.client == call.client for other in self._all()]) >= self._most:
            raise LimitExceededError(
                "too many requests from your address are in progress; try again soon"
            )
        self._waiting[call.priority].setdefault(call.client, []).append(call)

    def next(self) -> Call | None:
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

    def remove(self, call: Call) -> None:
        """Remove a call that is over, or abandoned before it began."""
        if call in self._running:
            self._running.remove(call)
            return
        clients = self._waiting[call.priority]
        clients[call.client].remove(call)
        if not clients[call.client]:
            del clients[call.client]

    def _all(self) -> Iterator[Call]:
        for clients in self._waiting.values():
            for calls in clients.values():
                yield from calls
