"""Whose call comes next: the most urgent first, and clients in turn."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from enum import IntEnum
from typing import Generic, Protocol, TypeVar

from stackyard_web.errors import TooManyError


class Rank(IntEnum):
    """What a call is for; the lower comes first."""

    MOVE = 0  # of a computer player
    ANALYSIS = 1
    PICTURE = 2
    FILM = 3


class Queued(Protocol):
    """A call that waits, of a client."""

    @property
    def rank(self) -> Rank:
        """What it is for."""

    @property
    def client(self) -> str:
        """Who waits for it."""


Call = TypeVar("Call", bound=Queued)


class Queue(Generic[Call]):
    """The calls that wait for one of `size` workers, and those that are under way.

    Only calls of rank `first` may use all workers. The others leave one of them free, so that such
    a call finds one; so do the calls of one client, as long as there is more than one worker. A
    client has one film at a time, and at most `most` calls waiting. "" is no client.
    """

    def __init__(self, size: int, first: Rank, most: int) -> None:
        self._share = max(1, size - 1)
        self._first = first
        self._most = most
        self._waiting: dict[Rank, OrderedDict[str, list[Call]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._running: list[Call] = []

    def __len__(self) -> int:
        return len(list(self._all())) + len(self._running)

    def add(self, call: Call) -> None:
        """Have a call wait; TooManyError if its client has enough of them waiting."""
        if sum([other.client == call.client for other in self._all()]) >= self._most:
            raise TooManyError("too much is being worked on for your address; try again soon")
        self._waiting[call.rank].setdefault(call.client, []).append(call)

    def next(self) -> Call | None:
        """The call that begins now, if one may; a worker must be free."""
        urgent = [call for call in self._running if call.rank == self._first]
        spared = len(self._running) - len(urgent) < self._share
        of_client = Counter([call.client for call in self._running if call.client])
        films = {call.client for call in self._running if call.rank == Rank.FILM}
        for rank, clients in self._waiting.items():
            if rank != self._first and not spared:
                continue
            for client, calls in clients.items():  # the one longest not served first
                if of_client[client] >= self._share or (rank == Rank.FILM and client in films):
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
        """A call is over, or no longer wanted before it has begun."""
        if call in self._running:
            self._running.remove(call)
            return
        clients = self._waiting[call.rank]
        clients[call.client].remove(call)
        if not clients[call.client]:
            del clients[call.client]

    def _all(self) -> Iterator[Call]:
        for clients in self._waiting.values():
            for calls in clients.values():
                yield from calls
