"""The part of a table that its clock, its computer players and the like need.

The table (`tables.table`) is made of these, so they cannot import it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.turnloop.match import Match
from stackyard_web.server.limits import Limits
from stackyard_web.tables.actions import MatchActions
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.tokens import Role
from stackyard_web.workers.pool import WorkerPool

Answer = TypeVar("Answer")


class ServicesInterface(Protocol):
    """The services shared by all tables."""

    @property
    def limits(self) -> Limits:
        """The limits of the server."""

    @property
    def engine_workers(self) -> WorkerPool:
        """The workers that run engines."""

    @property
    def archive(self) -> Archive:
        """The archive of matches and their reviews."""


class TableInterface(Protocol):
    """A match and the pages that show it."""

    match: Match
    actions: MatchActions
    number: int

    @property
    def services(self) -> ServicesInterface:
        """The services shared with other tables."""

    @property
    def pages(self) -> Iterable[PageConnection]:
        """The pages that show the table."""

    @property
    def client(self) -> str:
        """The client that the computer player's work is charged to."""

    @property
    def turn_has_begun(self) -> bool:
        """True if the current turn has begun, so that its player may act and the clock runs."""

    @property
    def time_left(self) -> float | None:
        """The seconds left for the side to act; None if no clock runs."""

    @property
    def header(self) -> Record:
        """The record of the match before its first move."""

    def send_presence(self) -> None:
        """Note that pages have come to other seats."""

    def token(self, role: Role) -> str:
        """The token of a role, for links."""

    def begin_turn_early(self, move: str) -> None:
        """Begin the turn of a player who moves before the opponent has joined."""

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """The result of `look`, called while nothing changes the match."""

    async def change(self, change: Callable[[], object]) -> None:
        """Change the match and send the new state to all pages."""
