"""The connections to the file of an archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from stackyard.records.database import WRITING, Database

FULL = 2  # SQLite's number of the setting with which a commit waits for the disk


@pytest.mark.parametrize("how", ["DEFERRED", WRITING])
def test_a_commit_waits_for_the_disk(path: Path, how: str) -> None:
    """Without the setting a power cut takes moves that were already shown."""
    for _ in ("a new file", "one that is there"):
        with Database(path, patience=1.0).open(how) as connection:
            assert connection.execute("PRAGMA synchronous").fetchone() == (FULL,)
