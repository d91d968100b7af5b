"""Allows one server for each archive; two would play on with separate copies of a match."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from stackyard.errors import ArchiveError
from stackyard.files import make_private


@contextmanager
def server_lock(archive: Path) -> Iterator[None]:
    """Hold the lock of an archive until the context or the process ends.

    Raises ArchiveError if another server holds it. The lock is on an SQLite file beside the
    archive, so it works wherever the archive does.
    """
    with closing(_locked(archive, Path(f"{archive}-server"))):
        yield


def _locked(archive: Path, lock: Path) -> sqlite3.Connection:
    try:
        make_private(lock.parent)
        os.close(os.open(lock, os.O_CREAT, 0o600))
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            connection.close()
            raise
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
