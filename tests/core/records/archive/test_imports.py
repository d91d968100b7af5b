from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.core.records.archive.matches import imported, keep, moves

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.format import Ending, PlayedTurn, Record, decode, encode
from stackyard.records.reader import restore
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

RECORDS = {
    "bare": imported(),
    "without times": imported(turns=[PlayedTurn("white", ["b"]), PlayedTurn("black", ["c", "d"])]),
    "with some times": imported(
        turns=[PlayedTurn("white", ["b"], [0.5]), PlayedTurn("x", ["c", "d"], [2])]
    ),
    "with comments": imported(
        comment="two\nlines",
        turns=[
            PlayedTurn("x", ["b"], comment="bold"),
            PlayedTurn("y", ["c", "d"], [], "0123abcd", "so – so"),
        ],
    ),
    "finished": imported(result=Ending(None, "agreement", "enough"), seed=2**80, start="a"),
    "long": imported(turns=[PlayedTurn("x", [str(turn), "z"], [turn, 0]) for turn in range(200)]),
}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
def test_a_record_that_is_added_is_the_one_that_is_read(archive: Archive, record: Record) -> None:
    assert archive.record(archive.add(record)) == record
    assert decode(encode(archive.record(1))) == record
    assert next(archive.entries()).plies == record.plies


def test_a_match_is_added_once(archive: Archive, told: list[str], game: WalkGame) -> None:
    keep(archive, told, game, "bc")
    archive.add(imported())
    for record, number in ((archive.record(1), 1), (imported(comment="changed"), 2)):
        with pytest.raises(ArchiveError, match=f"^the archive holds it already, as match {number}"):
            archive.add(record)
    archive.delete([2])
    assert archive.add(imported()) == 3


def test_a_record_without_a_name_is_known_by_what_it_holds(archive: Archive) -> None:
    old = imported(id="", turns=[PlayedTurn("white", ["b"])])
    assert archive.add(old) == 1
    with pytest.raises(ArchiveError, match="as match 1"):
        archive.add(old)
    assert archive.add(replace(old, seed=5)) == 2
    named = archive.record(1)
    assert replace(named, id="") == old
    with pytest.raises(ArchiveError, match="as match 1"):
        archive.add(named)


def test_of_two_records_of_a_match_the_first_that_has_a_result_is_settled_upon(
    archive: Archive,
) -> None:
    won = imported(id="1", result=Ending("red", "resignation", "blue resigns"))
    unfinished, lost = replace(won, result=None, turns=[]), replace(won, seed=9)
    assert archive.settle(unfinished, "a label") == unfinished
    assert archive.settle(replace(unfinished, seed=9), "a label") == unfinished
    for record in (won, lost, unfinished):
        assert archive.settle(record, "a label") == won
        (entry,) = archive.entries(label="a label")
        assert archive.record(entry.number) == won
    archive.add(imported(id="2"))
    assert len(list(archive.entries(label=""))) == 2


def test_a_match_that_was_added_can_be_resumed(
    archive: Archive, told: list[str], game: WalkGame, tmp_path: Path
) -> None:
    keep(archive, told, game, "bc")
    other = Archive(tmp_path / "other.sqlite3")
    match = other.resume(other.add(archive.record(1)), told.append)
    match.play("d")
    assert (moves(other, 1), moves(archive, 1), told) == ("b cd", "b c", [])


def test_a_match_that_is_there_already_is_not_kept_twice(
    archive: Archive, told: list[str], game: WalkGame
) -> None:
    keep(archive, told, game, "b")
    match = restore(archive.record(1))
    archive.keep(match, told.append)
    for move in "cd":
        match.play(move)
    words = "the archive holds it already, as match 1; `stackyard resume 1` goes on with it"
    assert told == [f"Not kept: {words}."]
    assert moves(archive, 1) == "b"


def test_records_are_added_together_and_those_that_are_known_are_told(
    archive: Archive, known_walk: WalkMaker
) -> None:
    record = record_of(Match(known_walk("a 0 b")))
    other = replace(record, id="other")
    first, again, second = archive.add_all([record, record, other])
    assert (first, second) == (1, 2)
    assert isinstance(again, ArchiveError)
    assert str(again) == "the archive holds it already, as match 1"
    assert [archive.record(number) for number in archive.numbers()] == [record, other]


@pytest.mark.parametrize(
    "changes", [{"comment": "x" * 20_001}, {"turns": [PlayedTurn("white", ["b" * 201])]}]
)
def test_a_record_that_could_not_be_read_is_not_added(path: Path, changes: dict[str, Any]) -> None:
    archive = Archive(path)
    refused, added = archive.add_all([replace(imported(), **changes), imported(id="1a2b")])
    assert isinstance(refused, ArchiveError)
    assert "length <= 20" in str(refused)
    assert archive.numbers() == [added]
    assert archive.record(1).id == "1a2b"
