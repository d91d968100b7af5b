"""The SQLite file of an archive: tables, transactions and errors."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from stackyard.errors import ArchiveError
from stackyard.records.readonly import is_sealed, is_writable, other_kind, reading, size_of

WRITING = "IMMEDIATE"  # a transaction that will write

# The migration from each version of the tables to the next.
MIGRATIONS = (
    """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        head TEXT NOT NULL,
        comment TEXT NOT NULL DEFAULT '',
        revision INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE moves (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        colour TEXT NOT NULL,
        move TEXT NOT NULL,
        seconds REAL,
        crc TEXT NOT NULL,
        comment TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (match, ply)
    ) WITHOUT ROWID
    """,
    "ALTER TABLE matches ADD COLUMN label TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "ALTER TABLE matches ADD COLUMN memo TEXT NOT NULL DEFAULT ''",
    """
    CREATE TABLE deleted_matches AS
        SELECT id, uid, game, head, comment, revision, label, memo, '' AS deleted
        FROM matches WHERE 0;
    CREATE TABLE deleted_moves AS
        SELECT match, ply, turn, colour, move, seconds, crc, comment FROM moves WHERE 0;
    INSERT OR IGNORE INTO settings
        SELECT 'last number', seq FROM sqlite_sequence WHERE name = 'matches'
    """,
    """
    ALTER TABLE matches ADD COLUMN variations TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE deleted_matches ADD COLUMN variations TEXT NOT NULL DEFAULT '[]'
    """,
    """
    CREATE TABLE assessments (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        crc TEXT NOT NULL,
        engines TEXT NOT NULL,
        made TEXT NOT NULL,
        assessment TEXT NOT NULL,
        PRIMARY KEY (match, ply)
    ) WITHOUT ROWID
    """,
)

ELSEWHERE = "name another with STACKYARD_ARCHIVE"
DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}


class DamagedError(Exception):
    """The file is not an archive, or is damaged, although SQLite could read it."""


class Database:
    """The file at `path`; `patience` is the time in seconds to wait for another writer."""

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self.patience = patience

    @contextmanager
    def open(self, how: str = "DEFERRED") -> Iterator[sqlite3.Connection]:
        """A connection in a transaction; errors of SQLite become an ArchiveError.

        Text that is not UTF-8 is read as bytes. A read-only file can be read.
        """
        try:
            with self._connected(how) as connection:
                connection.text_factory = _text
                connection.execute("PRAGMA foreign_keys = ON")
                self._check_length(connection)
                self._migrate(connection)
                _use_log(connection)
                with _Transaction(connection, how):
                    yield connection
        except (sqlite3.Error, OSError, UnicodeError, DamagedError) as failure:
            raise ArchiveError(f"the archive {self.path} {_words(failure)}") from failure

    @contextmanager
    def _connected(self, how: str) -> Iterator[sqlite3.Connection]:
        """A connection to the file, or to an empty database in memory if no file can be read."""
        kind = other_kind(self.path)
        if kind:
            raise ArchiveError(f"the archive {self.path} is {kind}, not a file; {ELSEWHERE}")
        if how == WRITING:
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            if self.path.exists() and not is_writable(self.path):
                raise ArchiveError(
                    f"the archive {self.path} cannot be opened for writing (it is read-only); "
                    f"{ELSEWHERE}"
                )
            if not self.path.exists():  # it contains the secret behind all links
                os.close(os.open(self.path, os.O_CREAT, 0o600))
        elif is_sealed(self.path):
            with reading(self.path, self.patience) as connection, _changeable(connection) as copy:
                yield copy
            return
        path = self.path if how == WRITING or self.path.exists() else ":memory:"
        connection = sqlite3.connect(path, timeout=self.patience, isolation_level=None)
        with closing(connection):
            connection.execute("PRAGMA synchronous = FULL")
            yield connection

    def _check_length(self, connection: sqlite3.Connection) -> None:
        """Refuse a truncated file: SQLite would read its last page as if the rest were empty."""
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        waiting = size_of(Path(f"{self.path}-wal"))  # written, but perhaps still in the log
        if size_of(self.path) % page and not waiting:
            raise DamagedError("malformed: its end is missing")

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Migrate the tables to the current version; any file but an archive is left unchanged."""
        with _Transaction(connection, "DEFERRED"):
            version = _version(connection)
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        if tables and "matches" not in tables:
            raise DamagedError("not a database of Stackyard")
        if version > len(MIGRATIONS):
            raise ArchiveError(
                f"the archive {self.path} has version {version}, and this program knows those up "
                f"to {len(MIGRATIONS)}: it was written by a newer Stackyard"
            )
        if version == len(MIGRATIONS):
            return
        with _Transaction(connection, WRITING):
            for script in MIGRATIONS[
                _version(connection) :
            ]:  # no other program has migrated it meanwhile
                for statement in script.split(";"):
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def copy_checked(connection: sqlite3.Connection, path: Path) -> int:
    """Copy a database into an empty file, readable by its owner only; the number of matches.

    Raises DamagedError if the copy does not pass SQLite's check of its integrity.
    """
    path.chmod(0o600)  # it contains the secret behind all links
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # no log beside the file
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise DamagedError(f"malformed: {found}")
        (matches,) = copy.execute("SELECT count(*) FROM matches").fetchone()
    return int(matches)


class _Transaction:
    """Commits when the block ends, and rolls back after an exception.

    No generator: one that a signal stops between its start and the block would roll back when it
    is collected, perhaps after the connection was closed.
    """

    def __init__(self, connection: sqlite3.Connection, how: str) -> None:
        self.connection = connection
        self.how = how

    def __enter__(self) -> None:
        self.connection.execute(f"BEGIN {self.how}")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.connection.commit()
        else:
            self.connection.rollback()


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch to SQLite's write-ahead log, so that readers do not block; the file stores the mode.

    SQLite does not wait for other users of the file here; then the next connection switches it.
    """
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")


@contextmanager
def _changeable(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The database if its tables are current, else a copy in memory that can be migrated."""
    if _version(connection) >= len(MIGRATIONS):
        yield connection
        return
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
        connection.backup(copy)
        yield copy


def _text(content: bytes) -> str | bytes:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _words(failure: sqlite3.Error | OSError | UnicodeError | DamagedError) -> str:
    """The fault in words, with a remedy."""
    if isinstance(failure, OSError):
        return f"cannot be used: {failure.strerror}; {ELSEWHERE}"
    code = getattr(failure, "sqlite_errorcode", 0) & 0xFF  # without the extended part
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "is being written by another program that does not finish"
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return f"cannot be written: the disk may be full ({failure})"
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return f"cannot be opened for writing ({failure}); {ELSEWHERE}"
    if code in DAMAGED or isinstance(failure, UnicodeError | DamagedError):
        return (
            f"is damaged or no archive ({failure}); move it away to begin a new one, or {ELSEWHERE}"
        )
    return f"cannot be used: {failure}; {ELSEWHERE}"
