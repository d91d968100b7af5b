"""Table manners, asked of a match between people apart, people at one keyboard, and a computer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from stackyard.errors import EtiquetteError
from stackyard.position import DRAW
from stackyard.turnloop.etiquette import Etiquette, OpenOffers, Ruling
from stackyard.turnloop.match import Match
from stackyard.turnloop.outcome import Result

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

PEOPLE, COMPUTER = (True, True), (True, False)
BOTH = (0, 1)
AGREED = Result(DRAW, "agreement")
# White, Black twice in one turn, White twice on end since Black sits out, Black.
LONG = ("a 0 b", "b 1 c", "c 1 mid d", "d 0 e", "e 0 f", "f 1 g", "g 0 won 1")

Request = Callable[[Etiquette], Ruling]


@pytest.fixture
def match(walk: WalkMaker) -> Match:
    return Match(walk(*LONG))


def play(match: Match, moves: str) -> None:
    for move in moves:
        match.play(move)


def code(request: Callable[[], object]) -> str:
    """The code of the refusal of a request."""
    with pytest.raises(EtiquetteError) as refused:
        request()
    assert str(refused.value) == refused.value.refusal.sentence
    return refused.value.refusal.rule


@pytest.mark.parametrize(
    "request_of",
    [
        lambda etiquette: etiquette.resign(()),
        lambda etiquette: etiquette.offer_draw(()),
        lambda etiquette: etiquette.answer_draw((), True),
        lambda etiquette: etiquette.takeback(()),
        lambda etiquette: etiquette.request_takeback(()),
        lambda etiquette: etiquette.answer_takeback((), True),
    ],
    ids=["resign", "offer", "answer", "takeback", "request", "grant"],
)
def test_a_watcher_may_do_nothing(match: Match, request_of: Request) -> None:
    play(match, "b")
    offers = OpenOffers(draw=0, takeback=0)
    assert code(lambda: request_of(Etiquette(match, PEOPLE, offers))) == "watching"


@pytest.mark.parametrize(
    "request_of",
    [
        lambda etiquette: etiquette.resign((0,)),
        lambda etiquette: etiquette.offer_draw((0,)),
        lambda etiquette: etiquette.answer_draw((1,), True),
        lambda etiquette: etiquette.takeback((0,)),
        lambda etiquette: etiquette.request_takeback((0,)),
        lambda etiquette: etiquette.answer_takeback((1,), True),
    ],
    ids=["resign", "offer", "answer", "takeback", "request", "grant"],
)
def test_between_people_apart_nothing_is_settled_after_the_end(
    match: Match, request_of: Request
) -> None:
    play(match, "bcdefg")
    offers = OpenOffers(draw=0, takeback=0)
    assert code(lambda: request_of(Etiquette(match, PEOPLE, offers))) == "match-over"


def test_only_the_player_to_act_has_the_turn(match: Match) -> None:
    etiquette = Etiquette(match, PEOPLE)
    assert etiquette.seat_refusal((0,), to_act=True) is None
    assert etiquette.seat_refusal((1,)) is None
    refusal = etiquette.seat_refusal((1,), to_act=True)
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("not-your-turn", "it is white's turn")


# Resignation


@pytest.mark.parametrize(
    ("sides", "winner"), [((0,), 1), ((1,), 0), (BOTH, 1)], ids=["to act", "other", "keyboard"]
)
def test_one_resigns_at_any_time(match: Match, sides: tuple[int, ...], winner: int) -> None:
    ruling = Etiquette(match, PEOPLE, OpenOffers(draw=0)).resign(sides)
    ruling.apply(match)
    assert match.result == Result(winner, "resignation")
    assert ruling.offers == OpenOffers()


# Draws


@pytest.mark.parametrize("side", [0, 1])
def test_people_apart_offer_and_accept(match: Match, side: int) -> None:
    other = 1 - side
    offered = Etiquette(match, PEOPLE).offer_draw((side,))
    assert (offered.offers.draw, offered.result) == (side, None)
    open_now = Etiquette(match, PEOPLE, offered.offers)
    assert code(lambda: open_now.offer_draw((side,))) == "draw-pending"
    assert code(lambda: open_now.answer_draw((side,), True)) == "no-draw-offer"
    assert open_now.offer_draw((other,)).result == AGREED
    accepted = open_now.answer_draw((other,), True)
    accepted.apply(match)
    assert match.result == AGREED
    assert accepted.offers == OpenOffers()


def test_nobody_answers_an_offer_that_was_not_made(match: Match) -> None:
    etiquette = Etiquette(match, PEOPLE)
    assert code(lambda: etiquette.answer_draw((0,), True)) == "no-draw-offer"
    assert code(lambda: etiquette.answer_draw((0,), False)) == "no-draw-offer"


@pytest.mark.parametrize("answerer", [1, 0], ids=["declined", "withdrawn"])
def test_the_next_offer_waits_until_a_turn_is_complete(match: Match, answerer: int) -> None:
    offers = Etiquette(match, PEOPLE, OpenOffers(draw=0)).answer_draw((answerer,), False).offers
    assert offers == OpenOffers(declined=(0, 0))
    assert code(lambda: Etiquette(match, PEOPLE, offers).offer_draw((0,))) == "draw-declined"
    assert Etiquette(match, PEOPLE, offers).offer_draw((1,)).offers.draw == 1
    play(match, "b")
    assert Etiquette(match, PEOPLE, offers).offer_draw((0,)).offers.draw == 0


def test_a_turn_that_is_not_complete_permits_no_new_offer(match: Match) -> None:
    play(match, "bc")
    offers = OpenOffers(declined=(1, 1))
    assert code(lambda: Etiquette(match, PEOPLE, offers).offer_draw((1,))) == "draw-declined"
    play(match, "d")
    assert Etiquette(match, PEOPLE, offers).offer_draw((1,)).offers.draw == 1


def test_after_a_takeback_one_turn_permits_a_new_offer_too(match: Match) -> None:
    play(match, "bcde")
    offers = OpenOffers(declined=(0, 4))
    asked = Etiquette(match, PEOPLE, offers).request_takeback((1,))
    for ruling in (
        Etiquette(match, COMPUTER, offers).takeback((0,), 2),
        Etiquette(match, PEOPLE, asked.offers).answer_takeback((0,), True),
    ):
        assert ruling.to is not None
        assert ruling.offers == OpenOffers(declined=(0, ruling.to))
    Etiquette(match, COMPUTER, offers).takeback((0,), 2).apply(match)
    offers = OpenOffers(declined=(0, 0))
    assert code(lambda: Etiquette(match, COMPUTER, offers).offer_draw((0,))) == "draw-declined"
    play(match, "b")
    assert Etiquette(match, COMPUTER, offers).offer_draw((0,)).offers.draw == 0


def test_of_two_people_at_one_keyboard_the_other_is_asked(match: Match) -> None:
    play(match, "b")
    offers = Etiquette(match, PEOPLE).offer_draw(BOTH).offers
    assert offers.draw == 1
    assert Etiquette(match, PEOPLE, offers).answer_draw((0,), True).result == AGREED
    declined = Etiquette(match, PEOPLE, offers).answer_draw((0,), False).offers
    assert code(lambda: Etiquette(match, PEOPLE, declined).offer_draw(BOTH)) == "draw-declined"


def test_an_offer_to_a_computer_awaits_its_answer(match: Match) -> None:
    offers = Etiquette(match, COMPUTER).offer_draw((0,)).offers
    assert offers.draw == 0
    assert Etiquette(match, COMPUTER, offers).answer_draw((1,), True).result == AGREED


@pytest.mark.parametrize("sides", [(0,), BOTH])
def test_a_game_may_not_allow_a_draw_by_agreement(
    walk: WalkMaker, monkeypatch: pytest.MonkeyPatch, sides: tuple[int, ...]
) -> None:
    match = Match(walk(*LONG))
    monkeypatch.setattr(type(match.game), "agreement", False)
    with pytest.raises(EtiquetteError, match="the rules of Walk do not allow a draw by agreement"):
        Etiquette(match, PEOPLE).offer_draw(sides)


class Player:
    """A computer player without an opinion on draws."""

    name = "machine"

    def choose(self, match: Match) -> int:
        return int(match.position.legal_moves()[0])


class Peaceful(Player):
    """Accepts a draw as Black, unless it is told to hurry."""

    def accepts_draw(self, match: Match, side: int) -> bool:
        return side == 1 and not match.watch(0.5)


def test_a_computer_player_says_whether_it_accepts_a_draw(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), (Peaceful(), Peaceful()))
    assert [match.accepts_draw(0), match.accepts_draw(1)] == [False, True]
    assert not match.accepts_draw(1, lambda share: True)
    assert match.result is None


def test_a_computer_player_without_an_opinion_declines(walk: WalkMaker) -> None:
    match = Match(walk(*LONG), (Peaceful(), Player()))
    assert not match.accepts_draw(1)


# Takebacks


@pytest.mark.parametrize(
    ("moves", "people", "sides", "to"),
    [
        ("bcdef", PEOPLE, BOTH, 4),
        ("bc", PEOPLE, BOTH, 1),
        ("bc", PEOPLE, (1,), 1),
        ("bcd", COMPUTER, (0,), 0),
        ("bcdefg", COMPUTER, (0,), 4),
        ("bcde", COMPUTER, (0,), 3),
    ],
    ids=["keyboard", "unfinished", "own unfinished", "computer", "after the end", "sat out"],
)
def test_a_turn_and_what_came_after_it_is_taken_back(
    match: Match, moves: str, people: tuple[bool, bool], sides: tuple[int, ...], to: int
) -> None:
    play(match, moves)
    ruling = Etiquette(match, people, OpenOffers(draw=0, takeback=0)).takeback(sides)
    assert (ruling.to, ruling.steps, ruling.offers) == (to, 1, OpenOffers())
    ruling.apply(match)
    assert (match.ply, match.result) == (to, None)


@pytest.mark.parametrize(
    ("moves", "people", "sides", "rule"),
    [
        ("", PEOPLE, BOTH, "no-turn"),
        ("", PEOPLE, (0,), "no-turn"),
        ("b", PEOPLE, (1,), "no-turn"),
        ("b", PEOPLE, (0,), "needs-agreement"),
        ("bc", PEOPLE, (0,), "needs-agreement"),
        ("", COMPUTER, (0,), "no-turn"),
    ],
)
def test_a_takeback_is_refused(
    match: Match, moves: str, people: tuple[bool, bool], sides: tuple[int, ...], rule: str
) -> None:
    play(match, moves)
    assert code(lambda: Etiquette(match, people).takeback(sides)) == rule


@pytest.mark.parametrize(
    ("times", "to", "steps"), [(1, 5, 1), (2, 4, 2), (4, 1, 4), (5, 0, 5), (9, 0, 5)]
)
def test_a_resignation_is_taken_back_first_and_then_as_many_turns_as_there_are(
    match: Match, times: int, to: int, steps: int
) -> None:
    play(match, "bcdef")
    match.resign()
    ruling = Etiquette(match, PEOPLE).takeback(BOTH, times)
    ruling.apply(match)
    assert (ruling.to, ruling.steps, match.ply, match.result) == (to, steps, to, None)


def test_people_apart_do_not_take_back_a_resignation(match: Match) -> None:
    play(match, "bc")
    match.resign()
    assert code(lambda: Etiquette(match, PEOPLE).takeback((1,))) == "match-over"


def test_people_apart_ask_for_a_takeback_and_grant_it(match: Match) -> None:
    play(match, "bcd")
    offers = Etiquette(match, PEOPLE).request_takeback((0,)).offers
    asked = Etiquette(match, PEOPLE, offers)
    assert offers == OpenOffers(takeback=0)
    assert code(lambda: asked.request_takeback((1,))) == "request-pending"
    assert code(lambda: asked.takeback((0,))) == "request-pending"
    assert code(lambda: asked.answer_takeback((0,), True)) == "no-request"
    for side in (0, 1):  # withdrawn, declined
        ruling = asked.answer_takeback((side,), False)
        assert (ruling.offers, ruling.to) == (OpenOffers(), None)
    granted = asked.answer_takeback((1,), True)
    assert granted.steps == 1
    granted.apply(match)
    assert match.ply == 0


@pytest.mark.parametrize(
    ("moves", "people", "sides", "rule"),
    [
        ("", PEOPLE, (0,), "no-turn"),
        ("b", PEOPLE, BOTH, "no-agreement-needed"),
        ("b", COMPUTER, (0,), "no-agreement-needed"),
    ],
)
def test_a_takeback_is_not_asked_for(
    match: Match, moves: str, people: tuple[bool, bool], sides: tuple[int, ...], rule: str
) -> None:
    play(match, moves)
    assert code(lambda: Etiquette(match, people).request_takeback(sides)) == rule


# Advice and rematches


def test_people_apart_get_advice_after_the_end_only(match: Match) -> None:
    assert Etiquette(match, PEOPLE).advice_refusal((0,)) is not None
    watching = Etiquette(match, PEOPLE).advice_refusal(())
    assert watching is not None
    assert watching.sentence.startswith("there is no advice for those who watch")
    assert Etiquette(match, PEOPLE).advice_refusal(BOTH) is None
    assert Etiquette(match, COMPUTER).advice_refusal((0,)) is None
    match.resign()
    assert Etiquette(match, PEOPLE).advice_refusal((0,)) is None


def test_players_ask_for_a_rematch_after_the_end(match: Match) -> None:
    refused = Etiquette(match, PEOPLE).rematch_refusal((0,))
    assert refused is not None
    assert refused.rule == "not-over"
    match.resign()
    assert Etiquette(match, PEOPLE).rematch_refusal((0,)) is None
    watching = Etiquette(match, PEOPLE).rematch_refusal(())
    assert watching is not None
    assert watching.rule == "watching"
