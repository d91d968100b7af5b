"""The connections to the file of an archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from stackyard.records.archive import Archive
from stackyard.records.database import WRITING, Database

FULL = 2  # SQLite's number of the setting with which a commit waits for the disk


@pytest.mark.parametrize("how", ["DEFERRED", WRITING])
def test_a_commit_waits_for_the_disk(path: Path, how: str) -> None:
    """Without the setting a power cut takes moves that were already shown."""
    for _ in ("a new file", "one that is there"):
        with Database(path, patience=1.0).open(how) as connection:
            assert connection.execute("PRAGMA synchronous").fetchone() == (FULL,)


def test_the_log_of_an_archive_that_a_link_leads_to_is_seen(path: Path, tmp_path: Path) -> None:
    """With it, SQLite mends a last page that was written in part."""
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    archive = Archive(path)
    archive.setting("first", lambda: "in the file")
    with archive.held():
        archive.setting("name", lambda: "kept")  # stands in the log
        with path.open("ab") as file:
            file.write(b"a part of a page")
        assert Archive(link).setting("name", lambda: "lost") == "kept"
