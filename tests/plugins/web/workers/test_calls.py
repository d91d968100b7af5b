from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from stackyard.analysis import FEW
from stackyard.errors import RecordError
from stackyard.plugins.registry import load_game
from stackyard.records.format import encode
from stackyard.records.writer import record_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_coach.hint import hint
from stackyard_web.errors import CallRefusedError
from stackyard_web.posted_record import replayed
from stackyard_web.workers import calls
from stackyard_web.workers.calls import header_of

if TYPE_CHECKING:
    from stackyard.records.format import Record


@pytest.fixture
def match() -> Match:
    """A match of Slicron, some moves long; random players have both seats."""
    match = Match(load_game("slicron", side=2, pie=False), ("random", "random"), seed=5)
    for _ in range(3):
        match.play(int(match.position.legal_moves()[0]))
    return match


@pytest.fixture
def record(match: Match) -> Record:
    return record_of(match)


def test_a_computer_player_chooses_a_legal_move(match: Match) -> None:
    course = match.course
    chosen = calls.choose(header=header_of(match), moves=course.moves, seconds=course.seconds)
    assert chosen.said == []
    assert chosen.move in match.position.legal_moves()


def test_an_analysis_names_the_most_visited_moves_first_and_says_what_they_are_worth() -> None:
    large = Match(load_game("slicron", side=3, pie=False), ("random", "random"), seed=5)
    told = calls.analyse(header=header_of(large), moves=[0], within=1.0)
    assert (told["source"], told["basis"][:13]) == ("estimate", "An estimate: ")
    candidates = told["candidates"]
    judgements = [candidate["judgement"].replace(",", "") for candidate in candidates]
    visits = [int(*re.findall("[0-9]+ (?=game|position)", words)) for words in judgements]
    assert visits == sorted(visits, reverse=True)
    assert candidates[0]["chance"].startswith(f"{100 - 100 * told['balance']:.0f}%")
    for candidate, count in zip(candidates, visits, strict=True):
        assert (candidate["chance"] == "unclear") == (count < FEW)
    assert all(candidate["best"][0] == candidate["move"] for candidate in candidates)


def test_an_analysis_of_a_small_position_is_exact_and_says_so(match: Match) -> None:
    told = calls.analyse(header=header_of(match), moves=match.course.moves, within=60)
    assert told["source"] == "solved"
    assert told["basis"].startswith("Solved, with ")
    for candidate in told["candidates"]:
        verb = {"100%": "wins", "0%": "loses"}[candidate["chance"]]
        plies = len(candidate["best"])
        assert candidate["judgement"].startswith(f"{verb} for certain in {plies} move")


def test_an_analysis_of_the_end_names_its_winner_and_no_moves(match: Match) -> None:
    while match.result is None:
        match.play(int(match.position.legal_moves()[0]))
    told = calls.analyse(header=header_of(match), moves=match.course.moves, within=0.01)
    assert told == {"balance": 1.0 - match.result.winner, "candidates": []}


def test_a_replay_shows_each_ply_and_never_more(match: Match) -> None:
    document = encode(record_of(match)).decode()

    def shown(ply: int, plies: int = 100) -> dict[str, Any]:
        return replayed(record=document, path=(), ply=ply, flip=False, plies=plies)

    told = [shown(ply) for ply in range(6)]
    assert [each["ply"] for each in told] == [0, 1, 2, 3, 3, 3]
    assert len({each["picture"].board for each in told}) == 4
    assert (told[0]["result"], told[0]["warning"]) == ("Not finished", "")
    with pytest.raises(RecordError, match="3 moves; at most 2 are shown here"):
        shown(0, plies=2)


def test_a_replay_of_a_match_by_earlier_rules_says_where_it_differs(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = record_of(match)
    record.turns[1] = replace(record.turns[1], check="00000000")
    monkeypatch.setattr(type(match.game), "rules_version", 2)
    told = replayed(record=encode(record).decode(), path=(), ply=9, flip=False, plies=100)
    assert (told["ply"], len(told["plies"])) == (1, 1)
    assert told["warning"].endswith("of the rules of Slicron, those installed are version 2")


@pytest.mark.parametrize(
    ("name", "ply", "begins"),
    [
        ("svg", 1, b"<svg"),
        ("png", 1, b"\x89PNG"),
        ("svg", None, b"<svg"),
        ("gif", None, b"GIF89a"),
        ("json", None, b"{"),
        ("text", None, b"[Game"),
    ],
)
def test_a_match_is_exported(record: Record, name: str, ply: int | None, begins: bytes) -> None:
    file = calls.export(record=record, name=name, ply=ply, flip=False)
    assert file.startswith(begins)


def test_a_film_that_nobody_waits_for_is_given_up(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "stopped", lambda: True)
    with pytest.raises(CallRefusedError):
        calls.export(record=record, name="gif", ply=None, flip=False)


@pytest.mark.no_cover  # uncompiled, a hint ends by the time that it has, which differs
def test_a_hint_is_that_of_the_terminal() -> None:
    course = Course(load_game("slicron")).play("d3")  # a quarter of the bound of an analysis
    told = calls.hint(header=header_of(Match(course.game)), moves=course.moves, within=60)
    shown = hint(course)
    assert told["move"] == shown.best.line.text
    assert told["judgement"] == shown.best.value
    assert told["reasons"] == [*shown.reasons]
