"""The table interface that request handlers and computer players need.

The server's table (`tables.table`) changes matches in threads, stores them in the archive and runs
engines in worker processes. A table without a server may do all of that in one place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol, TypeVar

from stackyard.turnloop.match import Match
from stackyard_web.protocol import Told
from stackyard_web.server.limits import Limits
from stackyard_web.tables.actions import Playing
from stackyard_web.tables.tokens import Role

Answer = TypeVar("Answer")


class Page(Protocol):
    """Who asks: a page, with the role that its link gives."""

    role: Role
    client: str
    flipped: bool
    busy: bool  # an analysis is under way
    greeted: float  # when it last said something to the others

    def send(self, message: str) -> None:
        """Have a message sent, as `protocol.encode` writes it."""

    def tell(self, told: Told) -> None:
        """Have a message sent."""


class WorkersInterface(Protocol):
    """What carries out the calls in `stackyard_web.workers.calls`."""

    def call(self, name: str, within: float, /, **sent: Any) -> Awaitable[Any]:
        """What the call of this name answers, with what is sent to it."""


class House(Protocol):
    """What all tables share."""

    @property
    def limits(self) -> Limits:
        """Bounds."""

    @property
    def engine_workers(self) -> WorkersInterface:
        """The engine."""


class Table(Protocol):
    """A match and the pages that show it."""

    match: Match
    playing: Playing
    version: int  # raised by each change
    number: int

    @property
    def house(self) -> House:
        """What it shares with others."""

    @property
    def pages(self) -> Iterable[Page]:
        """Who looks at it."""

    @property
    def client(self) -> str:
        """Whom the computer player thinks for."""

    @property
    def has_begun(self) -> bool:
        """Whether the turn has begun: its player may act, and the clock runs."""

    @property
    def time_left(self) -> float | None:
        """How many seconds the side to act has left; None if no clock runs."""

    @property
    def head(self) -> str:
        """The record of the match as it was before its first move."""

    def touch(self) -> None:
        """Note that somebody wants something here."""

    def token(self, role: Role) -> str:
        """The link's last part for a role."""

    def state(self, flip: bool) -> str:
        """The message that says how the match stands."""

    def begin_early(self, move: str) -> None:
        """Begin the turn of a player who makes a move before the other is there."""

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """Look at the match while nobody changes it."""

    async def change(self, change: Callable[[], object]) -> None:
        """Change the match and show all pages what came of it."""

    async def rematch(self, client: str) -> Table:
        """Where the match is played again, colours changed."""
