"""The actions of the players at a table: moves, takebacks, draw offers, resignation.

Core's table manners (`stackyard.turnloop.etiquette`) decide who may do what.

What is no part of the match's record (what was taken back, an open offer, the rematch) is kept
beside it in the archive, in the same transaction as what it goes with.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from stackyard.errors import EtiquetteError, Refusal, StackyardError
from stackyard.records.stored_match import StoredMatch
from stackyard.turnloop.etiquette import MATCH_OVER, Etiquette, OpenOffers, Ruling
from stackyard.turnloop.match import Match
from stackyard_web.tables.seats import HUMAN, Elsewhere

LONG = 3600.0  # seconds of a move that run on while the server is down
Seats = tuple[int, ...]  # those that somebody plays
Able = tuple[bool, bool, bool]  # whether the first player may, the second, one who plays both


class Beside(Struct, frozen=True, omit_defaults=True):
    """What was taken back, the latest last; who offers a draw; the number of the rematch.

    `declined` is whose offer was declined last, after how many plies; `back` is who asks to take
    back a turn; `names` are what the players call themselves.
    `listed`: the table stands in the public list as long as a player is wanted. `turn` is after how
    many plies a turn began whose player has LONG, and when it began and ends at the latest, in
    seconds since 1970.
    """

    undone: tuple[tuple[str, ...], ...] = ()
    offer: int | None = None
    rematch: int | None = None
    declined: tuple[int, int] | None = None
    back: int | None = None
    names: tuple[str, str] = ("", "")
    listed: bool = False
    turn: tuple[int, float, float] | None = None


# Made once, before there are threads: two that begin to read a type at once end the process.
_decoder: msgspec.json.Decoder[Beside] = msgspec.json.Decoder(Beside)


def is_overdue(memo: str, ply: int) -> bool:
    """Whether the time of a turn that goes on, and began after `ply` plies, has run out."""
    try:
        turn = _decoder.decode(memo).turn
    except msgspec.DecodeError:
        return False
    return turn is not None and turn[0] == ply and turn[2] <= time.time()


class Playing:
    """A match, and what its players may do; each raises StackyardError where that cannot be."""

    def __init__(self, match: Match, kept: StoredMatch) -> None:
        self.match = match
        self.kept = kept
        try:
            self.beside = _decoder.decode(kept.memo)
        except msgspec.DecodeError:  # none, or not ours: another program may have played it on
            self.beside = Beside(names=self._names())
        self._name_people()

    # Who may

    def is_human(self, seat: int) -> bool:
        """Whether a person plays this seat."""
        return self.match.specs[seat] == HUMAN

    @property
    def etiquette(self) -> Etiquette:
        """The table manners of the match as it stands."""
        beside = self.beside
        offers = OpenOffers(beside.offer, beside.back, beside.declined)
        return Etiquette(self.match, (self.is_human(0), self.is_human(1)), offers)

    def must_sit(self, seats: Seats, to_act: bool = False) -> None:
        """Refuse watchers and, if they are `to_act`, the players whose turn it is not."""
        _permit(self.etiquette.seat_refusal(seats, to_act=to_act))

    def must_go_on(self) -> None:
        """Refuse a request that makes no sense after the end."""
        _permit(None if self.match.result is None else MATCH_OVER)

    def may_be_advised(self, seats: Seats = ()) -> bool:
        """Whether advice is fair: not in a match between two people that goes on."""
        return self.etiquette.advice_refusal(seats) is None

    # Moves

    def play(self, move: str) -> None:
        """Play a move; IllegalMoveError says what is wrong with it."""
        with self._noted(undone=(), offer=None, back=None):
            self.match.play(move)

    def undoable(self) -> Able:
        """Who may take back a turn without being allowed to by another."""
        etiquette = self.etiquette
        first, second = [
            self.is_human(seat) and etiquette.takeback_refusal((seat,)) is None for seat in (0, 1)
        ]
        return first, second, etiquette.takeback_refusal((0, 1)) is None

    def undo(self, seats: Seats) -> None:
        """Take back the last turn, and the computer's after it."""
        ruling = self.etiquette.takeback(seats)
        taken = tuple([ply.text for ply in self.match.course.plies(ruling.to or 0)])
        earlier = self.beside.undone
        self._follow(ruling, undone=(*earlier, taken) if taken else earlier, turn=None)

    def may_ask_back(self) -> tuple[bool, bool]:
        """Whether the first player may ask to take back a turn, and the second."""
        etiquette = self.etiquette
        first, second = [
            self.is_human(seat) and etiquette.takeback_request_refusal((seat,)) is None
            for seat in (0, 1)
        ]
        return first, second

    def ask_back(self, seats: Seats) -> None:
        """Ask the other player to have one's last turn taken back."""
        self._follow(self.etiquette.request_takeback(seats))

    def answer_back(self, seats: Seats, accept: bool) -> None:
        """Let the other player take back a turn or not, or withdraw one's own request."""
        ruling = self.etiquette.answer_takeback(seats, accept)
        taken: dict[str, object] = {} if ruling.to is None else {"undone": (), "turn": None}
        self._follow(ruling, **taken)

    def redoable(self) -> Able:
        """Who may play again what was taken back."""
        player = self.match.course.player
        there = bool(self.beside.undone) and self.match.result is None
        return there and player == 0, there and player == 1, there

    def redo(self, seats: Seats) -> None:
        """Play again what was taken back at once."""
        if not _any(seats, self.redoable()):
            raise StackyardError("there is nothing to play again")
        *earlier, again = self.beside.undone
        for number, move in enumerate(again, 1):
            left = [again[number:]] if again[number:] else []
            with self._noted(undone=(*earlier, *left), offer=None):
                self.match.play(move)

    # The end

    def resign(self, seats: Seats) -> None:
        """Give up."""
        self._follow(self.etiquette.resign(seats))

    def may_offer(self) -> tuple[bool, bool]:
        """Whether the first player may offer a draw, or agree to one, and the second."""
        etiquette = self.etiquette
        first, second = [
            self.is_human(seat) and etiquette.draw_offer_refusal((seat,)) is None for seat in (0, 1)
        ]
        return first, second

    def offer_draw(self, seats: Seats) -> None:
        """Offer a draw, or agree to the one that is offered."""
        self._follow(self.etiquette.offer_draw(seats))

    def answer_draw(self, seats: Seats, accept: bool) -> None:
        """Take or decline the draw that the other player offers, or withdraw one's own offer."""
        self._follow(self.etiquette.answer_draw(seats, accept))

    @property
    def asked_computer(self) -> int | None:
        """The seat of the computer player that a draw is offered to; None without an offer."""
        offer = self.beside.offer
        asked = offer is not None and self.match.result is None and not self.is_human(1 - offer)
        return 1 - offer if offer is not None and asked else None

    def _follow(self, ruling: Ruling, **changes: object) -> None:
        """Have a ruling applied and written down."""
        offers = ruling.offers
        open_now = {"offer": offers.draw, "back": offers.takeback, "declined": offers.declined}
        with self._noted(**open_now, **changes):
            if ruling.result is None and ruling.to is None:
                self.match.keep()
            else:
                ruling.apply(self.match)

    # Time

    @property
    def turn_goes_on(self) -> bool:
        """Whether the turn began before the server was started, its player having LONG."""
        turn = self.beside.turn
        return turn is not None and turn[0] == self.match.ply and self.match.result is None

    def keep_turn(self) -> None:
        """Keep when the turn that has just begun did so, or count its time if that was kept."""
        now, left = time.time(), self.match.time_left
        if self.beside.turn is not None and self.turn_goes_on:
            self.match.add_elapsed(max(0.0, now - self.beside.turn[1]))
        elif left is not None and left >= LONG:
            self._keep(turn=(self.match.ply, now, now + left))

    # Beside the moves

    def call(self, seats: Seats, name: str) -> None:
        """Have the holder of these seats called by a name, which may be empty."""
        self.must_sit(seats)
        called = list(self.beside.names)
        for seat in seats:
            called[seat] = " ".join(name.split())
        with self._noted(names=(called[0], called[1])):
            self._name_people()
            self.match.keep()

    def _names(self) -> tuple[str, str]:
        """What people are called in the record; empty where that is nothing."""
        first, second = [
            player.name if spec == HUMAN != player.name else ""
            for player, spec in zip(self.match.players, self.match.specs, strict=True)
        ]
        return first, second

    def _name_people(self) -> None:
        """Have the record tell what the players call themselves."""
        for seat, name in enumerate(self.beside.names):
            if self.is_human(seat):
                self.match.seat(seat, Elsewhere(name or HUMAN), HUMAN)

    def lead_to(self, rematch: int) -> None:
        """Remember the number of the next match."""
        self._keep(rematch=rematch)

    def list_openly(self) -> None:
        """Have the table stand in the public list, where there is one."""
        self._keep(listed=True)

    def _keep(self, **changes: object) -> None:
        """Have a change of what stands beside the match written down."""
        with self._noted(**changes):
            self.match.keep()

    @contextmanager
    def _noted(self, **changes: object) -> Iterator[None]:
        """Change what stands beside the match, unless what it is written down with fails."""
        before = self.beside
        self._note(replace(before, **changes))
        try:
            yield
        except BaseException:
            self._note(before)
            raise

    def _note(self, beside: Beside) -> None:
        self.beside = beside
        self.kept.memo = msgspec.json.encode(beside).decode()


def _permit(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise EtiquetteError(refusal)


def _any(seats: Seats, which: Able) -> bool:
    """Whether the holder of these seats may, given who of first, second and both may."""
    return bool(seats) and which[2 if len(seats) == 2 else seats[0]]
