"""Hints: what they claim about wins is checked by solving, on boards that can be solved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from tests.toy_games import WalkMaker

from stackyard import Analysis, Limit, Line, Rng, analyse, load_game
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.turnloop.history import Course
from stackyard_coach.hint import Hint, default_limit, hint, hint_value
from stackyard_coach.lost_boards import Resistance
from stackyard_coach.motifs import Motif
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.solver.engine import SolverEngine

BOARDS: dict[str, dict[str, Any]] = {
    "silo": {"size": 4, "height": 2},
    "filo": {"size": 5, "pieces": 5, "variant": "proposal-1"},
    "slicron": {"side": 3},
    "splay": {"side": 3},
}
FEW_MEN = (  # of Pit of Pillars on 4 x 4 squares
    "wr,w/2,r,1/2,w,r/2 w 0,0 move",
    "r,r/wr,w,2/2,w,W/1,R r 0,0 move",
)
THREAT = re.compile(r"A threat: (.*), which would win (.*)\.")
PREVENTED = re.compile(
    r"It meets a threat by \w+: (.*) would win .*\. "
    r"Now .* (is impossible|does not win|does not win at once)\."
)
LOSERS = re.compile(
    r"(?:All other moves lose|The other move loses|These lose|This loses) for certain: (.*)\."
)


def courses(game: Game, seeds: range) -> Iterator[Course]:
    """The positions of random games."""
    for seed in seeds:
        rng, course = Rng(seed), Course(game, repetition=0)
        while course.result is None and course.ply < 60:
            moves = course.position.legal_moves()
            course = course.advance(int(moves[rng.below(len(moves))]))
            if course.result is None:
                yield course


def solved(game: Game, position: Position) -> int:
    """The winner with best play."""
    course = Course(game, position, repetition=0)
    if course.result is not None:
        return course.result.winner
    found = SolverEngine("proof", 50_000_000).analyse(course, Limit(positions=400_000))
    assert found.proven != ONGOING, "the board is too large for this test"
    return found.proven


def played(game: Game, position: Position, texts: str) -> Position:
    after = position.copy()
    for text in texts.split():
        after.play(game.parse_move(text, after))
    return after


def check(found: Hint, claims: set[str]) -> None:
    """A hint's claims about wins are what a solver finds; the kinds are added to `claims`."""
    course, game = found.course, found.course.game
    player = course.player
    mine = " ".join(ply.text for ply in found.best.plies if ply.turn == found.best.plies[0].turn)
    after = played(game, course.position, mine)
    for reason in found.reasons:
        if threat := THREAT.fullmatch(reason):
            claims.add("threat")
            passed = knowledge_of(game).passed(after)
            assert passed is not None
            assert solved(game, played(game, passed, threat[1])) == player, reason
        if prevented := PREVENTED.fullmatch(reason):
            claims.add("prevention")
            passed = knowledge_of(game).passed(course.position)
            assert passed is not None
            assert solved(game, played(game, passed, prevented[1])) == 1 - player, reason
            first = prevented[1].split()[0]
            if prevented[2] == "is impossible":
                assert first not in game.legal_texts(after), reason
            elif prevented[2] == "does not win":
                assert solved(game, played(game, after, first)) != 1 - player, reason
            else:
                assert played(game, after, prevented[1]).winner != 1 - player, reason
        if losers := LOSERS.fullmatch(reason):
            claims.add("losers")
            named = re.split(", | and ", losers[1])
            for each in named:
                if "more" not in each:
                    first, _, reply = each.removesuffix(")").partition(" (reply ")
                    lost = played(game, course.position, f"{first} {reply}")
                    assert solved(game, lost) == 1 - player, reason
            if reason.startswith(("All", "The other")):
                number = sum(
                    solved(game, played(game, course.position, text)) == 1 - player
                    for text in game.legal_texts(course.position)
                )
                assert number >= len(game.legal_texts(course.position)) - 1, reason


def test_what_hints_claim_about_turns_of_several_moves_is_true() -> None:
    game = load_game("pit_of_pillars", size=4)
    claims: set[str] = set()
    for text in FEW_MEN:
        course = Course(game, game.parse_position(text), repetition=0)
        check(hint(course, Limit(simulations=700), seed=1), claims)
    assert claims == {"threat", "prevention", "losers"}


def test_a_hint_limited_by_simulations_reads_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("silo", size=4, height=2)
    limits: list[Limit | None] = []

    def analysed(course: Course, limit: Limit | None, *more: Any, **named: Any) -> Analysis:
        limits.append(limit)
        return analyse(course, limit, *more, **named)

    monkeypatch.setattr("stackyard_coach.hint.analyse", analysed)
    hint(Course(game), Limit(simulations=20))
    assert limits == [Limit(simulations=20)] * 3


@pytest.mark.parametrize("name", BOARDS)
def test_what_hints_claim_about_wins_is_true(name: str) -> None:
    game = load_game(name, **BOARDS[name])
    claims: set[str] = set()
    for number, course in enumerate(courses(game, range(40))):
        if number % 7 == 0:
            check(hint(course, Limit(simulations=60), seed=1), claims)
        if number > 100:
            break
    assert claims


def estimated(course: Course, value: float, visits: dict[str, int]) -> Analysis:
    """An analysis whose moves have the same value."""
    moves = {text: course.game.parse_move(text, course.position) for text in visits}
    lines = [
        Line(move, value, visits[text], ONGOING, None, course, partial(list, [move]), True)
        for text, move in moves.items()
    ]
    return Analysis(course, tuple(lines), ONGOING)


@pytest.mark.parametrize(
    ("value", "visits", "first"),
    [
        (0.995, {"c": 100, "e": 90, "f": 80}, "f"),  # the fewest replies
        (0.995, {"c": 100, "e": 90, "f": 3}, "c"),  # hardly looked at
        (0.6, {"c": 100, "e": 90, "f": 80}, "c"),  # not as good as won
    ],
)
def test_moves_that_are_as_good_as_won_are_told_apart_by_replies(
    value: float, visits: dict[str, int], first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game("silo")
    course = Course(game, game.parse_position("bbb/-/brbbr/-/rrbrbrr/rrb b"), repetition=0)
    monkeypatch.setattr(type(knowledge_of(game)), "passed", lambda self, position: None)
    found = estimated(course, value, visits)
    monkeypatch.setattr("stackyard_coach.hint.analyse", lambda *given, **more: found)
    best = hint(course).best
    assert best.line.text == first
    assert best.value.endswith("; leaves red 2 replies") == (first == "f")


def test_a_game_without_motifs_and_passes_still_has_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game("silo", size=4, height=2)
    monkeypatch.setattr(type(knowledge_of(game)), "passed", lambda self, position: None)
    monkeypatch.setattr("stackyard_coach.motifs.motifs_of", lambda game: ())
    found = hint(Course(game), Limit(simulations=60))
    assert len(found.best.plies) > 1
    assert found.reasons[0].startswith("Expect ")


def test_a_position_has_one_hint_whatever_led_to_it() -> None:
    game = load_game("silo")
    first, second = Course(game), Course(game)
    for text in ("a", "b", "e", "d"):
        first = first.play(text)
    for text in ("a", "d", "e", "b"):
        second = second.play(text)
    assert first.position.key() == second.position.key()
    one, two = [hint(course, Limit(simulations=300)) for course in (first, second)]
    assert [(each.line.text, each.value) for each in one.candidates] == [
        (each.line.text, each.value) for each in two.candidates
    ]
    assert one.reasons == two.reasons


LOST = (
    "rrb/bbrrbbbbbbb/-/-/r/rrr b",
    "bbbbb/b/rbr/-/rb/rbrrrrr r",
    "bbbb/b/rr/brbr/-/rbrrrrb r",
)


@pytest.mark.nightly
def test_the_hint_of_a_lost_board_leaves_few_winning_replies() -> None:
    game = load_game("silo")
    told = set()
    for text in LOST:
        found = hint(Course(game, game.parse_position(text), repetition=0))
        if found.best.line.result == "loses":
            told |= {each for each in found.reasons if each.startswith("Every move loses")}
    assert any(" wins." in each or " win." in each for each in told), told


EARLY = "rrr/bbb/rrr/bbb/rr/bbbr b"  # b, d and f are legal


def with_lines(values: dict[str, float | None], *variation: str) -> Analysis:
    """An analysis of EARLY: values of the moves, None for a proven loss; the last goes on."""
    game = load_game("silo")
    course = Course(game, game.parse_position(EARLY), repetition=0)
    lines = []
    for text, value in values.items():
        moves, after = [game.parse_move(text, course.position)], course.play(text)
        for more in variation if text == [*values][-1] else ():
            moves.append(game.parse_move(more, after.position))
            after = after.play(more)
        proven = ONGOING if value is not None else 1 - course.player
        found: partial[list[int]] = partial(list, moves)
        lines.append(Line(moves[0], value or 0.0, 100, proven, None, course, found, True))
    return Analysis(course, tuple(lines), ONGOING)


def reasons_of(found: Analysis, monkeypatch: pytest.MonkeyPatch, *motifs: Motif) -> list[str]:
    """The reasons by these motifs alone, without passes."""
    monkeypatch.setattr(type(knowledge_of(load_game("silo"))), "passed", lambda *given: None)
    monkeypatch.setattr("stackyard_coach.motifs.motifs_of", lambda game: motifs)
    monkeypatch.setattr("stackyard_coach.hint.analyse", lambda *given, **more: found)
    return [each for each in hint(found.course).reasons if not each.startswith("Expect ")]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"b": 0.6, "d": 0.2, "f": None}, ["This loses for certain: f."]),
        (
            {"b": 0.3, "d": 0.2, "f": None},
            [
                "This loses for certain: f.",
                "Nothing is proven of the rest, but even the best of it, b, looks bad.",
            ],
        ),
        (
            {"b": 0.3, "d": None, "f": None},
            [
                "All other moves lose for certain: d and f.",
                "Nothing is proven of b, but it looks bad, too.",
            ],
        ),
    ],
)
def test_what_only_looks_bad_is_told_apart_from_what_loses_for_certain(
    values: dict[str, float | None], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reasons_of(with_lines(values), monkeypatch) == told


def test_a_move_that_loses_with_its_images_is_not_the_only_one() -> None:
    game = load_game("slicron", side=2, rules="revised", pie=False)
    reasons = hint(Course(game), Limit(simulations=3000)).reasons
    assert "All other moves lose for certain: a1 (reply a2)." in reasons


def test_a_reply_that_shows_nothing_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_lines({"b": 0.7, "f": 0.2}, "a")
    assert reasons_of(found, monkeypatch) == []
    motif = Motif("done", lambda game, before, after: "does much")
    told = reasons_of(found, monkeypatch, motif)
    assert told == ["It does much."]  # as it would after the best move
    rest = "rrr/bbb/"  # of the position before b moved
    motif = Motif(
        "done", lambda game, old, new: "does much" * game.format_position(old).startswith(rest)
    )
    told = reasons_of(found, monkeypatch, motif)
    assert told == ["It does much.", "f seems worse: red answers a, which does much."]


@pytest.mark.parametrize(
    ("value", "interval", "words"),
    [
        (0.62, (0.57, 0.67), "win chance 62% (57-67)"),
        (0.55, (0.40, 0.70), "about even chances"),
        (0.70, (0.50, 0.90), "better chances"),
        (0.85, (0.70, 1.00), "good chances"),
        (0.15, (0.00, 0.30), "bad chances"),
        (0.35, (0.20, 0.50), "worse chances"),
    ],
)
def test_a_wide_range_is_told_in_words(
    value: float, interval: tuple[float, float], words: str
) -> None:
    line = estimated(Course(load_game("silo")), value, {"c": 100}).lines[0]
    assert hint_value(replace(line, interval=interval)) == words


def test_a_stopped_search_asks_for_no_more_analyses() -> None:
    game = load_game("silo")
    shares: list[float] = []

    def stop(share: float) -> bool:
        shares.append(share)
        return True

    found = hint(Course(game), Limit(seconds=60), stop)
    assert found.candidates
    assert max(shares) <= 0.7


def test_the_default_hint_is_counted_for_a_compiled_game_alone(walk: WalkMaker) -> None:
    assert default_limit(walk("a 0 b", "b 1 won 0")) == Limit(seconds=2.0)
    silo = load_game("silo")
    assert (default_limit(silo) is None) == (silo.build == "compiled")


def test_the_progress_of_a_hint_never_goes_back() -> None:
    shares: list[float] = []

    def watch(share: float) -> bool:
        shares.append(share)
        return False

    hint(Course(load_game("silo")), Limit(seconds=0.3), watch)
    assert shares == sorted(shares)
    assert shares[-1] > 0.85  # both analyses after a pass were made


@pytest.mark.parametrize(
    ("winning", "words"),
    [(0, "finds no reply that wins."), (1, "that 1 of 4 replies wins."), (3, "of 4 replies win.")],
)
def test_the_replies_to_a_move_of_a_lost_board_are_counted(
    winning: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = with_lines({"b": None, "f": None})

    def hardest(lines: list[Line], *more: Any) -> Resistance:
        return Resistance(lines[0], winning, 4)

    monkeypatch.setattr("stackyard_coach.hint.hardest", hardest)
    (told,) = reasons_of(found, monkeypatch)
    assert told.endswith(words)
