"""Game records of Abstract Play, written, checked against its schema, and read again."""

from __future__ import annotations

import json
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

import jsonschema_rs
import pytest
from msgspec.structs import replace
from tests.conftest import GAMES

from stackyard import (
    Match,
    Reason,
    Record,
    RecordError,
    Result,
    StackyardError,
    UnknownGameError,
    load_game,
    record_of,
)
from stackyard.position import DRAW
from stackyard.records.export import View
from stackyard_notations.abstract_play import read, write

DATE = {"type": "string", "format": "date-time"}
BOOLEAN = {"type": "boolean"}
TEXT = {"type": "string"}
# What the schema gamerecord/1-0-0 demands (AbstractPlay/recranks, src/schemas/gamerecord.json).
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["header", "moves"],
    "properties": {
        "header": {
            "type": "object",
            "required": ["game", "site", "date-start", "date-end", "date-generated", "players"],
            "properties": {
                "game": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["name"],
                    "properties": {
                        "name": TEXT,
                        "variants": {"type": "array", "uniqueItems": True, "items": TEXT},
                    },
                },
                "site": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["name"],
                    "properties": {"name": TEXT, "gameid": {"type": ["string", "number"]}},
                },
                **dict.fromkeys(["date-start", "date-end", "date-generated"], DATE),
                **dict.fromkeys(["event", "round", "startingPosition"], TEXT),
                **dict.fromkeys(["unrated", "pied"], BOOLEAN),
                "players": {
                    "type": "array",
                    "minItems": 1,
                    "uniqueItems": True,
                    "items": {
                        "type": "object",
                        "required": ["name", "result"],
                        "properties": {
                            "name": TEXT,
                            "userid": TEXT,
                            "score": {"type": "number"},
                            "is_ai": {"type": "boolean"},
                            "result": {"type": "integer"},
                        },
                    },
                },
            },
        },
        "moves": {
            "type": "array",
            "items": {
                "type": "array",
                "items": {
                    "oneOf": [
                        {"type": "null"},
                        TEXT,
                        {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["move"],
                            "properties": {
                                "sequence": {"type": "integer"},
                                "move": TEXT,
                                "result": {
                                    "anyOf": [
                                        TEXT,
                                        {"type": "array", "items": {"type": "object"}},
                                    ]
                                },
                            },
                        },
                    ]
                },
            },
        },
    },
}
SMALL: dict[str, dict[str, object]] = {
    "silo": {"size": 4},
    "filo": {"size": 5, "pieces": 5, "variant": "proposal-1+2"},
    "slicron": {"side": 3, "pie": True},
    "pit_of_pillars": {"size": 4},
    "splay": {"side": 4, "pie": True},
}


def finished(name: str, seed: int, *first: str) -> Record:
    """The record of a match by random players after the `first` moves."""
    match = Match(load_game(name, **SMALL[name]), ("random", "random"), seed=seed)
    for move in first:
        match.play(move)
    while match.result is None:
        match.step()
    return record_of(match)


def written(record: Record) -> Any:
    return json.loads(write([record], View()))


def check(document: Any) -> None:
    jsonschema_rs.validate(SCHEMA, document, validate_formats=True)
    players = document["header"]["players"]
    assert players[0] != players[1]  # uniqueItems


@pytest.mark.parametrize("name", GAMES)
def test_a_match_read_again_has_the_same_turns_and_winner(name: str) -> None:
    for seed in range(5):
        record = finished(name, seed)
        document = written(record)
        check(document)
        (again,) = read(json.dumps(document))
        assert [turn.moves for turn in again.turns] == [turn.moves for turn in record.turns], seed
        assert again.result is not None
        assert record.result is not None
        assert again.result.winner == record.result.winner
        for field in ("id", "options", "position", "began", "changed"):
            assert getattr(again, field) == getattr(record, field)


@pytest.mark.parametrize(("name", "opening"), [("slicron", "c3"), ("splay", "d4")])
def test_a_swap_is_a_flag_and_exchanges_the_seats(name: str, opening: str) -> None:
    record = finished(name, 1, opening, "swap")
    named = [replace(seat, name=who) for seat, who in zip(record.players, "AB", strict=True)]
    record = replace(record, players=(named[0], named[1]))
    document = written(record)
    check(document)
    header = document["header"]
    assert header["pied"] is header["pie-invoked"] is True
    assert [player["name"] for player in header["players"]] == ["B", "A"]
    assert record.result is not None
    won = "AB"[[seat.colour for seat in named].index(record.result.winner or "")]
    assert [player["name"] for player in header["players"] if player["result"]] == [won]
    third = record.turns[2]  # by A, who now has the second seat
    assert document["moves"][0] == [opening, ",".join(third.moves)]
    del header["pied"]  # Abstract Play itself writes the other flag only
    (again,) = read(json.dumps(document))
    assert [turn.moves for turn in again.turns] == [turn.moves for turn in record.turns]
    assert [seat.name for seat in again.players] == ["A", "B"]
    assert again.result is not None
    assert again.result.winner == record.result.winner


def test_players_of_one_name_differ_after_a_draw_too() -> None:
    match = Match(load_game("silo", **SMALL["silo"]), ("random", "random"), seed=1)
    match.end(Result(DRAW, Reason.AGREEMENT))
    document = written(record_of(match))
    check(document)
    (again,) = read(json.dumps(document))
    assert again.result is not None
    assert again.result.winner is None


def test_a_seat_that_does_not_move_has_null_in_its_round() -> None:
    for seed in range(200):
        record = finished("silo", seed)
        turns = [turn.colour for turn in record.turns]
        skipped = [at for at in range(1, len(turns)) if turns[at] == turns[at - 1]]
        if skipped:
            moves = written(record)["moves"]
            assert any(None in entries for entries in moves[:-1])
            assert read(json.dumps(written(record)))[0].position == record.position
            return
    pytest.fail("no turn of 200 matches is skipped")


def test_a_match_from_a_position_tells_it() -> None:
    game = load_game("silo", size=4)
    start = game.parse_position(begun().position or "")
    match = Match(game, ("random", "random"), position=start, seed=3)
    while match.result is None:
        match.step()
    document = written(record_of(match))
    check(document)
    assert document["header"]["startingPosition"] == game.format_position(start)
    assert read(json.dumps(document))[0].start == game.format_position(start)


def begun() -> Record:
    match = Match(load_game("silo", size=4), ("random", "random"), seed=1)
    for _ in range(3):
        match.step()
    return record_of(match)


def test_what_other_programs_write_is_read_too() -> None:
    record = finished("silo", 2)
    document = written(record)
    header, moves = document["header"], document["moves"]
    header |= {"event": "A cup", "round": "3", "unrated": True, "tournament": {"any": "thing"}}
    header["game"]["name"] = "silo"  # by its name instead of its title
    del header["stackyard-id"]
    moves[0] = [{"move": moves[0][0], "sequence": 1, "result": "red moves"}, moves[0][1]]
    moves[-1] = [entry for entry in moves[-1] if entry is not None]  # the last round is shorter
    (again,) = read(json.dumps(document))
    assert again.position == record.position
    assert again.id == read(json.dumps(document))[0].id != record.id  # of its text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"moves": [["z9"]]}, "move 1, z9: "),
        ({"moves": [["b", "a", "c"]]}, "length <= 2"),
        ({"moves": 3}, "moves"),
        ({"header": {}}, "missing required field"),
        ({"header.players": []}, "players"),
        ({"header.date-end": None}, "date-end"),
        ({"header.game": {"name": "Silo", "variants": ["size=99"]}}, "size"),
    ],
)
def test_a_faulty_document_is_refused_with_its_place(change: dict[str, Any], words: str) -> None:
    document = deepcopy(written(finished("silo", 2)))
    for path, value in change.items():
        *above, last = path.split(".")
        target = document
        for part in above:
            target = target[part]
        target[last] = value
    with pytest.raises(StackyardError) as refused:
        read(json.dumps(document))
    assert words.lower() in str(refused.value).lower()


def test_a_game_that_is_not_installed_is_named() -> None:
    document = written(finished("silo", 2))
    document["header"]["game"]["name"] = "Zertz"
    with pytest.raises(UnknownGameError, match="Zertz"):
        read(json.dumps(document))


def test_infinity_as_a_result_is_no_json() -> None:
    text = json.dumps(written(finished("silo", 2))).replace('"result": 0', '"result": -Infinity')
    with pytest.raises(RecordError, match="no game record of Abstract Play"):
        read(text)


def test_a_record_that_is_nested_deeply_is_refused() -> None:
    text = json.dumps(written(finished("silo", 2)))
    with pytest.raises(RecordError, match="no game record of Abstract Play"):
        read(f'{{"new": {"[" * 100_000}{"]" * 100_000}, {text[1:]}')


def test_only_finished_matches_with_a_date_are_written() -> None:
    with pytest.raises(RecordError, match="finished matches only"):
        written(begun())
    with pytest.raises(RecordError, match="the day"):
        written(replace(finished("silo", 2), began=None))
    undated = replace(finished("silo", 2), changed=None, began=datetime(2026, 1, 2, tzinfo=UTC))
    assert written(undated)["header"]["date-end"].startswith("2026-01-02")
