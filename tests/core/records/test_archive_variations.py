"""The variations of matches in an archive."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.core.records.forks import three_matches

from stackyard.errors import ArchiveError, RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import Record, Variation
from stackyard.records.move_tree import tree_of

if TYPE_CHECKING:
    from tests.toy_games import WalkGame

BRANCHES = (Variation(0, ("c",), ("why",)), Variation(2, ("d", "a"), (), (Variation(3, ("b",)),)))


@pytest.fixture
def archive(path: Path, game: WalkGame) -> Archive:
    three_matches(path, game)
    return Archive(path)


@pytest.fixture
def varied(archive: Archive) -> Record:
    """The record of match 2, which has variations."""
    return archive.set_variations(2, archive.record(2), BRANCHES)


def test_variations_are_read_as_they_were_stored(archive: Archive, varied: Record) -> None:
    assert archive.record(2) == varied
    assert dict(archive.records([1, 2]))[2] == varied
    assert archive.record(1).variations == ()
    assert varied.variations == BRANCHES
    assert tree_of(varied).variations == BRANCHES


def test_a_record_with_variations_may_be_added_deleted_and_restored(
    archive: Archive, varied: Record
) -> None:
    copy = replace(varied, id="another")
    number = archive.add(copy)
    archive.delete([number])
    assert archive.restore([number]) == [number]
    assert archive.record(number) == copy


def test_variations_that_another_program_changed_are_not_overwritten(
    archive: Archive, varied: Record
) -> None:
    earlier = replace(varied, variations=())
    with pytest.raises(ArchiveError, match="another program has changed match 2"):
        archive.set_variations(2, earlier, [])
    assert archive.set_variations(2, varied, []) == earlier
    assert archive.record(2) == earlier


def test_variations_out_of_place_are_not_stored(archive: Archive, varied: Record) -> None:
    with pytest.raises(RecordError, match="can only after moves 0 to 5"):
        archive.set_variations(2, varied, [Variation(6, ("a",))])
    assert archive.record(2) == varied


def test_a_match_that_goes_on_keeps_its_variations(archive: Archive, varied: Record) -> None:
    match = archive.resume(2, print)
    match.play("a")
    assert archive.record(2).variations == BRANCHES
    # One who read the record before may still change them.
    archive.set_variations(2, varied, BRANCHES[:1])
    assert archive.record(2).plies == varied.plies + 1
    assert archive.record(2).variations == BRANCHES[:1]


def test_moves_taken_back_take_along_the_variations_that_leave_them(
    archive: Archive, varied: Record
) -> None:
    match = archive.resume(2, print)
    while match.ply > 2:
        match.undo()
    assert archive.record(2).variations == BRANCHES
    match.undo()
    assert archive.record(2).variations == BRANCHES[:1]
    match.undo()
    match.play("d")
    assert archive.record(2).variations == BRANCHES[:1]
    with pytest.raises(ArchiveError, match="another program has changed match 2"):
        archive.set_variations(2, varied, [])


def test_variations_of_other_moves_are_not_stored(archive: Archive, varied: Record) -> None:
    """They would continue moves that another program has meanwhile replaced."""
    bare = archive.set_variations(2, varied, [])
    match = archive.resume(2, print)
    match.undo()
    match.play("d")
    replaced = archive.record(2)
    assert (replaced.variations, replaced.plies) == (bare.variations, bare.plies)
    with pytest.raises(ArchiveError):
        archive.set_variations(2, bare, BRANCHES)
    assert archive.record(2) == replaced


@pytest.mark.parametrize(
    "damage",
    [
        "''",
        "5",
        "x'ff00'",
        "'[{\"ply\": 1}]'",
        '\'[{"ply": 99, "moves": ["a"]}]\'',
        "'[' || substr(hex(zeroblob(50000)), 1, 100000)",
        "replace(hex(zeroblob(9000)), '0', '[')",
    ],
)
def test_damaged_variations_are_named_and_moves_taken_back_all_the_same(
    damage: str, archive: Archive, path: Path
) -> None:
    match = archive.resume(2, print)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE matches SET variations = {damage} WHERE id = 2")
    with pytest.raises(RecordError, match="match 2: it cannot be read: .*records salvage 2"):
        archive.record(2)
    (one, two) = (outcome for _, outcome in archive.records([1, 2]))
    assert isinstance(one, Record)
    assert isinstance(two, RecordError)
    assert archive.salvage(2)["match"]["variations"] is not None
    match.undo()


def test_variations_that_could_not_be_read_are_not_stored(archive: Archive, varied: Record) -> None:
    long = Variation(0, ("c",), ("x" * 20_001,))
    with pytest.raises(RecordError, match="length <= 20000"):
        archive.set_variations(2, varied, [long])
    assert archive.record(2) == varied
