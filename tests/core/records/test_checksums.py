"""No damaged byte of an archive passes as a record."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.core.records.forks import FORKS

from stackyard.errors import ArchiveError, RecordError, StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Ending, PlayedTurn, Record, Variation
from stackyard.records.writer import record_of
from stackyard.turnloop.match import Match

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

# What belongs to the record; the rest serves programs and lists.
OF_MATCHES = ("uid", "game", "header", "comment", "variations", "checksum", "notes_checksum")
OF_MOVES = ("ply", "turn", "colour", "move", "seconds", "crc", "comment", "checksum")


@pytest.fixture
def archive(path: Path, game: WalkGame) -> Archive:
    """Match 1 has everything that a record can have; match 2 is bare; both are of five moves."""
    archive = Archive(path)
    match = Match(game, repetition=0, seed=7, terms={"clock": "300+5"})
    for move in "bcacb":
        match.play(move)
    whole = record_of(match)
    turns = [
        replace(turn, seconds=[number + 0.125], comment=f"turn {number}")
        for number, turn in enumerate(whole.turns)
    ]
    archive.add(
        replace(
            whole,
            turns=turns,
            comment="on the match",
            result=Ending("white", "resignation", "black resigns"),
            variations=(Variation(1, ("d", "a"), ("better", "")),),
        )
    )
    archive.add(replace(whole, id="bare"))
    return archive


def change(archive: Archive, statement: str, values: list[Any]) -> None:
    with closing(sqlite3.connect(archive.path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute(statement, values)


def stored(archive: Archive, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(archive.path)) as connection:
        return connection.execute(query).fetchall()


def neighbours(value: Any) -> list[Any]:
    """Values that differ from this one by a little damage."""
    if isinstance(value, int | float):
        return [value + 1, value - 1, -value - 1, None, "x", b"\xff"]
    places = {0, len(value) // 2, len(value) - 1}
    flipped = [f"{value[:at]}{chr(ord(value[at]) ^ 1)}{value[at + 1 :]}" for at in places if value]
    return [*flipped, value + " ", value[:-1] if value else "x", value.encode(), 5]


def is_refused(archive: Archive) -> bool:
    """Tell if match 1 is refused by its name; what is left of it and the other match are read."""
    with pytest.raises(RecordError, match="^match 1: it cannot be read: "):
        archive.record(1)
    assert archive.salvage(1)["match"]["id"] == 1
    return isinstance(dict(archive.records([1, 2]))[2], Record)


@pytest.mark.parametrize("column", OF_MATCHES)
def test_a_change_in_the_row_of_a_match_is_noticed(archive: Archive, column: str) -> None:
    right = archive.record(1)
    ((value,),) = stored(archive, f"SELECT {column} FROM matches WHERE id = 1")
    for damaged in neighbours(value):
        try:
            change(archive, f"UPDATE matches SET {column} = ? WHERE id = 1", [damaged])
        except sqlite3.IntegrityError:
            continue  # SQLite itself refuses it
        assert stored(archive, f"SELECT {column} FROM matches WHERE id = 1") != [(value,)]
        assert is_refused(archive), damaged
        listed = next(entry for entry in archive.entries() if entry.number == 1)
        assert isinstance(listed.record, RecordError)
        change(archive, f"UPDATE matches SET {column} = ? WHERE id = 1", [value])
    assert archive.record(1) == right


@pytest.mark.parametrize("ply", [0, 2, 4])
@pytest.mark.parametrize("column", OF_MOVES)
def test_a_change_in_the_row_of_a_move_is_noticed(archive: Archive, column: str, ply: int) -> None:
    right = archive.record(1)
    ((value,),) = stored(archive, f"SELECT {column} FROM moves WHERE match = 1 AND ply = {ply}")
    ((before,),) = stored(archive, "SELECT count(*) FROM moves WHERE match = 1")
    for damaged in neighbours(value):
        if column == "ply" and damaged in range(5):
            continue  # of another move
        try:
            change(
                archive,
                f"UPDATE moves SET {column} = ? WHERE match = 1 AND ply = ?",
                [damaged, ply],
            )
        except sqlite3.IntegrityError:
            continue
        assert is_refused(archive), damaged
        place = damaged if column == "ply" else ply
        change(
            archive, f"UPDATE moves SET {column} = ? WHERE match = 1 AND ply IS ?", [value, place]
        )
        ((after,),) = stored(archive, "SELECT count(*) FROM moves WHERE match = 1")
        assert after == before
    assert archive.record(1) == right


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM moves WHERE match = 1 AND ply = 4",
        "DELETE FROM moves WHERE match = 1 AND ply = 0",
        "DELETE FROM moves WHERE match = 1",
        "INSERT INTO moves SELECT 1, 5, turn, colour, move, seconds, crc, comment, checksum "
        "FROM moves WHERE match = 2 AND ply = 4",
        "UPDATE moves SET ply = 9 - ply WHERE match = 1 AND ply IN (2, 3)",
    ],
)
def test_moves_that_are_lost_or_of_another_match_are_noticed(archive: Archive, damage: str) -> None:
    change(archive, damage, [])
    assert is_refused(archive)


def test_no_flipped_byte_of_the_file_passes_as_a_record(archive: Archive) -> None:
    """A byte in a free place, in a list's column or in a number of a match changes no record."""
    content = archive.path.read_bytes()
    right = {number: archive.record(number) for number in (1, 2)}
    refused = 0
    for place in range(0, len(content), 53):
        damaged = bytearray(content)
        damaged[place] ^= 1 << place % 8
        archive.path.write_bytes(damaged)
        for number in (1, 2):
            try:
                found = archive.record(number)
            except StackyardError:
                refused += 1
            else:
                assert found == right[number], place
    assert refused > 20


def test_a_record_stays_whole_through_all_that_changes_it(path: Path, game: WalkGame) -> None:
    archive = Archive(path)
    match = Match(game, repetition=0)
    archive.keep(match, pytest.fail)

    def right() -> Record:
        found = archive.record(1)
        moves = [move for turn in found.turns for move in turn.moves]
        assert moves == [move for turn in record_of(match).turns for move in turn.moves]
        listed = next(archive.entries()).record
        assert listed == replace(found, turns=[], variations=())
        return found

    for move in "bcac":
        match.play(move)
        right()
    archive.annotate(1, "in the middle", 2)
    archive.annotate(1, "on the match")
    branches = (Variation(1, ("d",)), Variation(3, ("b",)))
    archive.set_variations(1, right(), branches)
    match.play("b")
    found = right()
    assert (found.comment, found.turns[1].comment) == ("on the match", "in the middle")
    assert found.variations == branches
    match.undo(2)
    found = right()
    assert (found.turns[1].comment, found.variations) == ("in the middle", branches[:1])
    match.undo(0)
    assert right().turns == []
    match.play("d")
    match.resign()
    assert right().result is not None
    archive.delete([1])
    archive.restore()
    right()


@pytest.mark.parametrize(
    "damage",
    [
        *("seconds = 7", "crc = 'x'", "checksum = 7", "checksum = 'x'", "checksum = x'ff'"),
        *("checksum = -1", "checksum = 1 << 60", "ply = 7"),
    ],
)
def test_damage_is_not_hidden_by_what_is_written_afterwards(
    path: Path, game: WalkGame, damage: str
) -> None:
    archive, told = Archive(path), list[str]()
    match = Match(game, repetition=0)
    archive.keep(match, told.append)
    for move in "bca":
        match.play(move)
    change(archive, f"UPDATE moves SET {damage} WHERE match = 1 AND ply = 2", [])
    match.play("c")
    for ply in (None, 1):
        with pytest.raises(RecordError, match="move 3 is missing or damaged"):
            archive.annotate(1, "x", ply)
    with pytest.raises(RecordError, match="move 3 is missing or damaged"):
        archive.record(1)
    match.undo(2)  # the damaged move is taken back
    assert archive.record(1).plies == 2
    assert told == []


def test_damaged_notes_outlast_further_moves(path: Path, game: WalkGame) -> None:
    archive = Archive(path)
    match = Match(game, repetition=0)
    archive.keep(match, pytest.fail)
    match.play("b")
    change(archive, "UPDATE matches SET comment = 'x'", [])
    match.play("c")
    match.undo()
    with pytest.raises(RecordError, match="its comment or its variations are damaged"):
        archive.record(1)
    assert archive.salvage(1)["match"]["comment"] == "x"


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e9])
def test_absurd_seconds_are_not_added(archive: Archive, seconds: float) -> None:
    turn = PlayedTurn("white", ["b"], [seconds])
    record = replace(archive.record(2), id="absurd", turns=[turn])
    with pytest.raises(ArchiveError, match=r"turns\[0\].seconds\[0\]"):
        archive.add(record)
    with pytest.raises(ArchiveError, match="there is no match 3"):
        archive.record(3)


def test_seconds_are_read_as_they_were_added(archive: Archive) -> None:
    turn = PlayedTurn("white", ["b", "c", "d", "a"], [-0.0, 2, 0.1])
    record = replace(archive.record(2), id="zero", turns=[turn])
    assert archive.record(archive.add(record)) == record


def test_a_move_that_was_thought_about_for_years_is_kept_with_a_year(
    path: Path, known_walk: WalkMaker
) -> None:
    """A match whose clock ran on may be resumed after years."""
    archive = Archive(path)
    match = Match(known_walk(*FORKS), repetition=0)
    archive.keep(match, pytest.fail)
    match.add_elapsed(1e9)
    match.play("b")
    (turn,) = archive.record(1).turns
    assert turn.seconds == [366 * 86_400.0] == record_of(match).turns[0].seconds
