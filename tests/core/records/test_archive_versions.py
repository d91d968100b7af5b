from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.core.records.forks import three_matches
from tests.core.records.watched import Table, refusals

from stackyard.errors import ArchiveError
from stackyard.records import database as database_module
from stackyard.records.archive import Archive

if TYPE_CHECKING:
    from tests.toy_games import WalkGame


def test_an_archive_of_a_newer_version_is_refused(
    path: Path, game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        steps = (*database_module.MIGRATIONS, "ALTER TABLE matches ADD COLUMN mood TEXT")
        patch.setattr(database_module, "MIGRATIONS", steps)
        three_matches(path, game)
    content, known = path.read_bytes(), len(database_module.MIGRATIONS)
    assert refusals(path) == {
        f"has version {known + 1}, and this program knows those up to {known}: it was written by a "
        "newer Stackyard"
    }
    table = Table(path, game)
    table.play("bd")
    assert len(table.told) == 1
    assert path.read_bytes() == content


def test_an_archive_of_an_older_version_is_brought_up_to_date(
    path: Path, game: WalkGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_matches(path, game)
    records = [Archive(path).record(number) for number in (1, 2, 3)]
    known = database_module.MIGRATIONS
    steps = (
        *known,
        "ALTER TABLE matches ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine'; DROP TABLE moods",
        "UPDATE matches SET mood = 'good'",
    )
    monkeypatch.setattr(database_module, "MIGRATIONS", steps)
    with pytest.raises(ArchiveError, match="no such table: moods"):
        next(Archive(path).entries())
    *earlier, broken, last = steps
    monkeypatch.setattr(database_module, "MIGRATIONS", (*earlier, broken.split(";")[0], last))
    assert [Archive(path).record(number) for number in (1, 2, 3)] == records
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT DISTINCT mood FROM matches").fetchall() == [("good",)]
        assert connection.execute("PRAGMA user_version").fetchone() == (len(steps),)
    table = Table(path, game)
    table.play("bd")
    assert (table.kept.number, table.told) == (4, [])


def test_several_programs_may_bring_an_archive_up_to_date_at_once(
    path: Path, game: WalkGame
) -> None:
    start, told = threading.Barrier(4), list[str]()

    def play() -> None:
        table = Table(path, game, patience=30.0)
        start.wait()
        table.play("bdb")
        told.extend(table.told)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == []
    assert [entry.plies for entry in Archive(path).entries()] == [3] * 4
