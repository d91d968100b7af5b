"""Table manners: draw offers, takebacks and resignations, and the reasons for refusing them.

The rules are the same at every table; two situations differ. Two people who share a keyboard act
for both sides: a takeback needs no agreement, because they talk to each other. Two people at
different screens must agree, and get no advice while the match goes on. A draw needs the agreement
of the other player everywhere. A computer makes no requests; it may accept a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stackyard.errors import EtiquetteError, Refusal
from stackyard.position import DRAW
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Reason, Result

Sides = Sequence[int]  # the sides a person acts for: one, both, or none for a spectator

WATCHING = Refusal("watching", "you are watching; only players do that")
MATCH_OVER = Refusal("match-over", "the match is over")
NOT_OVER = Refusal("not-over", "the match is not over yet")
DRAW_PENDING = Refusal("draw-pending", "a draw is offered already; wait for the answer")
DRAW_DECLINED = Refusal("draw-declined", "your offer was declined; play a turn before the next one")
NO_DRAW_OFFER = Refusal("no-draw-offer", "nobody offers you a draw")
NO_TURN = Refusal("no-turn", "there is no turn of yours to take back")
NEEDS_AGREEMENT = Refusal(
    "needs-agreement", "the other player must agree; ask them to take back your turn"
)
NO_AGREEMENT_NEEDED = Refusal(
    "no-agreement-needed", "nobody needs to agree here; you may take back your turn yourself"
)
REQUEST_PENDING = Refusal("request-pending", "a takeback is asked for already; wait for the answer")
NO_REQUEST = Refusal("no-request", "nobody asks you to take back a turn")
NO_ADVICE = Refusal(
    "no-advice", "there is no advice in a match between two people until it is over"
)
NO_ADVICE_WATCHING = Refusal(
    "no-advice", "there is no advice for those who watch until the match is over"
)


@dataclass(frozen=True)
class OpenOffers:
    """The offers and requests that await an answer; a move, a takeback or the end clears them.

    `draw` is the side that offers a draw, `takeback` the side that asks to take back a turn.
    `declined` is the side whose draw offer was declined last, and the ply of the refusal.
    """

    draw: int | None = None
    takeback: int | None = None
    declined: tuple[int, int] | None = None

    def cleared(self, to: int | None = None) -> OpenOffers:
        """The offers after a move, the end of the match, or a takeback to ply `to`."""
        if self.declined is None or to is None:
            return OpenOffers(declined=self.declined)
        side, ply = self.declined
        return OpenOffers(declined=(side, min(ply, to)))


@dataclass(frozen=True)
class Ruling:
    """The consequences of a permitted request.

    `offers` are open afterwards. The match ends with `result`, or moves are taken back to
    ply `to`, unless they are None. `steps` counts the turns (or ends) that a takeback removes.
    """

    offers: OpenOffers
    result: Result | None = None
    to: int | None = None
    steps: int = 0

    def apply(self, match: Match) -> None:
        """Change the match accordingly."""
        if self.result is not None:
            match.end(self.result)
        if self.to is not None:
            match.undo(self.to)


@dataclass(frozen=True)
class Etiquette:
    """The table manners in a match's current state; `people` are the sides played by people.

    A method named `…_refusal` returns the reason why a request of these sides is not allowed, or
    None. The others return a Ruling, or raise EtiquetteError with that reason.
    """

    match: Match
    people: tuple[bool, bool]
    offers: OpenOffers = OpenOffers()

    @property
    def _course(self) -> Course:
        return self.match.course

    def _apart(self, sides: Sides) -> bool:
        """Tell if two people play who do not share a keyboard."""
        return all(self.people) and len(sides) < 2

    def seat_refusal(self, sides: Sides, *, to_act: bool = False) -> Refusal | None:
        """Why a spectator may not act or, if it must be their turn `to_act`, a player may not."""
        if not sides:
            return WATCHING
        player = self._course.player
        if to_act and player not in sides:
            return Refusal("not-your-turn", f"it is {self.match.game.colours[player]}'s turn")
        return None

    def _playing_refusal(self, sides: Sides) -> Refusal | None:
        """Why these sides may not act during the match."""
        return self.seat_refusal(sides) or (None if self.match.result is None else MATCH_OVER)

    def rematch_refusal(self, sides: Sides) -> Refusal | None:
        """Why no rematch is possible: only players may request one, after the end."""
        return self.seat_refusal(sides) or (NOT_OVER if self.match.result is None else None)

    def advice_refusal(self, sides: Sides) -> Refusal | None:
        """The refusal of advice in a match between people at different screens; None if allowed.

        Spectators are refused too, also if both sides share a screen: two people may sit at it.
        """
        if self.match.result is not None or not self._apart(sides):
            return None
        return NO_ADVICE if sides else NO_ADVICE_WATCHING

    # Resignation

    def resign(self, sides: Sides) -> Ruling:
        """Resign, on either player's turn; a shared keyboard resigns for the player to act.

        The result can be taken back where a takeback needs no agreement.
        """
        _permit(self._playing_refusal(sides))
        loser = self._acting(sides)
        return Ruling(self.offers.cleared(), Result(1 - loser, Reason.RESIGNATION))

    def _acting(self, sides: Sides) -> int:
        """The side that a request is made for: the one to act if it is among them."""
        player = self._course.player
        return player if player in sides else sides[0]

    # Draws by agreement

    def draw_offer_refusal(self, sides: Sides) -> Refusal | None:
        """Why these sides may not offer a draw, or agree to one."""
        refusal = self._playing_refusal(sides)
        game = self.match.game
        if refusal is not None:
            return refusal
        if not game.agreement:
            sentence = f"the rules of {game.title} do not allow a draw by agreement"
            return Refusal("no-agreement", sentence)
        side = self._acting(sides)
        if self.offers.draw == 1 - side:
            return None
        if self.offers.draw is not None:
            return DRAW_PENDING
        return None if self._has_moved_since_declined(side) else DRAW_DECLINED

    def offer_draw(self, sides: Sides) -> Ruling:
        """Offer a draw, or accept the open offer; a shared keyboard offers for the player to act.

        The other side answers with `answer_draw`: a computer at once (`Match.accepts_draw`).
        """
        _permit(self.draw_offer_refusal(sides))
        if self.offers.draw is not None:
            return self._agree()
        return Ruling(replace(self.offers, draw=self._acting(sides)))

    def answer_draw(self, sides: Sides, accept: bool) -> Ruling:
        """Accept or decline the open draw offer; without `accept` the offerer withdraws it.

        After an offer was declined or withdrawn, its side must complete a turn before the next.
        """
        _permit(self._playing_refusal(sides))
        offerer = self.offers.draw
        if offerer is None or (accept and offerer in sides):
            raise EtiquetteError(NO_DRAW_OFFER)
        if accept:
            return self._agree()
        return Ruling(replace(self.offers, draw=None, declined=(offerer, self.match.ply)))

    def _agree(self) -> Ruling:
        return Ruling(self.offers.cleared(), Result(DRAW, Reason.AGREEMENT))

    def _has_moved_since_declined(self, side: int) -> bool:
        """Tell if a side may offer a draw again: it has completed a turn since the last refusal."""
        declined = self.offers.declined
        if declined is None or declined[0] != side:
            return True
        turns = reversed(self._course.turns)
        last = next((turn for turn in turns if turn.player == side), None)
        return last is not None and last.first >= declined[1]

    # Takebacks

    def takeback_refusal(self, sides: Sides) -> Refusal | None:
        """Why these sides may not take back a turn by themselves.

        Between people at different screens a player may take back only their own unfinished turn.
        """
        refusal, course = self.seat_refusal(sides), self._course
        if refusal is not None:
            return refusal
        if self._apart(sides):
            own = course.mid_turn and course.player in sides and course.result is None
            return None if own else self._request_refusal(sides) or NEEDS_AGREEMENT
        return NO_TURN if self._step_back(course, sides) is None else None

    def takeback(self, sides: Sides, times: int = 1) -> Ruling:
        """Take back the last turn of these sides and all that was played after it.

        An end that does not follow from the rules, such as a resignation, is a step of its own
        and is taken back first. Up to `times` steps are taken.
        """
        _permit(self.takeback_refusal(sides))
        course, steps = self._course, 0
        while steps < times and (earlier := self._step_back(course, sides)) is not None:
            course, steps = earlier, steps + 1
        return Ruling(self.offers.cleared(course.ply), to=course.ply, steps=steps)

    def takeback_request_refusal(self, sides: Sides) -> Refusal | None:
        """Why these sides may not ask the other player for a takeback."""
        return self._playing_refusal(sides) or self._request_refusal(sides)

    def _request_refusal(self, sides: Sides) -> Refusal | None:
        if self._course.result is not None:
            return MATCH_OVER
        if not self._apart(sides):
            return NO_AGREEMENT_NEEDED
        if self._course.last_turn_of(*sides) is None:
            return NO_TURN
        return None if self.offers.takeback is None else REQUEST_PENDING

    def request_takeback(self, sides: Sides) -> Ruling:
        """Request a takeback of one's last turn from the other player."""
        _permit(self.takeback_request_refusal(sides))
        return Ruling(replace(self.offers, takeback=sides[0]))

    def answer_takeback(self, sides: Sides, accept: bool) -> Ruling:
        """Grant or decline a takeback; without `accept` the side that asked withdraws."""
        _permit(self._playing_refusal(sides))
        asker = self.offers.takeback
        if asker is None or (accept and asker in sides):
            raise EtiquetteError(NO_REQUEST)
        turn = self._course.last_turn_of(asker)
        if not accept or turn is None:
            return Ruling(replace(self.offers, takeback=None))
        return Ruling(self.offers.cleared(turn.first), to=turn.first, steps=1)

    @staticmethod
    def _step_back(course: Course, sides: Sides) -> Course | None:
        """The course one step earlier; None if there is no such step."""
        if course.result is not None:
            reopened = course.reopened()
            if reopened.result != course.result:
                return reopened
        turn = course.last_turn_of(*sides)
        return None if turn is None else course.at(turn.first)


def _permit(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise EtiquetteError(refusal)
