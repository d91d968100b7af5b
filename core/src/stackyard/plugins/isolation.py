"""Isolate the loading of plugins: redirect their prints, and distinguish a real Ctrl-C."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # signal itself takes milliseconds
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, current_thread, main_thread
from types import FrameType
from typing import TextIO

_lock = Lock()
_depth = 0  # the number of active redirections, in all threads
_kept: list[TextIO] = []  # the replacements of standard output, the newest last


@contextmanager
def redirect_stdout() -> Iterator[None]:
    """Send prints to standard error, in all threads, until the last user of this has finished."""
    global _depth
    with _lock:
        if sys.stdout is not sys.stderr:  # not while another thread redirects it
            _kept.append(sys.stdout)
            sys.stdout = sys.stderr
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if not _depth and _kept:
                sys.stdout = _kept[0]
                _kept.clear()


def standard_output() -> TextIO:
    """The real standard output, even while prints are redirected."""
    return _kept[-1] if _kept else sys.stdout


@contextmanager
def loading() -> Iterator[None]:
    """Load a plugin with its prints redirected; only the user can interrupt.

    A KeyboardInterrupt raised by the plugin itself becomes a RuntimeError, and a real Ctrl-C ends
    as KeyboardInterrupt even if the plugin catches it.
    """
    with redirect_stdout(), _interrupts() as received:
        try:
            yield
        except KeyboardInterrupt as own:
            if received:
                raise
            sentence = "KeyboardInterrupt was raised, but nobody pressed Ctrl-C"
            raise RuntimeError(sentence) from own
        except BaseException as failure:
            if received:
                raise KeyboardInterrupt from failure
            raise


@contextmanager
def _interrupts() -> Iterator[list[int]]:
    """Collect the Ctrl-C signals received meanwhile; they keep their usual effect."""
    received: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(before):
        yield received  # Ctrl-C raises nothing here
        return

    def note(number: int, frame: FrameType | None) -> None:
        received.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield received
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, before)
