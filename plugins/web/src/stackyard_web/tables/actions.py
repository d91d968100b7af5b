"""What the players of a match may do: play, take back, offer draws, resign.

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

from stackyard.errors import StackyardError
from stackyard.position import DRAW
from stackyard.records.keeper import Kept
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result
from stackyard_web.tables.seats import HUMAN, Elsewhere
from stackyard_web.tables.tokens import BOTH, Role

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

    def __init__(self, match: Match, kept: Kept) -> None:
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

    def must_sit(self, seats: Seats, to_act: bool = False) -> None:
        """Refuse who only watches and, if they are `to_act`, those whose turn it is not."""
        if not seats:
            raise StackyardError("you are watching; only players do that")
        player = self.match.course.player
        if to_act and player not in seats:
            raise StackyardError(f"it is {self.match.game.colours[player]}'s turn")

    def must_go_on(self) -> None:
        """Refuse what makes no sense after the end."""
        if self.match.result is not None:
            raise StackyardError("the match is over")

    def must_be_over(self) -> None:
        """Refuse what makes no sense before the end."""
        if self.match.result is None:
            raise StackyardError("the match is not over yet")

    def advises(self, role: Role | None = None) -> bool:
        """Whether advice is fair: not in a match between two people that goes on."""
        people = self.is_human(0) and self.is_human(1)
        return self.match.result is not None or not people or role == BOTH

    # Moves

    def play(self, move: str) -> None:
        """Play a move; IllegalMoveError says what is wrong with it."""
        with self._noted(undone=(), offer=None, back=None):
            self.match.play(move)

    def undoable(self) -> Able:
        """Who may take back.

        Against a person one may take back only the moves of a turn that is not over.
        """
        course = self.match.course
        mover = course.player if course.unfinished else -1
        alone = not (self.is_human(0) and self.is_human(1))
        first, second = [
            self.is_human(seat)
            and (mover == seat or (alone and any(turn.player == seat for turn in course.turns)))
            for seat in (0, 1)
        ]
        return first, second, course.ply > 0

    def undo(self, seats: Seats) -> None:
        """Take back the last turn, and the computer's after it."""
        if not _any(seats, self.undoable()):
            raise StackyardError("there is nothing that you may take back")
        course, earlier = self.match.course, self.beside.undone
        turn = course.last_turn_of(*seats)
        first = 0 if turn is None else turn.first
        taken = tuple([ply.text for ply in course.plies(first)])
        with self._noted(undone=(*earlier, taken), offer=None, back=None, turn=None):
            self.match.undo(first)

    def may_ask_back(self) -> tuple[bool, bool]:
        """Whether the first player may ask to take back a turn, and the second: among people."""
        course = self.match.course
        people = self.is_human(0) and self.is_human(1)
        open_now = people and self.match.result is None and self.beside.back is None
        first, second = [
            open_now and any(turn.player == seat for turn in course.turns) for seat in (0, 1)
        ]
        return first, second

    def ask_back(self, seats: Seats) -> None:
        """Ask the other player to have one's last turn taken back."""
        self.must_sit(seats)
        if len(seats) == 2 or not self.may_ask_back()[seats[0]]:
            raise StackyardError("there is no turn that you may ask to take back")
        self._keep(back=seats[0])

    def answer_back(self, seats: Seats, accept: bool) -> None:
        """Let the other player take back a turn, or not."""
        self.must_sit(seats)
        self.must_go_on()
        asker = self.beside.back
        if asker is None or asker in seats:
            raise StackyardError("nobody asks you to take back a turn")
        turn = self.match.course.last_turn_of(asker)
        if not accept or turn is None:
            self._keep(back=None)
            return
        with self._noted(undone=(), offer=None, back=None, turn=None):
            self.match.undo(turn.first)

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
        self.must_sit(seats)
        self.must_go_on()
        player = self.match.course.player
        with self._noted(offer=None, back=None):
            self.match.resign(player if player in seats else seats[0])

    def may_offer(self) -> tuple[bool, bool]:
        """Whether the first player may offer a draw, and the second.

        Once an offer was declined, the next one must wait until a turn was played since.
        """
        course, declined = self.match.course, self.beside.declined
        first, second = [
            declined is None
            or declined[0] != seat
            or any(turn.player == seat and turn.first >= declined[1] for turn in course.turns)
            for seat in (0, 1)
        ]
        return first, second

    def offer_draw(self, seats: Seats) -> None:
        """Offer a draw, or agree to the one that is offered."""
        self.must_sit(seats)
        self.must_go_on()
        if not self.match.game.agreement:
            title = self.match.game.title
            raise StackyardError(f"the rules of {title} know no draw by agreement")
        other = 1 - seats[0]
        if len(seats) == 2 or self.beside.offer == other:
            self._agree()
        elif not self.is_human(other):
            raise StackyardError("the computer plays on")
        elif not self.may_offer()[seats[0]]:
            raise StackyardError("your offer was declined; play a turn before the next one")
        else:
            self._keep(offer=seats[0])

    def answer_draw(self, seats: Seats, accept: bool) -> None:
        """Take or decline the draw that the other player offers."""
        self.must_sit(seats)
        self.must_go_on()
        if self.beside.offer is None or self.beside.offer in seats:
            raise StackyardError("nobody offers you a draw")
        if accept:
            self._agree()
        else:
            self._keep(offer=None, declined=(self.beside.offer, self.match.ply))

    def _agree(self) -> None:
        with self._noted(offer=None):
            self.match.end(Result(DRAW, Reason.AGREEMENT))

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
            self.match.count(max(0.0, now - self.beside.turn[1]))
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


def _any(seats: Seats, which: Able) -> bool:
    """Whether the holder of these seats may, given who of first, second and both may."""
    return bool(seats) and which[2 if len(seats) == 2 else seats[0]]
