"""How a worker process hears that an answer is wanted at once, or not at all any more."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

STOP = "stop"  # the line that has the call under way answered at once


class Stop:
    """Belongs to one call; set by the thread that reads what the server says."""

    def __init__(self) -> None:
        self._event = Event()
        self._also: Callable[[], object] | None = None

    def is_set(self) -> bool:
        """Whether to answer with what there is."""
        return self._event.is_set()

    def set(self) -> None:
        """Ask for an answer."""
        self._event.set()
        if self._also is not None:
            self._also()

    def tell(self, stop: Callable[[], object]) -> None:
        """Have `stop` called, from another thread, when this is set."""
        self._also = stop
        if self.is_set():
            stop()
