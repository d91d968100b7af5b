"""The pages that show a table: what each is sent, and who is there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from stackyard_web import protocol
from stackyard_web.protocol import Told
from stackyard_web.tables.tokens import Role


class Page:
    """One page that shows a table; `unsent` holds what its writer has still to send."""

    def __init__(self, role: Role, client: str, unsent: int) -> None:
        self.role = role
        self.client = client
        self.flipped = False
        self.unsent: asyncio.Queue[str] = asyncio.Queue(unsent)
        self.lost = asyncio.Event()  # it cannot keep up; it may come back and see all
        self.busy = False  # an analysis is under way
        self.greeted = 0.0  # when it said one of the ready messages last

    def send(self, message: str) -> None:
        """Have a message sent; never waits."""
        try:
            self.unsent.put_nowait(message)
        except asyncio.QueueFull:
            self.lost.set()

    def tell(self, told: Told) -> None:
        """Have a message sent to this page alone."""
        self.send(protocol.encode(told))


class Audience:
    """All pages that show one table."""

    def __init__(self) -> None:
        self._pages: set[Page] = set()

    def __iter__(self) -> Iterator[Page]:
        return iter(tuple(self._pages))

    def __bool__(self) -> bool:
        return bool(self._pages)

    @property
    def sides(self) -> set[bool]:
        """From which sides the board is looked at: flipped or not."""
        return {page.flipped for page in self._pages}

    def add(self, page: Page) -> None:
        """Add a page."""
        self._pages.add(page)

    def discard(self, page: Page) -> None:
        """Leave a page out."""
        self._pages.discard(page)

    def tell_who_is_there(self) -> None:
        """Tell each page how many show a seat, and how many only watch."""
        seats = [sum([seat in page.role.seats for page in self._pages]) for seat in (0, 1)]
        watching = sum([not page.role.seats for page in self._pages])
        message = protocol.encode(protocol.Presence((seats[0], seats[1]), watching))
        for page in self._pages:
            page.send(message)
