"""The output of the text export can be read again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from stackyard import Match, RecordError, load_game
from stackyard.position import DRAW
from stackyard.records.format import Ending, Record
from stackyard.records.reader import course_of
from stackyard.records.writer import record_of
from stackyard.turnloop.outcome import Reason, Result
from stackyard_notations.text_reader import from_text, read
from stackyard_notations.text_writer import as_text
from stackyard_silo.refusals import refused

if TYPE_CHECKING:
    from tests.toy_games import WalkMaker

GAMES: dict[str, dict[str, Any]] = {
    "silo": {"size": 4},
    "filo": {"size": 5},
    "slicron": {"side": 3, "rules": "revised"},
    "pit_of_pillars": {"size": 4},
    "splay": {"side": 3, "pie": True},
}


NOT_YOURS = refused("not-yours", column="f", colour="red").sentence


def played(game: str, seed: int, plies: int = 10_000) -> Match:
    match = Match(load_game(game, **GAMES[game]), ("human", "level:4"))
    chance = random.Random(seed)
    while match.result is None and match.ply < plies:
        match.play(chance.choice(match.game.legal_texts(match.position)))
    return match


def lasting(record: Record) -> Record:
    """The part of a record that a text tells: no think times, seed, id and hour."""
    turns = [replace(turn, seconds=[]) for turn in record.turns]
    return replace(record, turns=turns, id="", seed=None, began=None, changed=None)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_comes_back_as_it_was(game: str) -> None:
    for seed in range(5):
        for plies in (0, 3, 10_000):
            record = record_of(played(game, seed, plies))
            again = from_text(as_text(record))
            assert lasting(again) == lasting(record), f"seed {seed}"
            assert again.result == record.result
            assert course_of(again).ply == record.plies


@pytest.mark.parametrize(
    "result",
    [Result(1, Reason.RESIGNATION), Result(DRAW, Reason.AGREEMENT), Result(0, "bored", "it rains")],
)
def test_an_end_that_the_rules_do_not_make_comes_back(result: Result) -> None:
    match = played("silo", 1, 4)
    match.end(result)
    again = from_text(as_text(record_of(match))).result
    assert again is not None
    expected = record_of(match).result
    assert expected is not None
    assert (again.winner, again.sentence) == (expected.winner, expected.sentence)
    assert again.reason == ("unknown" if result.reason == "bored" else result.reason)


def test_a_match_without_draws_by_repetition_goes_on_without_them(known_walk: WalkMaker) -> None:
    match = Match(known_walk("a 0 b", "b 1 a"), repetition=0)
    assert '[Repetition "0"]' in as_text(record_of(match))
    for _ in range(9):
        assert from_text(as_text(record_of(match))).repetition == 0
        match.play(int(match.position.legal_moves()[0]))
    assert "Repetition" not in as_text(record_of(Match(match.game)))


@pytest.mark.parametrize("number", [2, 4])
def test_a_draw_by_another_number_of_repetitions_comes_back(
    number: int, known_walk: WalkMaker
) -> None:
    match = Match(known_walk("a 0 b", "b 1 a"), repetition=number)
    assert from_text(as_text(record_of(match))).repetition == number
    while match.result is None:
        match.play(int(match.position.legal_moves()[0]))
    again = from_text(as_text(record_of(match)))
    assert again.repetition == number
    assert course_of(again).result == match.result


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("Ada (Mrs)", "human"),
        ("Ada (a:b)", "human"),
        ("ugi prog", "ugi:prog (x:y)"),
        ("ugi prog", "ugi:prog (x)"),
        ("Bob", "level:3"),
        ("Man", "Man"),
        ("man", "human"),
    ],
)
def test_names_come_back(name: str, spec: str) -> None:
    record = record_of(played("silo", 2, 3))
    seats = replace(record.players[0], name=name, spec=spec), record.players[1]
    assert from_text(as_text(replace(record, players=seats))).players == seats


def test_comments_come_back() -> None:
    record = record_of(played("silo", 2, 3))
    turns = [replace(turn, comment=f"turn {n}") for n, turn in enumerate(record.turns)]
    told = from_text(as_text(replace(record, turns=turns, comment="all of it")))
    assert told.comment == "all of it"
    assert [turn.comment for turn in told.turns] == ["turn 0", "turn 1", "turn 2"]


@pytest.mark.parametrize("below", ["", "\n\n", "\n\n{nothing came of it}"])
def test_headings_alone_are_a_match_without_a_move(below: str) -> None:
    assert from_text(f'[Game "silo"]{below}').plies == 0


def test_tags_stand_in_any_order_before_the_moves_of_each_match() -> None:
    game = '[Date "2026.11.30"]\n[Game "silo"]\n\n  1. a\n\n'
    records = read(f"\n{game}  {game}")
    assert [record.plies for record in records] == [1, 1]
    assert {str(record.began)[:10] for record in records} == {"2026-11-30"}


def test_a_tag_after_another_blank_than_those_of_ascii_begins_no_match() -> None:
    with pytest.raises(RecordError, match="move 2"):
        read('[Game "silo"]\n\n1. a\n\u00a0[Game "silo"]\n')


@pytest.mark.nightly
@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        '[Game "silo"]\n\n1. a ' + "(" * 100_000 + ")" * 100_000,
        "\n" * 1_000_000 + '[Game "silo"]\n\n1. a',
    ],
    ids=["parentheses", "blank lines"],
)
def test_a_text_is_read_in_a_time_that_grows_with_its_length(text: str) -> None:
    assert [record.plies for record in read(text)] == [1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[Options "size=4"]\n\n1. a *', "it names no game"),
        ("[Game silo]\n\n1. a *", "'[Game silo]' is no tag"),
        ('[Game "silo"]\n\n[Game "silo"]', "the tag Game stands there twice"),
        ('[Game "silo"]\n[Repetition "1"]\n\n*', "Repetition is 0 (never) or 2 and more"),
        ('[Game "silo"]\n\n1. a x *', "move 2, x: 'x' is no move"),
        ('[Game "silo"]\n\n1. f *', f"move 1, f: {NOT_YOURS}"),
    ],
)
def test_a_text_that_is_no_record_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as refused:
        from_text(text)
    assert sentence in str(refused.value)


def test_an_outcome_that_only_the_tags_tell_is_read() -> None:
    tags = '[Game "silo"]\n[Result "red"]\n[Ending "blue resigns"]\n\n'
    result = from_text(f"{tags}1. a d 2. c").result
    assert result == Ending("red", "resignation", "blue resigns")
    with pytest.raises(RecordError, match="the tag Result is red, blue, draw or "):
        from_text('[Game "silo"]\n[Result "1-0"]\n\n1. a d 2. c')


def test_several_comments_after_a_move_are_one() -> None:
    record = from_text('[Game "silo"]\n\n{to} {begin} 1. a {first} {second} d 2. c')
    assert record.comment == "to begin"
    assert record.turns[0].comment == "first second"


def test_a_term_of_several_words_comes_back() -> None:
    record = replace(record_of(played("silo", 2, 3)), terms={"time-control": "x"})
    assert from_text(as_text(record)).terms == {"time-control": "x"}
