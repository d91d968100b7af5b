"""The pages that show a table, and their message queues."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Collection, Iterator

from stackyard_web import protocol
from stackyard_web.protocol import ServerMessage
from stackyard_web.tables.message_patches import PatchEncoder
from stackyard_web.tables.tokens import Role

SILENCE = 4.0  # seconds; a page at which somebody looks sends a ping every two


class PageConnection:
    """One page that shows a table; `unsent` is the queue of its messages.

    `secret` tells its browser, `tab` the tab there; a tab that reconnects is the same page.
    """

    def __init__(
        self, role: Role, link: Role, client: str, unsent: int, secret: str = "", tab: str = ""
    ) -> None:
        self.role = role
        self.link = link
        self.client = client
        self.secret = secret
        self.tab = tab
        self.tried = -math.inf
        self.heard = time.monotonic()
        self.flipped = False
        self.looked_at = False  # as its last ping said; a program need not send any
        self.unsent: asyncio.Queue[str] = asyncio.Queue(unsent)
        self.patches: PatchEncoder | None = None  # the page takes whole messages
        self.lost = asyncio.Event()  # it is too slow; it may reconnect
        self.busy = False  # an analysis is running

    @property
    def is_silent(self) -> bool:
        """Tell if nothing was heard for a time in which the page should have sent a ping."""
        return self.looked_at and time.monotonic() - self.heard > SILENCE

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
        self._silent: set[PageConnection] = set()  # as was told last

    def __iter__(self) -> Iterator[PageConnection]:
        return iter(tuple(self._pages))

    def __bool__(self) -> bool:
        return bool(self._pages)

    def add(self, page: PageConnection) -> None:
        """Add a page; earlier connections of the same tab that have fallen silent are closed."""
        for other in self._pages:
            silent = page.heard - other.heard > SILENCE
            if page.tab and silent and (other.tab, other.secret) == (page.tab, page.secret):
                other.lost.set()
        self._pages.add(page)

    def discard(self, page: PageConnection) -> None:
        """Remove a page."""
        self._pages.discard(page)

    def silence_has_changed(self) -> bool:
        """Tell if pages have fallen silent, or speak again, since the presence was sent."""
        return self._silent != {page for page in self._pages if page.is_silent}

    def send_presence(self, been: Collection[int]) -> None:
        """Send each page the number of pages at each seat, and of watchers.

        `been` are the seats at which somebody was.
        """
        self._silent = {page for page in self._pages if page.is_silent}
        there = [page for page in self._pages if not page.lost.is_set()]
        pages = {(page.secret, page.tab or str(id(page))): page for page in there}.values()
        seats = [sum([seat in page.role.seats for page in pages]) for seat in (0, 1)]
        watching = [page for page in pages if not page.role.seats]
        visitors = [sum([seat in page.link.seats for page in watching]) for seat in (0, 1)]
        heard = {seat for page in self._pages - self._silent for seat in page.role.seats}
        message = protocol.encode(
            protocol.Presence(
                (seats[0], seats[1]),
                len(watching),
                visitors=(visitors[0], visitors[1]),
                lost=(seats[0] > 0 and 0 not in heard, seats[1] > 0 and 1 not in heard),
                been=(0 in been, 1 in been),
            )
        )
        for page in self._pages:
            page.send(message)
