"""The pages that show a table, and their message queues."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from stackyard_web import protocol
from stackyard_web.protocol import ServerMessage
from stackyard_web.tables.patches import PatchEncoder
from stackyard_web.tables.tokens import Role


class PageConnection:
    """One page that shows a table; `unsent` is the queue of its messages."""

    def __init__(self, role: Role, client: str, unsent: int) -> None:
        self.role = role
        self.client = client
        self.flipped = False
        self.unsent: asyncio.Queue[str] = asyncio.Queue(unsent)
        self.patches: PatchEncoder | None = None  # the page takes whole messages
        self.lost = asyncio.Event()  # it is too slow; it may reconnect
        self.busy = False  # an analysis is running
        self.greeted = 0.0  # time of its last ready-made message

    def send(self, message: str) -> None:
        """Queue an encoded message without waiting."""
        try:
            self.unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.lost.set()

    def tell(self, message: ServerMessage) -> None:
        """Queue a message for this page."""
        self.send(protocol.encode(message))


class Audience:
    """All pages that show one table."""

    def __init__(self) -> None:
        self._pages: set[PageConnection] = set()

    def __iter__(self) -> Iterator[PageConnection]:
        return iter(tuple(self._pages))

    def __bool__(self) -> bool:
        return bool(self._pages)

    @property
    def sides(self) -> set[bool]:
        """The orientations in which pages show the board."""
        return {page.flipped for page in self._pages}

    def add(self, page: PageConnection) -> None:
        """Add a page."""
        self._pages.add(page)

    def discard(self, page: PageConnection) -> None:
        """Remove a page."""
        self._pages.discard(page)

    def send_presence(self) -> None:
        """Send each page the number of pages at each seat, and of watchers."""
        seats = [sum([seat in page.role.seats for page in self._pages]) for seat in (0, 1)]
        watching = sum([not page.role.seats for page in self._pages])
        message = protocol.encode(protocol.Presence((seats[0], seats[1]), watching))
        for page in self._pages:
            page.send(message)
