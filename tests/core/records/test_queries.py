"""Matches that are listed in pages, and those that a damaged file holds."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.core.records.forks import three_matches

from stackyard.errors import ArchiveError, RecordError, StackyardError
from stackyard.records import queries
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame

WAYS_ON = (
    "; `stackyard records salvage 2` prints what is left of it, `stackyard delete 2` deletes it"
)
BROKEN_TEXT = b"{\xff}"  # stored as text, and is no UTF-8


@pytest.fixture
def pages_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("header", "{}"),
        ("header", b"\xff"),
        ("header", 5),
        ("header", None),
        ("header", BROKEN_TEXT),
        ("comment", b"a comment"),
        ("comment", None),
        ("comment", BROKEN_TEXT),
    ],
)
def test_a_match_that_is_damaged_is_named_and_can_be_deleted(
    path: Path, game: WalkGame, column: str, value: object
) -> None:
    three_matches(path, game)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")  # or SQLite would not take the values
        kind = f"{column} TEXT NOT NULL"
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?)", [kind, column])
    cast = "CAST(? AS TEXT)" if value is BROKEN_TEXT else "?"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE matches SET {column} = {cast} WHERE id = 2", [value])
    archive = Archive(path)
    third, second, first = archive.entries()
    assert (third.record, first.record) == (
        replace(archive.record(3), turns=[]),
        replace(archive.record(1), turns=[]),
    )
    assert isinstance(second.record, RecordError)
    assert (second.number, second.turns, second.plies) == (2, 5, 5)
    with pytest.raises(RecordError, match="^match 2: it cannot be read: ") as caught:
        archive.record(2)
    assert str(caught.value) == str(second.record)
    assert str(caught.value).endswith(WAYS_ON)
    archive.delete([2])
    assert len(list(archive.entries())) == 2


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE matches SET header = '{}' WHERE id = 2",
        "UPDATE moves SET move = CAST(x'ff' AS TEXT) WHERE match = 2 AND ply = 2",
        "UPDATE moves SET move = x'ff' WHERE match = 2 AND ply = 2",
        "UPDATE moves SET ply = 'two' WHERE match = 2 AND ply = 2",
        "DELETE FROM moves WHERE match = 2 AND ply = 2",
        "DELETE FROM matches WHERE id = 2",
    ],
)
def test_records_that_are_read_together_are_those_that_are_read_one_by_one(
    path: Path, game: WalkGame, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_matches(path, game)
    archive = Archive(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    with pytest.raises(StackyardError) as alone:
        archive.record(2)
    for together in (1, 2, 50):
        monkeypatch.setattr("stackyard.records.archive.TOGETHER", together)
        first, second, third = archive.records([1, 2, 3])
        assert (first, third) == ((1, archive.record(1)), (3, archive.record(3)))
        assert second[0] == 2
        assert (type(second[1]), str(second[1])) == (type(alone.value), str(alone.value))


def test_the_numbers_of_matches_are_those_of_the_list_the_earliest_first(
    path: Path, game: WalkGame
) -> None:
    three_matches(path, game)
    archive = Archive(path)
    labelled = archive.add(replace(archive.record(1), id="another"), "arena")
    assert archive.numbers() == [1, 2, 3]
    assert archive.numbers(label="") == [1, 2, 3, labelled]
    assert archive.numbers(label="ar") == [labelled]
    assert archive.numbers("chess", "") == []
    assert archive.numbers(game.name) == [1, 2, 3]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("UPDATE moves SET move = x'ff' WHERE match = 2 AND ply = 2", "move 3 is missing"),
        ("UPDATE moves SET crc = x'ff' WHERE match = 2 AND ply = 2", "move 3 is missing"),
        ("UPDATE moves SET ply = x'ff' WHERE match = 2 AND ply = 2", "move 3 is missing"),
        ("UPDATE moves SET turn = x'ff' WHERE match = 2 AND ply = 2", "move 3 is missing"),
        ("UPDATE moves SET turn = 7 WHERE match = 2 AND ply = 4", "move 5 is missing"),
        ("DELETE FROM moves WHERE match = 2 AND ply = 2", "move 3 is missing or damaged"),
        ("DELETE FROM moves WHERE match = 2 AND ply = 0", "move 1 is missing or damaged"),
    ],
)
def test_a_match_whose_moves_are_damaged_is_refused_and_the_rest_can_be_salvaged(
    path: Path, game: WalkGame, change: str, place: str
) -> None:
    three_matches(path, game)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    archive = Archive(path)
    assert [entry.number for entry in archive.entries()] == [3, 2, 1]
    for use in (archive.record, lambda number: archive.resume(number, print)):
        with pytest.raises(RecordError, match=f"{re.escape(place)}.*{re.escape(WAYS_ON)}$"):
            use(2)
    left = archive.salvage(2)
    assert json.loads(left["match"]["header"])["game"] == "walk"
    assert (left["match"]["id"], left["match"]["comment"]) == (2, "a comment")
    assert (1, "c") in [(move["turn"], move["move"]) for move in left["moves"]]
    json.dumps(left, allow_nan=False)


def test_a_damaged_match_is_replaced_by_a_copy_of_its_record(path: Path, game: WalkGame) -> None:
    three_matches(path, game)
    archive = Archive(path)
    copy = archive.record(2)
    with pytest.raises(ArchiveError, match="^the archive holds it already, as match 2$"):
        archive.add(copy)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM moves WHERE match = 2 AND ply = 2")
    with pytest.raises(ArchiveError, match="2, which cannot be read; `stackyard delete 2` makes"):
        archive.add(copy)
    assert len(archive.salvage(2)["moves"]) == 4
    assert archive.settle(copy, "a label") == archive.record(2) == copy
    assert [entry.number for entry in archive.entries(label="")] == [3, 2, 1]


@pytest.mark.usefixtures("pages_of_two")
def test_matches_are_listed_past_many_that_are_damaged(path: Path, game: WalkGame) -> None:
    three_matches(path, game)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE matches SET header = '{', label = x'ff' WHERE id > 1")
    archive = Archive(path)
    assert [(e.number, isinstance(e.record, Record)) for e in archive.entries()] == [
        (3, False),
        (2, False),
        (1, True),
    ]
    assert [entry.number for entry in archive.entries(finished=False)] == [1]


@pytest.mark.usefixtures("pages_of_two")
def test_nobody_is_kept_from_writing_by_a_list_that_is_being_read(
    path: Path, game: WalkGame
) -> None:
    three_matches(path, game)
    entries = Archive(path).entries()
    assert next(entries).number == 3
    assert not Path(f"{path}-wal").exists()  # no connection is open
    hasty = Archive(path, patience=0.0)
    hasty.delete([1])
    hasty.add(record_of(Match(game)))
    assert [entry.number for entry in entries] == [2]
