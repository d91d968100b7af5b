from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from stackyard.errors import RecordError
from stackyard.records.format import (
    Ending,
    PlayedTurn,
    Plugin,
    Record,
    Seat,
    decode,
    encode,
)

RECORD = Record(
    id="9f2c",
    game="walk",
    options={"size": 6, "goal": "any", "pie": True, "komi": 6.5, "limit": None},
    plugin=Plugin("walks", "1.0"),
    rules_version=2,
    players=(Seat("white", "Ann", "human"), Seat("black", "mcts", "mcts:20,seed=1")),
    seed=-(2**70),
    repetition=0,
    start="a w",
    began=datetime(2026, 5, 1, 12, 30, 15, 250_000, UTC),
    changed=datetime(2026, 5, 1, 13, 0, tzinfo=UTC),
    comment="A friendly game,\non two lines – “quite” long.",
    turns=[
        PlayedTurn("white", ["b"], [1.5], "0123abcd", "well begun"),
        PlayedTurn("black", ["c", "d"], [0.25, 3.0], "fedc9876"),
        PlayedTurn("white", ["e"]),
    ],
    position="e b",
    result=Ending("white", "resignation", "black resigns"),
)
DOCUMENT = encode(RECORD)


def changed(**fields: Any) -> dict[str, Any]:
    """The document of the record with some fields different."""
    content: dict[str, Any] = json.loads(DOCUMENT)
    return {**content, **fields}


def refusal(content: Any) -> str:
    """The sentence with which a document is refused."""
    with pytest.raises(RecordError) as caught:
        decode(json.dumps(content))
    assert caught.value.ply is None
    return str(caught.value)


def read(document: bytes | str) -> Record | None:
    """The record, None if it is refused; nothing but a RecordError may come of it."""
    try:
        return decode(document)
    except RecordError:
        return None


def test_a_record_that_is_read_is_the_one_that_was_written() -> None:
    assert decode(DOCUMENT) == RECORD
    assert decode(DOCUMENT.decode()) == RECORD
    assert encode(decode(DOCUMENT)) == DOCUMENT


def test_a_record_is_one_line_of_json_unless_it_is_indented() -> None:
    assert DOCUMENT.count(b"\n") == 0
    indented = encode(RECORD, indent=2)
    assert indented.startswith(b'{\n  "format": "stackyard record",\n  "version": 1,\n')
    assert decode(indented) == RECORD


def test_the_document_names_its_fields_as_the_page_does() -> None:
    content = json.loads(DOCUMENT)
    assert content["format"] == "stackyard record"
    assert content["version"] == 1
    assert content["plugin"] == {"name": "walks", "version": "1.0"}
    assert content["players"][1] == {"colour": "black", "name": "mcts", "spec": "mcts:20,seed=1"}
    assert content["turns"][0] == {
        "colour": "white",
        "moves": ["b"],
        "seconds": [1.5],
        "check": "0123abcd",
        "comment": "well begun",
    }
    assert content["turns"][2] == {"colour": "white", "moves": ["e"]}
    assert content["began"] == "2026-05-01T12:30:15.250000Z"
    assert content["result"]["winner"] == "white"


def test_the_moves_of_a_record_are_counted() -> None:
    assert RECORD.plies == 4
    assert replace(RECORD, turns=[]).plies == 0


def test_only_the_game_its_players_and_its_moves_must_be_there() -> None:
    needed = ("game", "options", "plugin", "rules_version", "players", "turns")
    content = {name: changed()[name] for name in ("version", *needed)}
    record = decode(json.dumps(content))
    assert (record.id, record.seed, record.start, record.began) == ("", None, None, None)
    assert (record.repetition, record.result, record.position) == (3, None, None)
    for name in needed[1:]:
        short = {key: value for key, value in content.items() if key != name}
        assert f"missing required field `{name}`" in refusal(short)


def test_of_a_key_that_stands_twice_the_last_counts() -> None:
    twice = DOCUMENT.replace(b'"repetition":0', b'"repetition":0,"repetition":5')
    assert decode(twice).repetition == 5


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("format", "chess", "$.format"),
        ("id", 5, "$.id"),
        ("game", None, "$.game"),
        ("options", [], "$.options"),
        ("options", {"size": [6]}, "$.options[...]"),
        ("options", {str(number): 0 for number in range(101)}, "$.options"),
        ("plugin", "walks", "$.plugin"),
        ("plugin", {"name": "walks", "mood": 1}, "unknown field `mood`"),
        ("rules_version", "2", "$.rules_version"),
        ("rules_version", 1.5, "$.rules_version"),
        ("players", [], "$.players"),
        ("players", [{"colour": "white", "name": "x"}] * 2, "missing required field `spec`"),
        ("seed", True, "$.seed"),
        ("seed", 0.5, "$.seed"),
        ("repetition", -1, "$.repetition"),
        ("start", 0, "$.start"),
        ("began", "yesterday", "$.began"),
        ("began", "2026-05-01T12:30:15", "timezone"),
        ("changed", 0, "$.changed"),
        ("comment", None, "$.comment"),
        ("turns", {}, "$.turns"),
        ("turns", ["e"], "$.turns[0]"),
        ("turns", [{"colour": "white", "moves": []}], "$.turns[0].moves"),
        ("turns", [{"colour": "white", "moves": "e"}], "$.turns[0].moves"),
        ("turns", [{"colour": 0, "moves": ["e"]}], "$.turns[0].colour"),
        ("turns", [{"colour": "white", "moves": ["e"], "seconds": [-1]}], "$.turns[0].seconds"),
        ("turns", [{"colour": "white", "moves": ["e"], "seconds": ["1"]}], "$.turns[0].seconds"),
        ("turns", [{"colour": "white", "moves": ["e"], "check": "XYZ"}], "$.turns[0].check"),
        ("position", False, "$.position"),
        ("result", "white", "$.result"),
        ("result", {"winner": 0, "reason": "rules", "sentence": ""}, "$.result.winner"),
        ("mood", "good", "unknown field `mood`"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(field: str, value: Any, words: str) -> None:
    sentence = refusal(changed(**{field: value}))
    assert sentence.startswith("the record is not as it should be: ")
    assert words in sentence


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\x7f", "\x9b"])
def test_what_a_terminal_would_obey_is_refused_in_every_text(letter: str) -> None:
    evil = f"x{letter}[2J"
    ending = {"winner": evil, "reason": "rules", "sentence": "."}
    for fields in (
        {"game": evil},
        {"id": evil},
        {"options": {evil: 0}},
        {"players": [{"colour": "white", "name": "x", "spec": evil}] * 2},
        {"turns": [{"colour": "white", "moves": [evil]}]},
        {"turns": [{"colour": "white", "moves": ["e"], "comment": evil}]},
        {"comment": evil},
        {"position": evil},
        {"result": ending},
        {"options": {"size": evil}},
        {evil: 0},
    ):
        sentence = refusal(changed(**fields))
        assert sentence.isprintable()
        assert "control characters" in sentence or evil in fields


def test_no_pattern_is_shown_to_people() -> None:
    for fields in (
        {"comment": "\x1b"},
        {"options": {"size": "\x1b"}},
        {"turns": [{"colour": "white", "moves": ["e"], "check": "XYZ"}]},
    ):
        assert "regex" not in refusal(changed(**fields))


def test_texts_have_a_longest_length() -> None:
    for fields in (
        {"game": "x" * 201},
        {"comment": "x" * 20_001},
        {"turns": [{"colour": "white", "moves": ["x" * 201]}]},
        {"players": [{"colour": "white", "name": "x", "spec": "x" * 20_001}] * 2},
    ):
        assert "length <=" in refusal(changed(**fields))
    assert decode(json.dumps(changed(comment="x" * 20_000))).comment == "x" * 20_000


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b" ",
        b"\x00",
        b"nonsense",
        b"{",
        b'{"game": NaN}',
        b'{"game": Infinity}',
        b'{"game": 1e999}',
        b'{"game": "\xff"}',
        b"\xff\xfe{\x00}\x00",
        b'{"game": "\\ud800"}',
        '"\ud800"',
        "[" * 100_000,
        '{"game":' * 100_000,
        "9" * 5000,
    ],
    ids=lambda document: repr(document[:16]),
)
def test_what_is_no_json_is_refused(document: bytes | str) -> None:
    with pytest.raises(RecordError, match="^this is no JSON: ") as caught:
        decode(document)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("document", ["null", "5", '"silo"', "[]", "{}", '{"version": 1}'])
def test_json_of_another_kind_is_refused(document: str) -> None:
    with pytest.raises(RecordError, match="^this is no record of a match: it names no game$"):
        decode(document)


@pytest.mark.parametrize("version", [0, 2, -1, 1.0, "1", None, [], True, 10**300])
def test_another_version_of_the_format_is_refused_with_a_clear_sentence(version: Any) -> None:
    told = refusal(changed(version=version))
    assert told.endswith(", and this program reads version 1")
    assert len(told) < 200


@pytest.mark.parametrize("seconds", [-0.001, -1e300, 1e300, 366 * 86_400 + 1, "1", None])
def test_absurd_seconds_are_refused(seconds: Any) -> None:
    turn = {"colour": "white", "moves": ["b"], "seconds": [seconds]}
    assert "$.turns[0].seconds[0]" in refusal(changed(turns=[turn]))


def test_every_beginning_of_a_document_is_refused() -> None:
    for end in range(len(DOCUMENT)):
        with pytest.raises(RecordError):
            decode(DOCUMENT[:end])


@settings(max_examples=500)
@given(st.lists(st.tuples(st.integers(0, len(DOCUMENT) - 1), st.integers(0, 255)), min_size=1))
def test_bytes_that_are_damaged_lead_to_a_record_or_to_an_error(
    damages: list[tuple[int, int]],
) -> None:
    document = bytearray(DOCUMENT)
    for place, byte in damages:
        document[place] = byte
    record = read(bytes(document))
    if record is not None:
        assert read(encode(record)) == record


@given(st.binary() | st.text())
def test_anything_leads_to_a_record_or_to_an_error(document: bytes | str) -> None:
    assert read(document) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300)
@given(st.data())
def test_any_value_in_any_place_leads_to_a_record_or_to_an_error(data: st.DataObject) -> None:
    content = changed()
    place: Any = content
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else [0, -1]))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(VALUES)
    record = read(json.dumps(content))
    if record is not None:
        assert decode(encode(record)) == record
