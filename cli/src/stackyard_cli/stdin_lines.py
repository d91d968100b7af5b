"""Lines typed on standard input, waited for no longer than there is time."""

from __future__ import annotations

import os
import sys
import time
from select import select

from stackyard.errors import StackyardError

LONGEST = 1_000_000  # bytes of one line
CHUNK = 65536  # bytes read at once


class TimeUpError(Exception):
    """The time for an answer is over."""


class EndlessLineError(StackyardError):
    """A line is too long to have been typed, as where the input is no text."""


class Lines:
    """The lines of standard input.

    Where it is a file, a pipe or a terminal of POSIX, the wait for a line ends when its time is up.
    Elsewhere the line is read to its end, and then it may be too late.
    """

    def __init__(self) -> None:
        self._read = b""  # and not yet asked for

    def next(self, seconds: float | None = None) -> str:
        """The next line, empty at the end; TimeUpError after so many seconds without one."""
        until = None if seconds is None else time.monotonic() + seconds
        descriptor = _descriptor()
        if descriptor is None:
            line = sys.stdin.readline()
            if until is not None and time.monotonic() > until:
                raise TimeUpError
            return line
        while b"\n" not in self._read:
            if len(self._read) > LONGEST:
                raise EndlessLineError("the input is one line without an end: a million characters")
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select([descriptor], [], [], left)[0]:
                raise TimeUpError
            more = os.read(descriptor, CHUNK)
            if not more:
                break
            self._read += more
        typed, end, self._read = self._read.partition(b"\n")
        return (typed + end).decode(sys.stdin.encoding, "replace")


def _descriptor() -> int | None:
    """Of standard input, where one can wait for it with a time limit."""
    if os.name != "posix":
        return None
    try:
        return sys.stdin.fileno()
    except OSError:  # it is no file
        return None
