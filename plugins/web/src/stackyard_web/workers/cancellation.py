"""What a call in a worker process hears from the server, and tells it while it works."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

STOP = "stop"  # the line that has the call under way answered at once


class Stop:
    """Belongs to one call; set by the thread that reads what the server says.

    `say` takes how much of how much is done.
    """

    def __init__(self, say: Callable[[int, int], object] | None = None) -> None:
        self._say = say
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

    def say(self, done: int, total: int) -> None:
        """Tell the server how far the call is."""
        if self._say is not None:
            self._say(done, total)

    def tell(self, stop: Callable[[], object]) -> None:
        """Have `stop` called, from another thread, when this is set."""
        self._also = stop
        if self.is_set():
            stop()
