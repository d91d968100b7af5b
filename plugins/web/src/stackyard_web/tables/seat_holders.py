"""The browsers that hold the seats of a table.

The first browser that connects with the link of a seat holds it from then on, by a secret that the
browser keeps to itself. A later visitor with the same link watches. The holder may hand the seat
over, or join from another device with the seat's recovery code, which the host of the server can
find too (`stackyard seat-code`). The table's memo stores keyed hashes of the secrets, so holders
stay the same after a restart of the server.
"""

from __future__ import annotations

import hmac
import time

from stackyard.errors import StackyardError
from stackyard_web import protocol
from stackyard_web.tables.actions import Seats, TableMemo, with_seats
from stackyard_web.tables.audience import PageConnection
from stackyard_web.tables.interface import TableInterface
from stackyard_web.tables.tokens import WATCH, Role, Tokens, same_code

MOST = 4  # browsers at one seat; a further one replaces the second
PAUSE = 3.0  # seconds between two attempts of a page at a seat


def recovery_code(tokens: Tokens, match_id: str, memo: TableMemo, seats: Seats) -> str:
    """The code that opens seats in another browser; empty if no browser holds them."""
    held = memo.holders[seats[0]]
    return tokens.code(match_id, seats, held[0]) if held else ""


class SeatHolders:
    """Admits browsers to the seats of one table."""

    def __init__(self, tokens: Tokens, table: TableInterface) -> None:
        self._tokens = tokens
        self._table = table
        self._asking: dict[Seats, str] = {}  # the secret of the visitor who asked last for them

    def is_held(self, seat: int) -> bool:
        """Tell if a browser holds a seat."""
        return bool(self._table.actions.memo.holders[seat])

    def role(self, link: Role, secret: str) -> Role | None:
        """The role of a browser with a link; None if it may take a free seat."""
        if not link.seats:
            return link
        if any(self.is_held(seat) for seat in link.seats):
            return link if self._holds(link.seats, secret) else WATCH
        return None if secret else link

    async def admit(self, link: Role, secret: str) -> Role:
        """The role of a browser with a link; a free seat becomes its own."""

        def admitted() -> Role:
            role = self.role(link, secret)
            if role is None:
                self._set(link.seats, (self._seal(secret),))
            return role or link

        role = self.role(link, secret)
        return await self._table.read(admitted) if role is None else role

    def _holds(self, seats: Seats, secret: str) -> bool:
        if not secret:
            return False
        seal, holders = self._seal(secret).encode(), self._table.actions.memo.holders
        known = [[hmac.compare_digest(seal, one.encode()) for one in holders[at]] for at in seats]
        return all(map(any, known))

    def _seal(self, secret: str) -> str:
        return self._tokens.seal(self._table.match.id, secret)

    def _set(self, seats: Seats, held: tuple[str, ...]) -> None:
        actions = self._table.actions
        actions.set_holders(with_seats(actions.memo.holders, seats, held))

    # Another device of the holder

    def code(self, page: PageConnection) -> str:
        """The recovery code of a page's seats."""
        self._table.actions.require_seat(page.role.seats)
        if not self.is_held(page.role.seats[0]):
            raise StackyardError(
                "this browser stores nothing, so it does not hold the seat; its link alone opens it"
            )
        return self._code(page.role.seats)

    def _code(self, seats: Seats) -> str:
        memo = self._table.actions.memo
        return recovery_code(self._tokens, self._table.match.id, memo, seats)

    async def redeem(self, page: PageConnection, code: str) -> None:
        """Admit a page's browser to the seats of its link by their recovery code."""
        seats = self._require_visitor(page)
        self._wait(page)
        known = self._code(seats)
        if not known or not same_code(code, known):
            raise StackyardError("this is not the code of this seat; its holder's page shows it")
        held = self._table.actions.memo.holders[seats[0]]
        if len(held) == MOST:  # the code depends on the first one
            held = (held[0], *held[2:])
        await self._let_in(page, seats, (*held, self._seal(page.secret)))
        self._tell_all(seats, "is open in another browser now, by its recovery code")

    # Handing over

    def request(self, page: PageConnection) -> None:
        """Ask the holder to hand the seats of the page's link over."""
        seats = self._require_visitor(page)
        holders = [other for other in self._table.pages if set(seats) <= set(other.role.seats)]
        if not holders:
            raise StackyardError(
                "the holder of this seat is not here to agree; wait, or type its recovery code, "
                "which the host gets by `stackyard seat-code LINK`"
            )
        self._wait(page)
        self._asking[seats] = page.secret
        for holder in holders:
            holder.tell(protocol.SeatRequested(True))

    def greet(self, page: PageConnection) -> None:
        """Tell a holder who comes back that a visitor asks for the seat."""
        if any(set(wanted) <= set(page.role.seats) for wanted in self._asking):
            page.tell(protocol.SeatRequested(True))

    async def answer(self, page: PageConnection, accept: bool) -> None:
        """Hand the page's seats over to the visitor that asks for them, or keep them."""
        seats = page.role.seats
        self._table.actions.require_seat(seats)
        asking = {(wanted, one) for wanted, one in self._asking.items() if {*wanted} <= {*seats}}
        here = set(self._table.pages)
        visitors = [one for one in here if not one.role.seats]
        asker = next((one for one in visitors if (one.link.seats, one.secret) in asking), None)
        self._asking = {
            wanted: one for wanted, one in self._asking.items() if not {*wanted} & {*seats}
        }
        for other in here:
            if set(seats) & set(other.role.seats):
                other.tell(protocol.SeatRequested(False))
        if asker is None:
            raise StackyardError("nobody asks for your seat any more")
        if not accept:
            asker.tell(protocol.ErrorMessage("the holder of this seat keeps it"))
            return
        await self._let_in(asker, asker.link.seats, (self._seal(asker.secret),))
        for other in here:
            if other is not asker and set(seats) & set(other.role.seats):
                other.role = await self.admit(other.link, other.secret)
                other.tell(protocol.Hello(other.role.seats, other.link.seats))
        self._tell_all(seats, "was handed over to another browser")

    def _wait(self, page: PageConnection) -> None:
        """Refuse a page that asks for a seat, or tries a code, too often."""
        now = time.monotonic()
        if now - page.tried < PAUSE:
            raise StackyardError("wait a moment before you try again")
        page.tried = now

    def _require_visitor(self, page: PageConnection) -> Seats:
        """The seats of a page's link, which another browser holds."""
        if page.role.seats or not page.link.seats:
            raise StackyardError("there is no seat to take with this link")
        if not page.secret:
            raise StackyardError(
                "this browser stores nothing, so it cannot hold a seat; let it store data"
            )
        return page.link.seats

    async def _let_in(self, page: PageConnection, seats: Seats, held: tuple[str, ...]) -> None:
        await self._table.read(lambda: self._set(seats, held))
        page.role = page.link
        page.tell(protocol.Hello(page.role.seats, page.link.seats))

    def _tell_all(self, seats: Seats, words: str) -> None:
        colours = [self._table.match.game.colours[seat] for seat in seats]
        self._table.send_presence()
        sentence = f"The seat of {' and '.join(colours)} {words}."
        for page in self._table.pages:
            page.tell(protocol.PluginMessage(sentence))
