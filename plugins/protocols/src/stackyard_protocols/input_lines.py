"""The lines of standard input, read while a search runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread


class InputLines:
    """The lines of a file descriptor, until it ends or `fail` is called."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: SimpleQueue[str | BaseException | None] = SimpleQueue()

    def read(self, heed: Callable[[str], None]) -> Iterator[str]:
        """Iterate over the lines, which a thread of its own reads.

        It calls `heed` with each line at once, while earlier lines may still wait for their answer.
        """
        Thread(target=self._read, args=(heed,), name="input", daemon=True).start()
        while (line := self._lines.get()) is not None:
            if isinstance(line, BaseException):
                raise line
            yield line

    def fail(self, failure: BaseException) -> None:
        """Raise an exception of another thread where the lines are iterated over."""
        self._lines.put(failure)

    def _read(self, heed: Callable[[str], None]) -> None:
        with (
            suppress(OSError),  # of a terminal that has been closed
            os.fdopen(
                self._descriptor, encoding="utf-8", errors="replace", closefd=False
            ) as stream,
        ):
            for line in stream:
                heed(line)
                self._lines.put(line.removesuffix("\n"))
        self._lines.put(None)
