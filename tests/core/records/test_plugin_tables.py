"""Tables of plugins, whose rows go with the matches of an archive."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.core.records.archive.matches import imported

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive
from stackyard.records.plugin_tables import MatchTable


def moods(archive: Archive) -> MatchTable:
    return MatchTable(archive, "moods_faces", "face TEXT NOT NULL, PRIMARY KEY (match)")


def keep(archive: Archive, number: int, face: str) -> None:
    with moods(archive).writing() as connection:
        connection.execute("INSERT OR REPLACE INTO moods_faces VALUES (?, ?)", [number, face])


def faces(archive: Archive) -> list[tuple[int, str]]:
    with moods(archive).reading() as connection:
        return connection.execute("SELECT * FROM moods_faces ORDER BY match").fetchall()


@pytest.fixture
def archive(path: Path) -> Archive:
    """An archive with two matches."""
    archive = Archive(path)
    archive.add_all([imported(), imported(id="1a2b")])
    return archive


def test_rows_are_kept_beside_their_matches(archive: Archive) -> None:
    keep(archive, 1, "glad")
    keep(archive, 2, "sad")
    keep(archive, 1, "calm")
    assert faces(Archive(archive.path)) == [(1, "calm"), (2, "sad")]


def test_a_table_that_was_never_written_is_empty(path: Path) -> None:
    """Reading it makes neither a table nor a file."""
    assert faces(Archive(path)) == []
    assert not path.exists()
    Archive(path).add(imported())
    assert faces(Archive(path)) == []
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'moods_faces'")
        assert found.fetchone() is None


def test_rows_are_deleted_and_come_back_with_their_match(archive: Archive) -> None:
    """Without the table's plugin, whose rows the archive does not know."""
    keep(archive, 1, "glad")
    keep(archive, 2, "sad")
    archive.delete([1])
    assert faces(archive) == [(2, "sad")]
    archive.restore()
    assert faces(archive) == [(1, "glad"), (2, "sad")]


def test_rows_deleted_with_a_match_do_not_come_back_after_those_deleted_later(
    archive: Archive,
) -> None:
    keep(archive, 1, "glad")
    archive.delete([1])
    archive.restore()
    keep(archive, 1, "calm")
    archive.delete([1])
    archive.restore()
    assert faces(archive) == [(1, "calm")]


def test_a_backup_has_the_rows(archive: Archive, tmp_path: Path) -> None:
    keep(archive, 1, "glad")
    archive.backup(tmp_path / "copy.sqlite3")
    assert faces(Archive(tmp_path / "copy.sqlite3")) == [(1, "glad")]


def test_a_row_of_no_match_is_refused(archive: Archive) -> None:
    with pytest.raises(ArchiveError):
        keep(archive, 9, "glad")
    keep(archive, 1, "glad")
    assert faces(archive) == [(1, "glad")]


def test_an_error_of_the_caller_is_not_blamed_on_the_archive(archive: Archive) -> None:
    with pytest.raises(FileNotFoundError), moods(archive).writing():
        raise FileNotFoundError("no such picture")
    with pytest.raises(UnicodeDecodeError), moods(archive).reading():
        b"\xff".decode()
    keep(archive, 1, "glad")
    assert faces(archive) == [(1, "glad")]
