"""One server for an archive: two would each go on with their own copy of a match."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from stackyard.errors import ArchiveError


@contextmanager
def only_server(archive: Path) -> Iterator[None]:
    """Be the one server of an archive, until this ends or the process dies.

    Raises ArchiveError if there is one. A file of SQLite beside the archive is locked: that works
    wherever the archive itself does.
    """
    with closing(_locked(archive, Path(f"{archive}-server"))):
        yield


def _locked(archive: Path, lock: Path) -> sqlite3.Connection:
    try:
        lock.parent.mkdir(0o700, parents=True, exist_ok=True)
        os.close(os.open(lock, os.O_CREAT, 0o600))
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as failure:
        if getattr(failure, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
            raise ArchiveError(f"{lock} cannot be used: {failure}") from failure
        raise ArchiveError(
            f"another `stackyard serve` uses the archive {archive}: end it, or name another "
            "archive with STACKYARD_ARCHIVE"
        ) from failure
    except OSError as failure:
        raise ArchiveError(f"{lock} cannot be used: {failure.strerror}") from failure
    return connection
