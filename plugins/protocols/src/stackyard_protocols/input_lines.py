"""The lines of standard input, read while a search runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Thread

from stackyard.errors import StackyardError

CHUNK = 65_536  # bytes read at once
MAX_LINE = 1_000_000  # characters; the rest of a longer line is dropped
WAITING = 10_000  # lines that wait to be answered


def refuse_too_long(line: str) -> None:
    """Raise StackyardError for a line that has been cut."""
    if len(line) > MAX_LINE:
        raise StackyardError(f"a line is too long (limit {MAX_LINE:,} characters)")


class InputLines:
    """The lines of a file descriptor, until it ends or `fail` is called."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: Queue[str | BaseException | None] = Queue(WAITING)

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
        def put(line: bytes) -> None:
            text = line[: MAX_LINE + 1].decode("utf-8", "replace")
            heed(text)
            self._lines.put(text)

        kept = b""
        while chunk := self._chunk():
            *ended, kept = (kept + chunk).split(b"\n")
            for line in ended:
                put(line)
            kept = kept[: MAX_LINE + 1]
        if kept:
            put(kept)
        self._lines.put(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:  # a terminal that has been closed
            return b""
