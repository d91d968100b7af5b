"""A plugin's own table in an archive, whose rows belong to matches.

The archive carries the rows along without knowing them: they go with a deleted match, come back
with it, and are in a backup. Where the plugin is absent they stay untouched. A record does not have
them, so neither does an exported match.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from stackyard.records.archive import Archive
from stackyard.records.database import WRITING

_FOUND = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
_EMPTY = "CREATE TEMP TABLE {name} (match, {columns})"
_MAKE = """
    CREATE TABLE IF NOT EXISTS {name} (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, {columns}
    )
"""
_MAKE_DELETED = "CREATE TABLE IF NOT EXISTS deleted_{name} AS SELECT * FROM {name}"


class MatchTable:
    """A table of a plugin in the file of an archive, made by the first write.

    `name` begins with the plugin's name and an underscore. `columns` are those after the first, in
    SQLite's language: the first is `match`, the number of the match. Who changes them takes another
    name. Rows are best found by a primary key that begins with `match`.
    """

    def __init__(self, archive: Archive, name: str, columns: str) -> None:
        self.name = name
        self._columns = columns
        self._database = archive.database

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with; a table that was never written is empty.

        ArchiveError if the file cannot be used.
        """
        with self._database.open() as connection:
            if connection.execute(_FOUND, [self.name]).fetchone() is None:
                connection.execute(_EMPTY.format(name=self.name, columns=self._columns))
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection to read and write with, in one transaction.

        SQLite refuses rows of a match that the archive does not have. ArchiveError if the file
        cannot be used.
        """
        with self._database.open(WRITING) as connection:
            connection.execute(_MAKE.format(name=self.name, columns=self._columns))
            connection.execute(_MAKE_DELETED.format(name=self.name))
            yield connection
