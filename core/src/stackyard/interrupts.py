"""The signals that interrupt a program: Ctrl-C and, where it has made them do so, others."""

from __future__ import annotations

import _signal as signal  # type: ignore[import-not-found]  # signal itself takes milliseconds
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import current_thread, main_thread
from types import FrameType

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # no SIGHUP on Windows
SIGNALS = tuple([getattr(signal, name) for name in NAMES if hasattr(signal, name)])

# Called with a signal's number and its usual handler.
Catch = Callable[[int, Callable[[], object]], object]


@contextmanager
def caught(catch: Catch) -> Iterator[None]:
    """Call `catch` for an interrupting signal, in place of the usual handler, which it may call.

    Signals without a handler in Python keep their effect: they are ignored, or end the program.
    """
    handlers = {}
    if current_thread() is main_thread():
        known = {number: signal.getsignal(number) for number in SIGNALS}
        handlers = {number: handler for number, handler in known.items() if callable(handler)}

    def handle(number: int, frame: FrameType | None) -> None:
        catch(number, partial(handlers[number], number, frame))

    for number in handlers:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            if signal.getsignal(number) is handle:
                signal.signal(number, handler)
