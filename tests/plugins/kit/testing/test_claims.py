"""Claims of a small game: what their checks find, the verdicts, and what the kit says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard_engine.checks import (
    Contrary,
    Counts,
    Everywhere,
    Example,
    Finite,
    Games,
    Solves,
    Strategy,
)
from stackyard_engine.claims import Certified, Check, Claim, Finding, Verdict, certify, concerned
from stackyard_kit.testing import GameConformance

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]
Contribute = Callable[[str, object], None]

FOUR = {"counters": 4}


def never(game: Game[Any], before: Position, move: int, after: Position) -> str:
    return ""


def over(game: Game[Any], before: Position, move: int, after: Position) -> str:
    return "" if after.winner == ONGOING else "the game is over"


def take_most(game: Game[Any], position: Position, last: int | None) -> int | None:
    return int(position.legal_moves()[-1])


def take_one(game: Game[Any], position: Position, last: int | None) -> int | None:
    return 0


def take_most_once(game: Game[Any], position: Position, last: int | None) -> int | None:
    return 2 if position.key() == game.initial().key() else None


def give_up(game: Game[Any], position: Position, last: int | None) -> int | None:
    return None if position.mid_turn else 0


def take_three(game: Game[Any], position: Position, last: int | None) -> int | None:
    return 2


def run_on(share: Any, check: Check, stop_at: float = 2.0) -> Finding:
    return check.run(share.ShareGame, lambda done: done >= stop_at)


HOLDING: list[tuple[Check, str]] = [
    (Counts((3, 9), {"counters": 12}), "9 sequences of 2 moves, and all shorter ones"),
    (Solves("white", FOUR), "white wins in 2 moves, by one or two or three; 7 positions"),
    (
        Solves("white", FOUR, plies=2, best=("two", "one", "three")),
        "white wins in 2 moves, by one or two or three; 7 positions",
    ),
    (Solves("white", FOUR, winning=("two", "three", "one")), "white wins in 2 moves"),
    (Solves("white", FOUR, method="proof"), "white wins, by "),
    (Finite(FOUR), "no position comes back, 7 positions (counters=4)"),
    (Contrary(Solves("draw", FOUR)), "white wins in 2 moves"),
    (Everywhere(never, FOUR), "at all 13 moves of all 7 positions (counters=4)"),
    (Games(never, games=5), " random games"),
    (Example(over, FOUR, games=1), "the game is over: 0 "),
    (Strategy(0, take_most, FOUR), "won against all 0 answers in 0 positions (counters=4)"),
    (Strategy(0, take_most_once, FOUR), "won against all 0 answers"),
    (Strategy(0, take_most, FOUR, games=3), "won 3 games against random answers (counters=4)"),
]
BROKEN: list[tuple[Check, str]] = [
    (Counts((3, 8)), "there are 9 sequences of 2 moves, not 8"),
    (Solves("draw", FOUR), "white wins in 2 moves"),
    (Solves("white", FOUR, plies=1), "white wins in 2 moves"),
    (Solves("white", FOUR, best=("one", "three")), "white wins in 2 moves, by one or two or three"),
    (
        Solves("white", FOUR, winning=("one", "two")),
        "white wins in 2 moves, by one or two or three",
    ),
    (Contrary(Solves("white", FOUR)), "white wins"),
    (Everywhere(over, FOUR), "the game is over: "),
    (Games(over), "the game is over: "),
    (Strategy(0, take_one, FOUR), "the strategy does not win: "),
    (Strategy(0, take_one, FOUR, games=20), "the strategy does not win: "),
    (Strategy(0, give_up, {"counters": 4, "few": True}), "what the strategy leads to is not won: "),
    (Strategy(0, take_three, FOUR), "the strategy's move three is not legal: 1 3,0 w+"),
]
UNDECIDED: list[tuple[Check, str]] = [
    (Everywhere(never, most=3), "more than 3 positions"),
    (Strategy(1, take_most, {"counters": 30}, most=1), "more than 1 positions"),
    (Example(never, games=3), "it did not happen in 3 random games"),
]


@pytest.mark.parametrize(("check", "words"), HOLDING)
def test_a_check_that_holds_says_what_it_looked_at(check: Check, words: str, share: Any) -> None:
    found = run_on(share, check)
    assert found.holds is True, found
    assert words in found.words


@pytest.mark.parametrize(("check", "words"), BROKEN)
def test_a_check_that_does_not_hold_says_where(check: Check, words: str, share: Any) -> None:
    found = run_on(share, check)
    assert found.holds is False, found
    assert words in found.words


@pytest.mark.parametrize(("check", "words"), UNDECIDED)
def test_a_check_that_finds_no_end_decides_nothing(check: Check, words: str, share: Any) -> None:
    assert run_on(share, check) == Finding(None, words)


def test_a_check_that_is_stopped_decides_nothing(share: Any) -> None:
    large = {"counters": 39}
    for check in (
        Counts((3, 9), large),
        Solves("white", large),
        Everywhere(never, large),
        Games(never, large, games=1000),
        Example(never, large),
        Strategy(0, take_most, FOUR, games=1000),
    ):
        assert run_on(share, check, stop_at=0.0).holds is None, check


def claim(*checks: Check, **more: Any) -> Claim:
    return Claim("Something is so", "somebody", "a book", checks, **more)


HOLDS = Everywhere(never, FOUR)
WHOLE = Solves("white", FOUR)
FAILS = Everywhere(over, FOUR)
OPEN = Everywhere(never, most=3)
LONG = Solves("white", {"counters": 5}, long=True)


@pytest.mark.parametrize(
    ("checks", "verdict"),
    [
        ((WHOLE,), Verdict.PROVED),
        ((WHOLE, WHOLE), Verdict.PROVED),
        ((WHOLE, HOLDS), Verdict.VERIFIED),
        ((WHOLE, OPEN), Verdict.VERIFIED),
        ((WHOLE, LONG), Verdict.VERIFIED),
        ((OPEN, LONG), Verdict.OPEN),
        ((WHOLE, FAILS), Verdict.REFUTED),
        ((OPEN, FAILS, LONG), Verdict.REFUTED),
        ((), Verdict.UNCHECKED),
    ],
)
def test_the_verdict_follows_from_the_findings(
    checks: Sequence[Check], verdict: Verdict, share: Any
) -> None:
    certified = certify(share.ShareGame, claim(*checks), lambda done: False)
    assert certified.verdict == verdict
    assert certified.is_as_declared == (verdict != Verdict.REFUTED)
    lie = certify(share.ShareGame, claim(*checks, refuted=True), lambda done: False)
    assert lie.is_as_declared == (verdict not in {Verdict.PROVED, Verdict.VERIFIED})


def test_long_checks_are_run_where_that_is_asked_for(share: Any) -> None:
    def run(long: bool) -> Certified:
        return certify(share.ShareGame, claim(LONG), lambda done: False, long=long)

    assert run(False).findings == ((LONG, None),)
    assert run(True).verdict == Verdict.PROVED


def test_checks_are_chosen_by_options(share: Any) -> None:
    kind = share.ShareGame
    mixed = claim(WHOLE, LONG, Solves("white", {"counters": 4, "few": True}))
    assert concerned(kind, mixed, {}) == list(mixed.checks)
    assert concerned(kind, mixed, {"counters": "4"}) == [mixed.checks[0], mixed.checks[2]]
    assert concerned(kind, mixed, {"counters": 4, "few": False}) == [mixed.checks[0]]


LIES: dict[str, tuple[Claim, str]] = {
    "a claim of nobody": (Claim("It is so", " ", "a book", [WHOLE]), "the claim has no by"),
    "a full stop": (Claim("It is so.", "x", "y", [WHOLE]), "ends with a full stop"),
    "a claim without checks": (claim(), "cannot be checked: give it checks, or say why there are"),
    "checks and none": (claim(WHOLE, unchecked="too hard"), "says in `unchecked` why it has none"),
    "an option that there is not": (
        claim(Solves("white", {"height": 3})),
        "the claim cannot be checked: share has no option",
    ),
    "an option of a long check": (
        claim(Solves("white", {"counters": 1}, long=True)),
        "the claim cannot be checked: share, option counters: 1 is not allowed",
    ),
    "a position that is none": (
        claim(Solves("white", position="nothing")),
        "the claim cannot be checked: 'nothing' is no position",
    ),
    "a colour that is none": (
        claim(Solves("green")),
        "the claim cannot be checked: 'green' wins no Share: name one of",
    ),
    "a lie": (claim(WHOLE, FAILS), "the claim does not hold: the game is over: "),
    "a truth declared refuted": (
        claim(WHOLE, HOLDS, refuted=True),
        "the claim is declared refuted, but all its checks hold",
    ),
}


@pytest.mark.parametrize(("lie", "words"), LIES.values(), ids=LIES)
def test_the_kit_finds_a_lie(
    lie: Claim, words: str, conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute("claims", lambda: [claim(HOLDS), lie])
    failure = told(conformance()().test_claims)
    assert words in failure
    assert f"in claim 2: {lie.text}" in failure


def test_a_function_that_returns_no_claims_is_told(
    conformance: Made, told: Told, contribute: Contribute
) -> None:
    contribute("claims", lambda: None)
    failure = told(conformance()().test_claims)
    assert "stackyard_register_claims for share: <function" in failure
    assert "is no function that returns a sequence of claims" in failure


def test_the_kit_lets_pass_what_it_cannot_refute(conformance: Made, contribute: Contribute) -> None:
    sound = [
        claim(HOLDS, WHOLE, OPEN, LONG),
        claim(FAILS, refuted=True),
        claim(LONG, refuted=True),
        claim(unchecked="it speaks of another game"),
    ]
    contribute("claims", lambda: sound)
    conformance()().test_claims()


def test_a_claim_that_does_not_hold_for_the_second_source_is_told(
    conformance: Made, told: Told, contribute: Contribute, share: Any
) -> None:
    def play_to_the_end(position: Any, move: int) -> None:
        share.Share.play(position, position.left - 1)

    kind = type("Ends", (share.Share,), {"play": play_to_the_end})
    other = type("EndsGame", (share.ShareGame,), {"kind": kind})
    contribute("claims", lambda: [claim(Counts([3, 6], FOUR))])
    failure = told(conformance(reference=other)().test_claims)
    assert "the claim does not hold for the second source: " in failure
