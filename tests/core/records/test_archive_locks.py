from __future__ import annotations

import errno
import fcntl
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.records.forks import three_matches
from tests.core.records.watched import CONNECT, Table, refusals

from stackyard.errors import ArchiveError
from stackyard.records.archive import Archive

if TYPE_CHECKING:
    from tests.toy_games import WalkGame

LOCKED = "is being written by another program that does not finish"
CANNOT_LOCK = (
    "is on a disk that cannot lock files, as some network drives; name another with "
    "STACKYARD_ARCHIVE"
)


@contextmanager
def locked(path: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Another program is in the middle of writing."""
    with closing(CONNECT(path, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        yield
        connection.rollback()


def test_a_locked_archive_is_told_once_and_the_match_goes_on(path: Path, game: WalkGame) -> None:
    table = Table(path, game)
    table.play("b")
    with locked(path):
        table.play("ca")
        table.match.undo()
        table.play("bcd")
        assert table.told == [f"Not kept: the archive {path} {LOCKED}."]
        assert table.kept.troubled
        assert table.archive.record(1).plies == 1
    table.play("b")
    assert table.told[1:] == ["Kept again, as match 1."]
    assert not table.kept.troubled
    assert table.is_kept()
    table.play("d")
    assert len(table.told) == 2
    assert table.is_kept()


def test_a_match_that_began_while_the_archive_was_locked_is_kept_later(
    path: Path, game: WalkGame
) -> None:
    Table(path, game).play("b")
    table = Table(path, game)
    with locked(path):
        table.play("bd")
        assert table.kept.number is None
    table.play("c")
    assert table.told[1:] == ["Kept again, as match 2."]
    assert table.is_kept()


def test_an_end_in_a_locked_archive_is_written_with_the_next_change(
    path: Path, game: WalkGame
) -> None:
    table = Table(path, game)
    table.play("b")
    with locked(path):
        table.match.resign()
    table.match.undo()
    table.match.resign()
    assert table.is_kept()


def test_what_was_taken_back_while_the_archive_was_locked_does_not_come_back(
    path: Path, game: WalkGame
) -> None:
    table = Table(path, game)
    table.play("bdc")
    with locked(path):
        for _ in range(3):
            table.match.undo()
        table.play("d")
    table.play("a")
    assert table.is_kept()
    assert table.archive.record(1).plies == 2


def test_each_trouble_is_told_anew(path: Path, game: WalkGame) -> None:
    table = Table(path, game)
    table.play("b")
    for _ in range(3):
        with locked(path):
            table.play("d")
        table.play("b")
    assert [sentence[:4] for sentence in table.told] == ["Not ", "Kept"] * 3


def test_whoever_plays_waits_once_for_each_trouble(
    path: Path, game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, waited = Table(path, game, patience=0.3), list[float]()

    def connect_to_it(path: Path, timeout: float, **named: Any) -> sqlite3.Connection:
        waited.append(timeout)
        connection: sqlite3.Connection = CONNECT(path, timeout=timeout, **named)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", connect_to_it)
        table.play("b")
        with locked(path):
            table.play("dbd")
        table.play("bd")
    assert waited == [0.3, 0.3, 0.1, 0.1, 0.1, 0.3]


def test_whoever_writes_waits_for_another_that_finishes(path: Path, game: WalkGame) -> None:
    table = Table(path, game, patience=30.0)
    table.play("b")
    with locked(path):
        playing = threading.Thread(target=table.play, args=["d"])
        playing.start()
        while table.match.ply < 2:  # it has made its move, and waits to write it
            pass
    playing.join()
    assert table.told == []
    assert table.is_kept()


def test_a_locked_archive_can_be_read(path: Path, game: WalkGame) -> None:
    Table(path, game).play("bd")
    archive = Archive(path, patience=0.0)
    with locked(path):
        assert next(archive.entries()).plies == archive.record(1).plies == 2
        with pytest.raises(ArchiveError, match=f"^the archive .* {LOCKED}$"):
            archive.annotate(1, "a comment")
        with pytest.raises(ArchiveError, match=f"^the archive .* {LOCKED}$"):
            archive.delete([1])


def test_an_archive_that_has_lost_its_log_can_be_read_while_another_reads_it(
    path: Path, game: WalkGame
) -> None:
    three_matches(path, game)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
        connection.execute("BEGIN")
        connection.execute("SELECT * FROM matches").fetchall()
        assert len(list(Archive(path, patience=0.0).entries())) == 3
        connection.rollback()
        assert len(list(Archive(path, patience=0.0).entries())) == 3
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_archive_that_is_locked_before_it_has_tables_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    with locked(path):
        assert refusals(path) == {LOCKED}
    assert list(Archive(path).entries()) == []


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_IOERR_LOCK, sqlite3.SQLITE_IOERR_SHMLOCK]
)
def test_a_disk_that_cannot_lock_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def fail(*_: object, **__: object) -> sqlite3.Connection:
        failure = sqlite3.OperationalError("locking protocol")
        failure.sqlite_errorcode = code
        raise failure

    monkeypatch.setattr(sqlite3, "connect", fail)
    assert refusals(path) == {CANNOT_LOCK}


def test_a_disk_without_locks_is_not_taken_for_a_busy_one(
    path: Path, game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls the archive locked there, as on a network drive without a lock service."""

    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    Table(path, game).play("b")
    monkeypatch.setattr(fcntl, "lockf", fail)
    with locked(path), pytest.raises(ArchiveError, match=CANNOT_LOCK):
        Archive(path, patience=0.0).annotate(1, "x")
