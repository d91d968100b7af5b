"""The table interface that request handlers and computer players need.

The server's table (`tables.table`) changes matches in threads, stores them in the archive and runs
engines in worker processes. A table without a server may do all of that in one place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol, TypeVar

from stackyard.records.archive import Archive
from stackyard.turnloop.match import Match
from stackyard_web.analysis_messages import AttemptJudgement
from stackyard_web.protocol import ServerMessage
from stackyard_web.server.limits import Limits
from stackyard_web.tables.actions import MatchActions
from stackyard_web.tables.tokens import Role

Answer = TypeVar("Answer")


class PageInterface(Protocol):
    """A page that sends requests; `role` is that of its `link` unless another holds the seat."""

    role: Role
    link: Role
    secret: str  # of its browser; empty if that stores nothing
    tried: float  # time of its last attempt at a seat
    client: str
    flipped: bool
    busy: bool  # an analysis is running

    def send(self, message: str) -> None:
        """Queue a message encoded by `protocol.encode`."""

    def tell(self, message: ServerMessage) -> None:
        """Queue a message for this page."""


class WorkersInterface(Protocol):
    """The executor of the calls in `workers.calls`."""

    def call(self, name: str, within: float, /, **sent: Any) -> Awaitable[Any]:
        """The answer to a call with the given arguments."""


class ServicesInterface(Protocol):
    """The services shared by all tables."""

    @property
    def limits(self) -> Limits:
        """The limits of the server."""

    @property
    def engine_workers(self) -> WorkersInterface:
        """The workers that run engines."""

    @property
    def archive(self) -> Archive | None:
        """The archive that keeps reviews; None where nothing is kept."""

    @property
    def notices(self) -> NoticesInterface:
        """The notices of turns to players who have no page open."""

    @property
    def names(self) -> NamesInterface:
        """The names taken in the lobby."""


class NamesInterface(Protocol):
    """The names taken in the lobby, as in `tables.player_names`."""

    def claim(self, name: str, secret: str, client: str) -> None:
        """Take a name for a browser; StackyardError if it belongs to another."""


class NoticesInterface(Protocol):
    """The notices of turns, as in `tables.turn_notices`."""

    def require_sender(self) -> None:
        """Refuse a subscription to notices that nobody sends."""


class SeatsInterface(Protocol):
    """The browsers that hold the seats of a table, as in `tables.seat_holders`."""

    def request(self, page: PageInterface) -> None:
        """Ask the holder to hand the seats of the page's link over."""

    async def answer(self, page: PageInterface, accept: bool) -> None:
        """Hand the page's seats over to the visitor that asks for them, or keep them."""

    async def redeem(self, page: PageInterface, code: str) -> None:
        """Admit a page's browser to the seats of its link by their recovery code."""

    def code(self, page: PageInterface) -> str:
        """The recovery code of a page's seats."""


class ConversationInterface(Protocol):
    """The messages between the players of a table, as in `tables.conversation`."""

    def say(self, page: PageInterface, text: str) -> None:
        """Send a message of a page's player to the other player."""

    def mute(self, page: PageInterface, muted: bool) -> None:
        """Refuse messages to a page's player from now on, or accept them again."""

    def show(self, page: PageInterface, shown: bool) -> None:
        """Let watchers read later messages, if the other player allows that too; or stop that."""

    def send_all(self, page: PageInterface) -> None:
        """Send a page the messages that it may read."""


class PlansInterface(Protocol):
    """The conditional moves of both players, as in `tables.plans`."""

    def add(self, page: PageInterface, ply: int, moves: list[str]) -> None:
        """Add a line after `ply` plies; lines of the player that answer otherwise are dropped."""

    def drop(self, page: PageInterface, moves: list[str]) -> None:
        """Drop a line of a page's player."""

    def tell(self) -> None:
        """Send the pages of each player the lines, if they have changed."""


class ReviewerInterface(Protocol):
    """The review of the match of a table, as in `tables.reviewer`."""

    async def begin(self, page: PageInterface) -> None:
        """Send a page the review of the finished match, and go on until it is whole."""

    def leave(self, page: PageInterface) -> None:
        """End the review if no other page waits for it."""

    async def attempt(self, page: PageInterface, number: int, move: str) -> AttemptJudgement:
        """Judge a move tried in place of the move `number` of the match."""


class TableInterface(Protocol):
    """A match and the pages that show it."""

    match: Match
    actions: MatchActions
    version: int  # raised by each change
    number: int

    @property
    def services(self) -> ServicesInterface:
        """The services shared with other tables."""

    @property
    def holders(self) -> SeatsInterface:
        """The browsers that hold the seats."""

    @property
    def conversation(self) -> ConversationInterface:
        """The messages between the players."""

    @property
    def plans(self) -> PlansInterface:
        """The conditional moves."""

    @property
    def reviewer(self) -> ReviewerInterface:
        """The review of the match."""

    @property
    def pages(self) -> Iterable[PageInterface]:
        """The pages that show the table."""

    @property
    def client(self) -> str:
        """The client that the computer player's work is charged to."""

    @property
    def turn_has_begun(self) -> bool:
        """Whether the current turn has begun, so that its player may act and the clock runs."""

    @property
    def time_left(self) -> float | None:
        """The seconds left for the side to act; None if no clock runs."""

    @property
    def head(self) -> str:
        """The record of the match before its first move."""

    def seats_changed(self) -> None:
        """Note that pages have come to other seats."""

    def touch(self) -> None:
        """Note that the table is in use."""

    def token(self, role: Role) -> str:
        """The token of a role, for links."""

    def state(self, flip: bool) -> str:
        """The encoded state message."""

    def begin_turn_early(self, move: str) -> None:
        """Begin the turn of a player who moves before the opponent has joined."""

    async def read(self, look: Callable[[], Answer]) -> Answer:
        """The result of `look`, called while nothing changes the match."""

    async def change(self, change: Callable[[], object]) -> None:
        """Change the match and send the new state to all pages."""

    async def rematch(self, client: str) -> TableInterface:
        """The table of the rematch, with colours swapped."""
