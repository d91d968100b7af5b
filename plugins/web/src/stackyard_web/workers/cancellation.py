"""Cancellation and progress of a call in a worker process."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

STOP = "stop"  # the input line that ends the current call early


class Cancellation:
    """The cancellation flag of one call, set by the thread that reads from the server.

    `write_progress(done, total)` sends progress to the server.
    """

    def __init__(self, write_progress: Callable[[int, int], object] | None = None) -> None:
        self._write_progress = write_progress
        self._event = Event()
        self._callback: Callable[[], object] | None = None

    def is_set(self) -> bool:
        """Whether the call should answer now, with what it has found."""
        return self._event.is_set()

    def set(self) -> None:
        """Request an answer now."""
        self._event.set()
        if self._callback is not None:
            self._callback()

    def report_progress(self, done: int, total: int) -> None:
        """Report that `done` of `total` parts are done."""
        if self._write_progress is not None:
            self._write_progress(done, total)

    def on_cancel(self, callback: Callable[[], object]) -> None:
        """Call `callback`, from another thread, when this is set."""
        self._callback = callback
        if self.is_set():
            callback()
