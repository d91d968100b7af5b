"""The SQLite file of an archive: tables, transactions and errors."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from stackyard.errors import ArchiveError
from stackyard.files import make_private
from stackyard.text import printable, quoted

WRITING = "IMMEDIATE"  # a transaction that will write
FORMAT = 2  # the number of these tables, in the file; raise it with a change
TABLES = """
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        uid TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        header TEXT NOT NULL,
        comment TEXT NOT NULL,
        variations TEXT NOT NULL,
        label TEXT NOT NULL,
        memo TEXT NOT NULL,
        revision INTEGER NOT NULL DEFAULT 0,
        checksum INTEGER NOT NULL,
        notes_checksum INTEGER NOT NULL
    );
    CREATE TABLE moves (
        match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        colour TEXT NOT NULL,
        move TEXT NOT NULL,
        seconds REAL,
        crc TEXT NOT NULL,
        comment TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (match, ply)
    ) WITHOUT ROWID;
    CREATE TABLE deleted_matches AS SELECT *, '' AS deleted FROM matches;
    CREATE TABLE deleted_moves AS SELECT * FROM moves;
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID
"""

ELSEWHERE = "name another with STACKYARD_ARCHIVE"
AWAY = f"move it away to begin a new one, or {ELSEWHERE}"
DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
UNLOCKABLE = {
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_IOERR_LOCK,
    sqlite3.SQLITE_IOERR_RDLOCK,
    sqlite3.SQLITE_IOERR_UNLOCK,
    sqlite3.SQLITE_IOERR_CHECKRESERVEDLOCK,
    sqlite3.SQLITE_IOERR_SHMLOCK,
}
EFFECTIVE = os.access in os.supports_effective_ids


class DamagedError(Exception):
    """The file is not an archive, or is damaged, although SQLite could read it."""


class Database:
    """The file at `path`; `patience` is the time in seconds to wait for another writer."""

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self.patience = patience

    @contextmanager
    def open(self, how: str = "DEFERRED", whole: bool = True) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction; errors of SQLite become an ArchiveError.

        Exceptions of the caller's own pass. Text that is not UTF-8 is read as bytes. A read-only
        file can be read, and one that was truncated unless it is to be `whole`.
        """
        is_open = False
        try:
            with self._connected(how) as connection:
                connection.text_factory = text_or_bytes
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                if whole:
                    self._check_length(connection)
                self._make_tables(connection)
                _use_log(connection)
                with connection:
                    connection.execute(f"BEGIN {how}")
                    is_open = True
                    yield connection
        except UnicodeEncodeError as failure:
            what = printable(quoted(failure.object))
            raise ArchiveError(f"{what} is no text that an archive can keep") from failure
        except (sqlite3.Error, OSError, UnicodeError, DamagedError) as failure:
            if is_open and not isinstance(failure, (sqlite3.Error, DamagedError)):
                raise
            raise ArchiveError(f"the archive {self.path} {_words(failure, self.path)}") from failure

    @contextmanager
    def _connected(self, how: str) -> Iterator[sqlite3.Connection]:
        """A connection to the file, or to an empty database in memory if there is none to read."""
        if self.path.exists() and not self.path.is_file():
            raise ArchiveError(
                f"the archive {self.path} is a folder or device, not a file; {ELSEWHERE}"
            )
        name, is_uri = str(self.path.absolute()), False  # also of a file called :memory:
        if how == WRITING:
            make_private(self.path.parent)
            if self.path.exists() and not is_writable(self.path):
                raise ArchiveError(
                    f"the archive {self.path} cannot be opened for writing (it is read-only); "
                    f"{ELSEWHERE}"
                )
            if not self.path.exists():  # it contains the secret behind all links
                os.close(os.open(self.path, os.O_CREAT, 0o600))
        elif not _size_of(self.path):
            name = ":memory:"
        elif not (is_writable(self.path) and is_writable(self.path.resolve().parent)):
            name, is_uri = self._read_only(), True
        connection = sqlite3.connect(name, timeout=self.patience, isolation_level=None, uri=is_uri)
        with closing(connection):
            yield connection

    def _read_only(self) -> str:
        """The URI of a file that cannot be written, or beside which no file can be made.

        SQLite would make an index of its log there, and with it a log if there is none.
        """
        path = self.path.resolve()
        log, index = Path(f"{path}-wal"), Path(f"{path}-shm")
        if not _size_of(log):
            return f"{path.as_uri()}?mode=ro&immutable=1"
        if not index.exists():
            raise ArchiveError(
                f"the archive {self.path} is read-only, and a program that was killed has left "
                f"{log.name} beside it: copy both into a folder of yours, and name the copy with "
                "STACKYARD_ARCHIVE"
            )
        return f"{path.as_uri()}?mode=ro"

    def _check_length(self, connection: sqlite3.Connection) -> None:
        """Refuse a truncated file: SQLite would read its last page as if the rest were empty."""
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        waiting = _size_of(Path(f"{self.path.resolve()}-wal"))  # written, in the log
        if _size_of(self.path) % page and not waiting:
            raise DamagedError("malformed: its end is missing")

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        """Make the tables of a new archive; any other file is left unchanged."""
        with connection:
            connection.execute("BEGIN")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        if tables and "matches" not in tables:
            raise DamagedError("not a database of Stackyard")
        if tables and version != FORMAT:
            raise ArchiveError(
                f"the archive {self.path} has format {version}, and this program reads format "
                f"{FORMAT}; {AWAY}"
            )
        if tables:
            return
        with connection:
            connection.execute(f"BEGIN {WRITING}")
            if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():  # still none
                for statement in TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {FORMAT}")


def is_writable(path: Path) -> bool:
    """Tell if this process may write a file, or make files in a folder."""
    return os.access(path, os.W_OK, effective_ids=EFFECTIVE)


def copy_checked(connection: sqlite3.Connection, path: Path) -> int:
    """Copy a database into an empty file, readable by its owner only; the number of matches.

    Raises DamagedError if the copy does not pass SQLite's check of its integrity, and ArchiveError
    if the disk is full: the archive itself is only read.
    """
    path.chmod(0o600)  # it contains the secret behind all links
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        try:
            connection.backup(copy)
        except sqlite3.OperationalError as failure:
            if failure.sqlite_errorcode not in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE}:
                raise
            raise ArchiveError("the copy cannot be written: the disk may be full") from failure
        copy.execute("PRAGMA journal_mode = DELETE")  # no log beside the file
        (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise DamagedError(f"malformed: {found}")
        (matches,) = copy.execute("SELECT count(*) FROM matches").fetchone()
    return int(matches)


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch to SQLite's write-ahead log, so that readers do not block; the file stores the mode.

    SQLite does not wait for other users of the file here; then the next connection switches it.
    """
    if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode = WAL")


def _size_of(path: Path) -> int:
    """The number of bytes in a file; 0 if it is not there."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def text_or_bytes(content: bytes) -> str | bytes:
    """A text in the file, or its bytes where a damaged file has no UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def _words(failure: sqlite3.Error | OSError | UnicodeError | DamagedError, path: Path) -> str:
    """The fault in words, with a remedy."""
    if isinstance(failure, OSError):
        return f"cannot be used: {failure.strerror}; {ELSEWHERE}"
    extended = getattr(failure, "sqlite_errorcode", 0)
    code = extended & 0xFF  # without the extended part
    if extended in UNLOCKABLE or (code == sqlite3.SQLITE_BUSY and not _can_lock(path.parent)):
        return f"is on a disk that cannot lock files, as some network drives; {ELSEWHERE}"
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "is being written by another program that does not finish"
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return f"cannot be written: the disk may be full ({failure})"
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return f"cannot be opened for writing ({failure}); {ELSEWHERE}"
    if code in DAMAGED or isinstance(failure, UnicodeError | DamagedError):
        return (
            f"is damaged or no archive ({failure}); `stackyard records recover {path} NEW` copies "
            f"what can be read, `stackyard records salvage MATCH` prints one match, or {AWAY}"
        )
    return f"cannot be used: {failure}; {ELSEWHERE}"


def _can_lock(folder: Path) -> bool:
    """Tell if files in a folder can be locked; SQLite takes a disk that refuses for a busy one."""
    try:
        import fcntl
    except ImportError:  # on Windows, which always can
        return True
    from tempfile import TemporaryFile  # an import that is slow, and seldom needed

    try:
        with TemporaryFile(dir=folder) as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as failure:
        return failure.errno not in {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}
    return True
