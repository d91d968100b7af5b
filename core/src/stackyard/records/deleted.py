"""Deleted matches: their rows stay in tables of their own for a while, and can be brought back.

The rows of a table `x` of moves, or of a plugin (`stackyard.records.plugin_tables`), stay in
`deleted_x`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from stackyard.errors import ArchiveError
from stackyard.records.queries import unknown

DAYS = 30  # that a deleted match stays

_DELETE = "INSERT INTO deleted_matches SELECT *, :now FROM matches WHERE id = :match"
_RESTORE = """
    INSERT INTO matches SELECT
        id, uid, game, header, comment, variations, label, memo, revision, checksum, notes_checksum
    FROM deleted_matches WHERE id = :match
"""
_AGAIN = """
    SELECT there.id FROM matches there JOIN deleted_matches deleted
    ON deleted.id = :match AND (there.uid = deleted.uid OR there.id = deleted.id)
"""
_COPY = 'INSERT INTO "{to}" SELECT * FROM "{table}" WHERE match = :match'
_FORGET = 'DELETE FROM "deleted_{table}" WHERE match = ?'
_TABLES = """
    SELECT substr(name, 9) FROM sqlite_master
    WHERE type = 'table' AND name GLOB 'deleted_*' AND name != 'deleted_matches'
"""
_LATEST = """
    SELECT id FROM deleted_matches
    WHERE deleted = (SELECT max(deleted) FROM deleted_matches) ORDER BY id
"""
_NOW = "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now', ?)"  # plus a number of days


def delete_matches(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Move the rows of matches to those of the deleted; ArchiveError if one does not exist."""
    (now,) = connection.execute(_NOW, ["0 days"]).fetchone()
    (then,) = connection.execute(_NOW, [f"-{DAYS} days"]).fetchone()
    tables = _tables(connection)
    for number in set(numbers):
        which = {"match": str(number), "now": now}  # an int may be too large for SQLite
        _forget(connection, number, tables)  # deleted before, and written again
        for table in tables:
            connection.execute(_COPY.format(table=table, to=f"deleted_{table}"), which)
        connection.execute(_DELETE, which)
        if not connection.execute("DELETE FROM matches WHERE id = :match", which).rowcount:
            raise unknown(number)
    old = connection.execute("SELECT id FROM deleted_matches WHERE deleted < ?", [then])
    for (number,) in old.fetchall():
        _forget(connection, number, tables)


def restore_matches(connection: sqlite3.Connection, numbers: Iterable[int]) -> list[int]:
    """Bring deleted matches back under their numbers, which are returned.

    Without numbers, these are the matches of the latest deletion. ArchiveError if a match is not
    among the deleted, or is in the archive again.
    """
    chosen = sorted(set(numbers)) or [number for (number,) in connection.execute(_LATEST)]
    if not chosen:
        raise ArchiveError(f"no match was deleted in the last {DAYS} days")
    tables = _tables(connection)
    for number in chosen:
        which = {"match": str(number)}
        try:
            found = connection.execute(_RESTORE, which).rowcount
        except sqlite3.IntegrityError:
            (there,) = connection.execute(_AGAIN, which).fetchone()
            words = f"match {number} is in the archive again, as match {there}"
            others = " ".join([str(other) for other in chosen if other != number])
            if others:
                words += f"; `stackyard delete --undo {others}` brings back the rest"
            raise ArchiveError(words) from None
        if not found:
            raise ArchiveError(f"match {number} was not deleted in the last {DAYS} days")
        for table in tables:
            connection.execute(_COPY.format(table=f"deleted_{table}", to=table), which)
        _forget(connection, number, tables)
    return chosen


def _forget(connection: sqlite3.Connection, number: int, tables: Sequence[str]) -> None:
    """Remove a deleted match for good."""
    for table in tables:
        connection.execute(_FORGET.format(table=table), [str(number)])
    connection.execute("DELETE FROM deleted_matches WHERE id = ?", [str(number)])


def _tables(connection: sqlite3.Connection) -> list[str]:
    """The tables whose rows belong to matches: that of moves, and those of plugins."""
    return [name for (name,) in connection.execute(_TABLES)]
