"""Read an archive without write permission, and leave no files beside it.

SQLite reads a file with a write-ahead log only where it can make two more files next to it. Where
it cannot, or where these would stay and be in the owner's way, the file is opened in other ways.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

EFFECTIVE = os.access in os.supports_effective_ids


def is_sealed(path: Path) -> bool:
    """Whether a file that is there cannot be written, or no file beside it."""
    return path.exists() and not (is_writable(path) and is_writable(path.resolve().parent))


def is_writable(path: Path) -> bool:
    """Whether this process may write a file, or make files in a folder."""
    return os.access(path, os.W_OK, effective_ids=EFFECTIVE)


def other_kind(path: Path) -> str:
    """The kind of a thing that is there and is no regular file, such as a folder; else empty."""
    try:
        mode = path.stat().st_mode
    except OSError:  # not there, or out of reach
        return ""
    kinds = (
        (stat.S_ISREG, ""),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((words for is_kind, words in kinds if is_kind(mode)), "a device")


def size_of(path: Path) -> int:
    """How many bytes a file has; 0 if it is not there."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


@contextmanager
def reading(path: Path, patience: float) -> Iterator[sqlite3.Connection]:
    """A connection that reads a sealed file, with what a program has written beside it.

    That lies in a log while the program runs, or after it was killed. Where SQLite could not read
    it in its place, it reads a copy.
    """
    path = path.resolve()
    log, journal = Path(f"{path}-wal"), Path(f"{path}-journal")
    waiting = [file for file in (log, journal) if size_of(file)]
    if not waiting:
        connection = _connect(path, patience, "mode=ro&immutable=1")
    elif waiting == [log] and Path(f"{path}-shm").exists():
        connection = _connect(path, patience, "mode=ro")
    else:
        with TemporaryDirectory() as folder:
            for file in (path, *waiting):
                shutil.copyfile(file, Path(folder, file.name))
            with closing(_connect(Path(folder, path.name), patience, "mode=rw")) as connection:
                yield connection
        return
    with closing(connection):
        yield connection


def _connect(path: Path, patience: float, how: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.as_uri()}?{how}", timeout=patience, isolation_level=None, uri=True
    )
