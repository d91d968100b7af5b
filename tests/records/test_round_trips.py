"""Matches of all games by chance, left anywhere, written down and taken up again."""

from __future__ import annotations

import dataclasses
from itertools import chain
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.conftest import GAMES

from stackyard import (
    Archive,
    Match,
    Record,
    Result,
    Rng,
    course_of,
    load_game,
    record_of,
    restore,
)
from stackyard.movements import trail
from stackyard.position import DRAW
from stackyard.records.format import decode, encode
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.wording import ending
from stackyard_notations.text_writer import as_text

pytestmark = pytest.mark.no_cover

MOST = 150  # moves


def left(name: str, seed: int) -> Match:
    """A match by random players, left after some moves, or over."""
    rng = Rng(seed)
    match = Match(load_game(name), ("random", "random"), seed=rng.below(1000))
    for _ in range(rng.below(MOST)):
        if match.result is None:
            match.step()
    return match


def timeless(record: Record) -> Record:
    """Without the date that each writing changes."""
    return replace(record, changed=None)


def resumed(record: Record) -> Match:
    first, second = record.players
    return restore(record, (first.spec, second.spec))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_taken_up_where_it_was_left(name: str, seed: int) -> None:
    match = left(name, seed)
    record = decode(encode(record_of(match)))
    again = resumed(record)
    assert timeless(record_of(again)) == timeless(record)
    assert again.position.key() == match.position.key()
    assert (again.result, again.course.unfinished) == (match.result, match.course.unfinished)
    assert [turn.moves for turn in again.turns] == [turn.moves for turn in match.turns]
    assert again.course.times_stood == match.course.times_stood


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_players_of_chance_go_on_as_they_would_have(name: str, seed: int) -> None:
    match = left(name, seed)
    again = resumed(decode(encode(record_of(match))))
    for _ in range(30):
        match.step()
        again.step()
    assert again.position.key() == match.position.key()
    assert again.result == match.result


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_begins_elsewhere_is_taken_up(name: str, seed: int) -> None:
    whole = left(name, seed)
    if not whole.turns:
        whole.step()
    start = whole.turns[len(whole.turns) // 2].before if whole.turns else whole.position
    match = Match(whole.game, ("random", "random"), position=start, seed=seed)
    for _ in range(5):
        match.step()
    record = record_of(match)
    assert timeless(record_of(resumed(decode(encode(record))))) == timeless(record)


@pytest.mark.parametrize("name", GAMES)
def test_terms_and_think_times_are_kept_and_read_again(name: str) -> None:
    terms = {"clock": "300+5", "stakes": "a biscuit"}
    match = Match(load_game(name), ("random", "random"), seed=6, terms=terms)
    for _ in range(9):
        match.step()
    record = decode(encode(record_of(match)))
    again = resumed(record)
    assert (record.terms, again.terms) == (terms, terms)
    assert [turn.seconds for turn in again.turns] == [turn.seconds for turn in match.turns]
    assert [again.time_left_of(side) for side in (0, 1)] == pytest.approx(
        [match.time_left_of(side) for side in (0, 1)], abs=30
    )
    assert '[Clock "300+5"]' in as_text(record)


@pytest.mark.parametrize("reason", [Reason.TIME, Reason.FAULT, Reason.ILLEGAL, Reason.AGREEMENT])
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_outlasts_a_record(name: str, reason: Reason) -> None:
    match = left(name, 1)
    match.undo()
    match.end(Result(DRAW if reason == Reason.AGREEMENT else 1, reason))
    record = decode(encode(record_of(match)))
    assert record.result is not None
    assert record.result.sentence == ending(match.course) != ""
    assert resumed(record).result == match.result


@pytest.mark.parametrize("name", GAMES)
def test_an_end_that_a_plugin_gave_is_kept(name: str) -> None:
    match = left(name, 1)
    match.undo()
    match.end(Result(0, "time", "the flag has fallen"))
    again = resumed(decode(encode(record_of(match))))
    assert again.result == Result(0, "time", "the flag has fallen")
    assert again.ply == match.ply


@pytest.mark.parametrize("name", GAMES)
def test_the_archive_keeps_a_match_of_any_game(name: str, tmp_path: Path) -> None:
    archive, told = Archive(tmp_path / "archive.sqlite3"), list[str]()
    match = Match(load_game(name), ("random", "random"), seed=4)
    archive.keep(match, told.append)
    for number in range(40):
        if number % 9 == 8:
            match.undo()
        match.step()
    assert timeless(archive.record(1)) == timeless(record_of(match))
    assert told == []


@pytest.mark.parametrize("name", GAMES)
def test_the_text_holds_every_move_in_its_order(name: str) -> None:
    record = record_of(left(name, 2))
    body = as_text(record).partition("\n\n")[2]
    words = [word for word in body.split() if word != "…" and not word.rstrip(".").isdigit()]
    turns = [",".join(turn.moves) for turn in record.turns]
    numbers = [turn for turn in turns if turn.isdigit()]  # F.I.L.O. has moves that look like them
    assert words[:-1] == [turn for turn in turns if not turn.isdigit()]
    assert [word for word in body.split() if word in numbers] == numbers


@pytest.mark.parametrize("name", GAMES)
def test_every_ply_of_a_match_can_be_looked_at(name: str) -> None:
    match = left(name, 3)
    course = course_of(record_of(match))
    seen = list(course.scenes())
    assert len(seen) == match.ply + 1
    assert seen[0] == match.game.scene(match.start)
    turn = match.course.so_far[-1]
    movements = [tuple(match.game.movements(ply.move, ply.before, ply.after)) for ply in turn.plies]
    ways = trail(chain.from_iterable(movements))
    plain = match.game.scene(match.position, turn.before)
    assert seen[-1] == dataclasses.replace(plain, trail=ways, movements=movements[-1])
    assert seen == [course.at(ply).scene for ply in range(match.ply + 1)]
