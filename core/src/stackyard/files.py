"""Files that are written completely or not at all, and folders for the user alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import BinaryIO


def make_private(folder: Path) -> None:
    """Make a folder, and those above it, where they are missing, for the user alone.

    Raises OSError if that fails.
    """
    if not folder.parent.exists():  # `Path.mkdir` would give the others what is usual
        make_private(folder.parent)
    folder.mkdir(0o700, exist_ok=True)


@contextmanager
def creating(path: Path) -> Iterator[BinaryIO]:
    """A new file, opened for writing; after an exception in the block there is none.

    Raises FileExistsError if there is one already, and OSError if it cannot be written. On return
    the file is on the disk, so that it survives a crash of the machine.
    """
    with _draft(path) as file:
        yield file
    _sync_folder(path.parent)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file opened for writing that takes the place of `path` when the block ends.

    After an exception in the block, or a crash of the machine at any moment, `path` has its former
    content or all of the new one. The file keeps its permissions, and a link still leads to it. A
    device or a pipe is written to. Raises OSError if it cannot be written.
    """
    place, mode = path.resolve(), None
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode
    if mode is not None:
        if not S_ISREG(mode):
            with path.open("wb") as file:
                yield file
            return
        place.open("r+b").close()  # without permission to write, no permission to replace
    draft = place.with_name(f".{os.urandom(8).hex()}.part")
    try:  # from before the draft is there: Ctrl-C may come at any moment
        with _draft(draft) as file:
            yield file
        if mode is not None:
            draft.chmod(S_IMODE(mode))
        draft.replace(place)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(place.parent)


@contextmanager
def _draft(path: Path) -> Iterator[BinaryIO]:
    """A new file whose content is on the disk on return; after an exception it is removed."""
    file = path.open("xb")
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:  # Ctrl-C, too
        path.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can."""
    if os.name != "posix":
        return
    with suppress(OSError):  # not every file system can, nor is every folder readable
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
