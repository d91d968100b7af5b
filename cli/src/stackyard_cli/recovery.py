"""A new archive of all that can be read in a damaged one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stackyard.errors import ArchiveError, StackyardError
from stackyard.files import creating
from stackyard.records.archive import PATIENCE, Archive
from stackyard.records.database import WRITING, Database
from stackyard.records.match_rows import LABELLED
from stackyard_cli.sqlite_pages import Row, rows_of

# Deleted matches are left out, and so are the tables of plugins, which these make of matches.
_MATCH = "INSERT OR IGNORE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_MOVE = "INSERT OR IGNORE INTO moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SETTING = "INSERT OR IGNORE INTO settings VALUES (?, ?)"
_COUNTERS = {"last number": (1, LABELLED - 1), "last labelled number": (LABELLED, 2**63 - 1)}
_COUNT = """
    INSERT OR REPLACE INTO settings SELECT :name, max(
        :first - 1,
        coalesce((SELECT max(id) FROM matches WHERE id BETWEEN :first AND :last), 0),
        coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE name = :name), 0)
    )
"""


def recover(old: Path, new: Path) -> tuple[int, int]:
    """Write a new archive, as a new file; the number of its matches, and of the damaged among them.

    The rows of a match are as they stand, so a damaged one is refused in the new archive, too.
    Raises ArchiveError if there is no match, and OSError if a file cannot be read or written.
    """
    with creating(new):
        new.chmod(0o600)  # it contains the secret behind all links
        with Database(new, PATIENCE).open(WRITING) as connection:
            connection.execute("PRAGMA defer_foreign_keys = ON")
            for row in rows_of(old):
                _insert(connection, row)
            connection.execute("DELETE FROM moves WHERE match NOT IN (SELECT id FROM matches)")
            for name, (first, last) in _COUNTERS.items():
                connection.execute(_COUNT, {"name": name, "first": first, "last": last})
        archive = Archive(new)
        numbers = archive.numbers(label="")
        if not numbers:
            raise ArchiveError(f"no match can be read in {old}")
        records = archive.records(numbers)
        return len(numbers), sum([isinstance(found, StackyardError) for _, found in records])


def _insert(connection: sqlite3.Connection, row: Row) -> None:
    """Insert a row into the table that its columns and its row id tell, if there is one."""
    match row.number, row.values:
        case int(), [_, *rest] if len(rest) == 10:
            connection.execute(_MATCH, [row.number, *rest])
        case None, values if len(values) == 9:
            connection.execute(_MOVE, values)
        case None, [_, str()]:  # the index of matches by their ids has numbers there
            connection.execute(_SETTING, row.values)
