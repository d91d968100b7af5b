"""Writing files completely or not at all."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from stat import S_IMODE, S_ISREG

import click

# Open files: written to, never replaced.
STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")


def refuse_existing(option: str, path: str | None, force: bool) -> None:
    """Refuse to overwrite an existing file, before any work is done, unless with `force`."""
    if path is None or path == "-" or force or path.startswith(STREAMS):
        return
    if Path(path).is_file():
        raise click.UsageError(
            f"{option} {path}: that file exists; name another, or write over it with --force"
        )


force_option = click.option("--force", is_flag=True, help="Write over a file that exists.")


def write(option: str, path: str, content: bytes) -> None:
    """Write the file that an option names, replacing its content.

    Raises a click.UsageError with the reason if it cannot be written; the file is then unchanged.
    """
    try:
        _replace(path, content)
    except OSError as failure:
        raise click.UsageError(f"{option} {path}: {failure.strerror}") from failure


def create(path: Path, content: bytes) -> None:
    """Write a new file, or leave none.

    Raises FileExistsError if there is one, and OSError if it cannot be written.
    """
    file = path.open("xb")
    try:
        with file:
            file.write(content)
    except BaseException:  # Ctrl-C, too
        path.unlink()
        raise


def _replace(path: str, content: bytes) -> None:
    """Write a draft beside the file and rename it, so that a full disk does no harm."""
    try:
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        mode = None
    place = Path(path).resolve()
    if path.startswith(STREAMS) or (mode is not None and not S_ISREG(mode)):
        Path(path).write_bytes(content)
        return
    if mode is not None:
        place.open("r+b").close()  # without permission to write, no permission to replace
    draft = place.with_name(f".{token_hex(8)}.part")
    try:
        create(draft, content)
    except PermissionError:  # of the folder; its files may be writable
        place.write_bytes(content)
        return
    try:
        if mode is not None:
            draft.chmod(S_IMODE(mode))
        draft.replace(place)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
