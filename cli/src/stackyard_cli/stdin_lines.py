"""Lines of standard input with a time limit; at a terminal they can be edited."""

from __future__ import annotations

import os
import signal
import sys
import time
from types import FrameType

from stackyard_cli.output import standard_output

MAX_LINE = 100_000  # characters; a longer line is read in parts
SHORTEST = 0.001  # seconds of a timer; zero would stop it


class TimeUpError(Exception):
    """No line came in time."""


def read_line(seconds: float | None = None) -> str:
    """The next line, empty at the end; TimeUpError if it comes later than after `seconds`."""
    until = None if seconds is None else time.monotonic() + seconds
    line = sys.stdin.readline(MAX_LINE)
    if until is not None and time.monotonic() > until:
        raise TimeUpError
    return line


def can_edit() -> bool:
    """Tell if a typed line can be edited: at a terminal, where Python has readline."""
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
