"""The messages between the two players of a table.

Messages stay in the server's memory and are no part of the record. Each player may mute the other.
Watchers can read a message only if both players allowed that when it was sent.
"""

from __future__ import annotations

import time
from collections import deque

from stackyard.errors import StackyardError
from stackyard.text import in_one_line
from stackyard_web import protocol
from stackyard_web.server.limits import TokenBucket
from stackyard_web.tables.actions import with_seats
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.interface import TableInterface

KEPT = 50  # messages that a page gets when it joins
BURST, RATE = 5, 0.5  # messages of a player: at once, and then per second


class Conversation:
    """The messages between the players of one table."""

    def __init__(self, table: TableInterface) -> None:
        self._table = table
        # The latest messages, and whether watchers may read them.
        self._lines = deque[tuple[protocol.ChatMessage, bool]](maxlen=KEPT)
        self._buckets = TokenBucket(BURST, RATE), TokenBucket(BURST, RATE)

    def say(self, page: PageConnection, text: str) -> None:
        """Send a message of a page's player to the other player."""
        seat, memo = self._seat(page), self._table.actions.memo
        words = in_one_line(text).strip()
        if not words:
            raise StackyardError("the message is empty")
        if memo.muted[1 - seat]:
            raise StackyardError("the other player has muted your messages")
        if not self._buckets[seat].take():
            raise StackyardError("wait a moment before the next message")
        line, public = protocol.ChatMessage(seat, words, time.time()), all(memo.shown)
        self._lines.append((line, public))
        for other in self._table.pages:
            if other.role.seats or public:
                other.tell(line)

    def mute(self, page: PageConnection, muted: bool) -> None:
        """Refuse messages to a page's player from now on, or accept them again."""
        memo, seats = self._table.actions.memo, (self._seat(page),)
        self._table.actions.set_conversation(with_seats(memo.muted, seats, muted), memo.shown)

    def show(self, page: PageConnection, shown: bool) -> None:
        """Let watchers read later messages, if the other player allows that too; or stop that."""
        memo, seats = self._table.actions.memo, (self._seat(page),)
        self._table.actions.set_conversation(memo.muted, with_seats(memo.shown, seats, shown))

    def send_all(self, page: PageConnection) -> None:
        """Send a page the messages that it may read."""
        memo = self._table.actions.memo
        lines = [line for line, public in self._lines if page.role.seats or public]
        if self._table.actions.is_between_people and (lines or page.role.seats):
            page.tell(protocol.Messages(lines, memo.muted, memo.shown))

    def _seat(self, page: PageConnection) -> int:
        """The seat of a player who can write to another."""
        self._table.actions.require_seat(page.role.seats)
        if not self._table.actions.is_between_people or len(page.role.seats) != 1:
            raise StackyardError("there is no other person to write to at this table")
        return page.role.seats[0]
