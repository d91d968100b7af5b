"""The actions of the players at a table: moves, takebacks, draw offers, resignation.

Core's table manners (`stackyard.turnloop.etiquette`) decide which actions are permitted.

Data outside the match's record (moves taken back, open offers, the rematch) is stored in a memo
beside the record, in the same transaction.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from stackyard.errors import EtiquetteError, Refusal, StackyardError
from stackyard.records.stored_match import StoredMatch
from stackyard.turnloop.etiquette import MATCH_OVER, Etiquette, OpenOffers, Ruling
from stackyard.turnloop.match import Match
from stackyard_web.server.push import Subscription
from stackyard_web.tables.seats import HUMAN, RemotePlayer

LONG_TURN = 3600.0  # seconds; such a turn continues while the server is down
SUBSCRIPTIONS = 4  # browsers told of a seat's turns; the oldest makes room
Seats = tuple[int, ...]  # the seats of one page
Holders = tuple[tuple[str, ...], tuple[str, ...]]  # of the first seat and of the second
Line = tuple[str, ...]  # a conditional line, from the present on
Lines = tuple[Line, ...]
Planned = tuple[int, Lines, Lines]  # after how many plies, and the lines of both players
Part = TypeVar("Part")
Permissions = tuple[bool, bool, bool]  # of either player, and of a person who plays both


class TableMemo(Struct, frozen=True, omit_defaults=True):
    """The data of a table that is not part of the match's record.

    `undone` are the turns taken back, the latest last; `offer` is the seat that offers a draw,
    `back` the seat that requests a takeback; `declined` is the seat whose draw offer was declined
    last, and at which ply. `rematch` is the number of the rematch, `names` are the names that
    players have chosen. `listed` is set for a table that the lobby lists while a seat is open,
    `rated` for one whose result the lobby shows and counts. `turn` describes a turn
    with at least LONG_TURN: the ply at which it began, and the times, in seconds since 1970, when
    it began and when it ends at the latest. `holders` are the hashes of the browsers that hold each
    seat (`tables.seat_holders`); `muted` and `shown` are the players' wishes about messages
    (`tables.conversation`). `plans` are the conditional moves (`tables.plans`), `push` the
    browsers that are told of each seat's turns. `hints` and `takebacks` count the help that people
    had, as `stackyard.records.help` reads it.
    """

    undone: tuple[tuple[str, ...], ...] = ()
    offer: int | None = None
    rematch: int | None = None
    declined: tuple[int, int] | None = None
    back: int | None = None
    names: tuple[str, str] = ("", "")
    listed: bool = False
    rated: bool = False
    turn: tuple[int, float, float] | None = None
    holders: Holders = ((), ())
    muted: tuple[bool, bool] = (False, False)
    shown: tuple[bool, bool] = (False, False)
    plans: Planned | None = None
    push: tuple[tuple[Subscription, ...], tuple[Subscription, ...]] = ((), ())
    hints: int = 0
    takebacks: int = 0


# Made once, before there are threads: making it in two threads at once crashes the process.
_decoder: msgspec.json.Decoder[TableMemo] = msgspec.json.Decoder(TableMemo)


def read_memo(text: str) -> TableMemo | None:
    """The memo stored as a text; None if there is none, or that of another program."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return None


def with_seats(pair: tuple[Part, Part], seats: Seats, part: Part) -> tuple[Part, Part]:
    """The pair of both seats' parts, with this part for each of `seats`."""
    first, second = [part if seat in seats else kept for seat, kept in enumerate(pair)]
    return first, second


class MatchActions:
    """The actions of a match's players; each raises StackyardError if it is refused."""

    def __init__(self, match: Match, kept: StoredMatch) -> None:
        self.match = match
        self.kept = kept
        self.memo = read_memo(kept.memo) or TableMemo()
        if not any(self.memo.names):  # the terminal's memo has none
            self.memo = replace(self.memo, names=self._names())
        self._seat_people()

    # Permissions

    def is_human(self, seat: int) -> bool:
        """Tell if a person plays this seat."""
        return self.match.specs[seat] == HUMAN

    @property
    def is_between_people(self) -> bool:
        """True if people play both seats."""
        return self.match.specs == (HUMAN, HUMAN)

    @property
    def etiquette(self) -> Etiquette:
        """The table manners in the current state of the match."""
        memo = self.memo
        offers = OpenOffers(memo.offer, memo.back, memo.declined)
        return Etiquette(self.match, (self.is_human(0), self.is_human(1)), offers)

    def require_seat(self, seats: Seats, to_act: bool = False) -> None:
        """Refuse watchers and, if they are `to_act`, the players whose turn it is not."""
        _require(self.etiquette.seat_refusal(seats, to_act=to_act))

    def require_ongoing(self) -> None:
        """Refuse requests after the end of the match."""
        _require(None if self.match.result is None else MATCH_OVER)

    def allows_advice(self) -> bool:
        """Tell if advice is fair: not during a match between two people."""
        return self.etiquette.advice_refusal(()) is None

    def _allowed(self, refusal: Callable[[Seats], Refusal | None]) -> tuple[bool, bool]:
        """The people, of the first player and the second, to whom something is not refused."""
        first, second = [self.is_human(seat) and refusal((seat,)) is None for seat in (0, 1)]
        return first, second

    # Moves

    def play(self, move: str) -> None:
        """Play a move; IllegalMoveError if the rules forbid it."""
        with self._with_memo(undone=(), offer=None, back=None, plans=self._plans_after(move)):
            self.match.play(move)

    def may_undo(self) -> Permissions:
        """The seats that may take back a turn without the opponent's agreement."""
        refusal = self.etiquette.takeback_refusal
        return *self._allowed(refusal), refusal((0, 1)) is None

    def undo(self, seats: Seats) -> None:
        """Take back the last turn, and the computer's turn after it."""
        ruling = self.etiquette.takeback(seats)
        taken = tuple([ply.text for ply in self.match.course.plies(ruling.to or 0)])
        earlier = self.memo.undone
        undone, number = (*earlier, taken) if taken else earlier, self.memo.takebacks + ruling.steps
        self._follow(ruling, undone=undone, takebacks=number, turn=None)

    def note_hint(self) -> None:
        """Count a hint, or an analysis while the match goes on."""
        self._update_memo(hints=self.memo.hints + 1)

    def may_request_takeback(self) -> tuple[bool, bool]:
        """The permissions of the first player, and of the second, to request a takeback."""
        return self._allowed(self.etiquette.takeback_request_refusal)

    def request_takeback(self, seats: Seats) -> None:
        """Request a takeback of one's own last turn."""
        self._follow(self.etiquette.request_takeback(seats))

    def answer_takeback(self, seats: Seats, accept: bool) -> None:
        """Accept or decline a takeback, or withdraw one's own request."""
        asker, ruling = self.memo.back, self.etiquette.answer_takeback(seats, accept)
        taken: dict[str, object] = {} if ruling.to is None else {"undone": (), "turn": None}
        self._follow(ruling, **taken)
        if not accept and asker not in seats:
            self._say_declined(seats, "to take back the turn")

    def may_redo(self) -> Permissions:
        """The seats that may replay a turn taken back."""
        player = self.match.course.player
        there = bool(self.memo.undone) and self.match.result is None
        return there and player == 0, there and player == 1, there

    def redo(self, seats: Seats) -> None:
        """Replay the turn taken back last."""
        if not _permits(seats, self.may_redo()):
            raise StackyardError("there is nothing to play again")
        *earlier, again = self.memo.undone
        for number, move in enumerate(again, 1):
            left = [again[number:]] if again[number:] else []
            with self._with_memo(undone=(*earlier, *left), offer=None):
                self.match.play(move)

    # The end

    def resign(self, seats: Seats) -> None:
        """Resign."""
        self._follow(self.etiquette.resign(seats))

    def may_offer(self) -> tuple[bool, bool]:
        """The permissions of the first player, and of the second, to offer or accept a draw."""
        return self._allowed(self.etiquette.draw_offer_refusal)

    def offer_draw(self, seats: Seats) -> None:
        """Offer a draw, or agree to an open offer; a page of both sides asks first."""
        self._follow(self.etiquette.offer_draw(seats))
        offer = self.memo.offer
        if offer is not None and len(seats) == 2:
            self.answer_draw((1 - offer,), accept=True)

    def answer_draw(self, seats: Seats, accept: bool) -> None:
        """Accept or decline a draw offer, or withdraw one's own offer."""
        offerer = self.memo.offer
        self._follow(self.etiquette.answer_draw(seats, accept))
        if not accept and offerer not in seats:
            self._say_declined(seats, "the draw")

    def _say_declined(self, seats: Seats, what: str) -> None:
        """Tell all pages that the player of a seat declines something."""
        seat = seats[0]
        called = self.memo.names[seat] or self.match.game.colours[seat]
        self.match.say(f"{called} declines {what}.")

    @property
    def offered_computer(self) -> int | None:
        """The seat of a computer player with an open draw offer; None without one."""
        offer = self.memo.offer
        if offer is None or self.match.result is not None or self.is_human(1 - offer):
            return None
        return 1 - offer

    def _follow(self, ruling: Ruling, **changes: object) -> None:
        """Apply a ruling, and store it."""
        offers = ruling.offers
        open_now = {"offer": offers.draw, "back": offers.takeback, "declined": offers.declined}
        with self._with_memo(**open_now, **changes):
            if ruling.result is None and ruling.to is None:
                self.match.keep()
            else:
                ruling.apply(self.match)

    # Time

    @property
    def turn_persists(self) -> bool:
        """True if the current turn has at least LONG_TURN and its beginning is stored."""
        turn = self.memo.turn
        return turn is not None and turn[0] == self.match.ply and self.match.result is None

    def store_turn_start(self) -> None:
        """Store the beginning of the current turn; if it is stored already, count its time."""
        now, left = time.time(), self.match.time_left
        if self.memo.turn is not None and self.turn_persists:
            self.match.add_elapsed(max(0.0, now - self.memo.turn[1]))
        elif left is not None and left >= LONG_TURN:
            self._update_memo(turn=(self.match.ply, now, now + left))

    # The memo

    def set_name(self, seats: Seats, name: str) -> None:
        """Set the name of the player of these seats; it may be empty."""
        self.require_naming(seats)
        with self._with_memo(names=with_seats(self.memo.names, seats, " ".join(name.split()))):
            self._seat_people()
            self.match.keep()

    def require_naming(self, seats: Seats) -> None:
        """Refuse a name from watchers and, where the result counts for it, from the third move on.

        Otherwise a player could lose under another name than the one to be rated.
        """
        self.require_seat(seats)
        if self.memo.rated and (self.match.ply > 1 or self.match.result is not None):
            raise StackyardError(
                "this match counts for its players' names, so they cannot change now"
            )

    def _names(self) -> tuple[str, str]:
        """The names of people in the record; empty for people without a name."""
        first, second = [
            player.name if spec == HUMAN != player.name else ""
            for player, spec in zip(self.match.players, self.match.specs, strict=True)
        ]
        return first, second

    def _seat_people(self) -> None:
        """Put the names that players have chosen into the record."""
        for seat, name in enumerate(self.memo.names):
            if self.is_human(seat):
                self.match.seat(seat, RemotePlayer(name or HUMAN), HUMAN)

    def link_rematch(self, rematch: int) -> None:
        """Store the number of the rematch."""
        self._update_memo(rematch=rematch)

    def set_holders(self, holders: Holders) -> None:
        """Store the hashes of the browsers that hold the seats."""
        push = [  # not for those who held a seat before
            told if set(held) & set(now) else ()
            for told, held, now in zip(self.memo.push, self.memo.holders, holders, strict=True)
        ]
        self._update_memo(holders=holders, push=(push[0], push[1]))

    def set_conversation(self, muted: tuple[bool, bool], shown: tuple[bool, bool]) -> None:
        """Store which players refuse messages, and which let watchers read them."""
        self._update_memo(muted=muted, shown=shown)

    @property
    def plans(self) -> Planned:
        """The conditional moves, as long as nothing else was played or taken back."""
        plans, ply = self.memo.plans, self.match.ply
        return plans if plans is not None and plans[0] == ply else (ply, (), ())

    def set_plans(self, lines: tuple[Lines, Lines]) -> None:
        """Store the conditional moves of both players, from the present on."""
        self._update_memo(plans=(self.match.ply, *lines) if any(lines) else None)

    def _plans_after(self, move: str) -> Planned | None:
        """The conditional moves that remain after a move."""
        ply, first, second = self.plans
        if not first and not second:
            return None
        course = self.match.course
        played = course.read(move)
        first, second = [
            tuple([line[1:] for line in lines if line[1:] and course.read(line[0]) == played])
            for lines in (first, second)
        ]
        return (ply + 1, first, second) if first or second else None

    def enter_lobby(self, *, listed: bool) -> None:
        """Have the lobby show the result, and list the table while a seat is open."""
        self._update_memo(rated=True, listed=listed)

    def subscribe(self, seats: Seats, subscription: Subscription) -> None:
        """Tell a browser of the turns of the player of these seats."""
        self.require_seat(seats)
        others = self._subscribed_without(subscription.endpoint)
        first, second = [
            (*kept, subscription)[-SUBSCRIPTIONS:] if seat in seats else kept
            for seat, kept in enumerate(others)
        ]
        if (first, second) != self.memo.push:
            self._update_memo(push=(first, second))

    def unsubscribe(self, endpoint: str) -> None:
        """Forget a browser."""
        self._update_memo(push=self._subscribed_without(endpoint))

    def _subscribed_without(
        self, endpoint: str
    ) -> tuple[tuple[Subscription, ...], tuple[Subscription, ...]]:
        first, second = [
            tuple([one for one in kept if one.endpoint != endpoint]) for kept in self.memo.push
        ]
        return first, second

    def _update_memo(self, **changes: object) -> None:
        with self._with_memo(**changes):
            self.match.keep()

    @contextmanager
    def _with_memo(self, **changes: object) -> Iterator[None]:
        """Change the memo, and restore it if the body fails."""
        before = self.memo
        self._set_memo(replace(before, **changes))
        try:
            yield
        except BaseException:
            self._set_memo(before)
            raise

    def _set_memo(self, memo: TableMemo) -> None:
        self.memo = memo
        self.kept.memo = msgspec.json.encode(memo).decode()


def _require(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise EtiquetteError(refusal)


def _permits(seats: Seats, which: Permissions) -> bool:
    return bool(seats) and which[2 if len(seats) == 2 else seats[0]]
