"""Lines of standard input, read with a time limit; at a terminal they can be edited."""

from __future__ import annotations

import os
import signal
import sys
import time
from select import select
from types import FrameType

from stackyard.errors import StackyardError
from stackyard_cli.output import standard_output

MAX_LINE = 1_000_000  # bytes
CHUNK = 65536  # bytes read at once
SHORTEST = 0.001  # seconds of a timer; zero would stop it


class TimeUpError(Exception):
    """No line came in time."""


class LineTooLongError(StackyardError):
    """A line is too long to have been typed; the input may not be text."""


class StdinLines:
    """The lines of standard input.

    For a file, a pipe or a POSIX terminal, the wait for a line ends when the time is up. Otherwise
    the line is read completely, which may take longer.
    """

    def __init__(self) -> None:
        self._read = b""  # but not yet returned

    def next(self, seconds: float | None = None) -> str:
        """The next line, empty at the end; TimeUpError after `seconds` without one."""
        until = None if seconds is None else time.monotonic() + seconds
        descriptor = _descriptor()
        if descriptor is None:
            line = sys.stdin.readline()
            if until is not None and time.monotonic() > until:
                raise TimeUpError
            return line
        while b"\n" not in self._read:
            if len(self._read) > MAX_LINE:
                raise LineTooLongError(f"input line too long (limit {MAX_LINE:,} bytes)")
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select([descriptor], [], [], left)[0]:
                raise TimeUpError
            more = os.read(descriptor, CHUNK)
            if not more:
                break
            self._read += more
        typed, end, self._read = self._read.partition(b"\n")
        return (typed + end).decode(sys.stdin.encoding, "replace")


def can_edit() -> bool:
    """Whether a typed line can be edited: at a terminal, where Python has readline."""
    if os.name != "posix" or not (sys.stdin.isatty() and standard_output().isatty()):
        return False
    try:
        import readline  # noqa: F401 - input() uses it from now on
    except ImportError:
        return False
    return True


def read_edited(prompt: str, seconds: float | None = None) -> str:
    """A line typed at a terminal, with readline's editing and history; TimeUpError as above.

    Raises EOFError at the end of the input.
    """

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeUpError

    before = signal.signal(signal.SIGALRM, ring)
    shown, sys.stdout = sys.stdout, standard_output()  # input() edits on standard output only
    if seconds is not None:
        signal.setitimer(signal.ITIMER_REAL, max(seconds, SHORTEST))
    try:
        return input(prompt)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.stdout = shown


def _descriptor() -> int | None:
    """The descriptor of standard input; None if it cannot be read with a time limit."""
    if os.name != "posix":
        return None
    try:
        return sys.stdin.fileno()
    except OSError:  # standard input is not a file
        return None
