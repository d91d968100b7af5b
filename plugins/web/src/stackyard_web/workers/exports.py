"""What is drawn and written in worker processes, once for all who ask for the same."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from stackyard_web.server.limits import Limits
from stackyard_web.workers.pool import Workers
from stackyard_web.workers.queue import Rank

KEPT = 64_000_000  # bytes of what was made last
SECONDS = 0.7  # that a film shows each position
PATIENCE = 5.0  # seconds after which nobody asks any more how far a film is


class Wish(NamedTuple):
    """A record in one form: a picture of a ply, or the whole match, which may be a film.

    `of` tells its content from any other; the record itself says when it was written as well.
    """

    of: bytes
    record: str
    name: str
    ply: int | None
    flip: bool
    film: bool

    @property
    def key(self) -> bytes:
        """The same for the same content."""
        return sha256(repr((self.of, self.name, self.ply, self.flip)).encode()).digest()


@dataclass(eq=False)
class Making:
    """Something that is being made: for how many, and how much of how much is done."""

    task: asyncio.Task[bytes]
    waiting: int = 0
    done: int = 0
    total: int = 0
    asked: float = field(default=-PATIENCE)  # when somebody wanted to know how far it is


class Exports:
    """Made by the worker processes `painters`; the last ones are kept."""

    def __init__(self, painters: Workers, limits: Limits) -> None:
        self._painters = painters
        self._limits = limits
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()  # the longest unused first
        self._size = 0
        self._making: dict[bytes, Making] = {}

    async def get(self, wish: Wish, client: str) -> bytes:
        """The file; CallError if it cannot be made, TooManyError if too much is waited for.

        If this is cancelled and nobody else waits, its making is stopped.
        """
        kept = self._known(wish)
        if kept is not None:
            return kept
        making = self._made(wish, client)
        making.waiting += 1
        try:
            return await asyncio.shield(making.task)
        finally:
            making.waiting -= 1
            self._stop_if_unwanted(making)

    def progress(self, wish: Wish, client: str) -> tuple[int, int]:
        """How much of how much is done, all of it if there is the file; begins to make it.

        It is made as long as somebody asks again. Raises as `get` does.
        """
        if self._known(wish) is not None:
            return 1, 1
        making = self._made(wish, client)
        if making.task.done():  # it failed
            del self._making[wish.key]
            making.task.result()
        loop = asyncio.get_running_loop()
        making.asked = loop.time()
        loop.call_later(PATIENCE + 0.1, self._stop_if_unwanted, making)
        return making.done, max(making.total, making.done + 1)

    def _known(self, wish: Wish) -> bytes | None:
        if wish.key in self._kept:
            self._kept.move_to_end(wish.key)
        return self._kept.get(wish.key)

    def _made(self, wish: Wish, client: str) -> Making:
        making = self._making.get(wish.key)
        if making is None:
            making = Making(asyncio.create_task(self._make(wish, client)))
            making.task.add_done_callback(lambda done: self._end(wish.key, done))
            self._making[wish.key] = making
        return making

    async def _make(self, wish: Wish, client: str) -> bytes:
        def hear(done: int, total: int) -> None:
            making = self._making.get(wish.key)
            if making is not None:
                making.done, making.total = done, total

        written = await self._painters.call(
            "export",
            self._limits.filming if wish.film else self._limits.pictures,
            rank=Rank.FILM if wish.film else Rank.PICTURE,
            client=client,
            tell=hear,
            record=wish.record,
            name=wish.name,
            ply=wish.ply,
            flip=wish.flip,
            seconds=SECONDS,
        )
        return b64decode(written)

    def _end(self, key: bytes, task: asyncio.Task[bytes]) -> None:
        making = self._making[key]
        failed = task.cancelled() or task.exception() is not None
        if not failed:
            self._keep(key, task.result())
        if task.cancelled() or not failed or making.waiting:
            del self._making[key]

    def _keep(self, key: bytes, content: bytes) -> None:
        self._kept[key] = content
        self._size += len(content)
        while self._size > KEPT:
            _, oldest = self._kept.popitem(last=False)
            self._size -= len(oldest)

    def _stop_if_unwanted(self, making: Making) -> None:
        now = asyncio.get_running_loop().time()
        if making.waiting or now - making.asked < PATIENCE:
            return
        if making.task.done():
            for key in [key for key, one in self._making.items() if one is making]:
                del self._making[key]
        else:
            making.task.cancel()


def too_long(most: int) -> str:
    """Why a match has no film."""
    return f"films are made of at most {most} moves; `stackyard export` has no bound"
