"""Files that options and commands name: not overwritten by mistake, and written whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from stackyard.files import creating, replacing
from stackyard.records.format import Record, encode
from stackyard.text import quoted
from stackyard_cli.output import echo

RECORD_SUFFIXES = ("", ".json")  # of files that `save` writes
STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def is_standard_output(path: str) -> bool:
    """Tell if a file is standard output, whose descriptor `keep_descriptor` has given away."""
    return path in STANDARD_OUTPUT


def check_output(option: str, path: str | None, force: bool) -> None:
    """Refuse a file in no folder, and without `force` one that exists, before any work is done."""
    if path is None or is_standard_output(path):
        return
    if not Path(path).parent.is_dir():
        raise click.UsageError(f"{option} {path}: there is no folder {Path(path).parent}")
    if Path(path).is_dir():
        raise click.UsageError(f"{option} {path}: that is a folder; name a file in it")
    if Path(path).is_file() and not force:
        raise click.UsageError(
            f"{option} {path}: that file exists; name another, or write over it with --force"
        )


def save_record(name: str, record: Record) -> str:
    """Write a record to a new file. Returns the reason if it is not written, else nothing."""
    if not name:
        return "name a file, as in save game.json"
    suffix = Path(name).suffix
    if suffix.lower() not in RECORD_SUFFIXES:
        return f"save writes records, whose files end in .json, not {quoted(suffix)}"
    try:
        with creating(Path(name).expanduser()) as file:
            file.write(encode(record, indent=2) + b"\n")
    except FileExistsError:
        problem = "is a folder" if Path(name).expanduser().is_dir() else "exists already"
        return f"{name} {problem}; choose another name"
    except (OSError, ValueError, RuntimeError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else failure
        return f"{name} cannot be written: {reason}"
    return ""


force_option = click.option("--force", is_flag=True, help="Write over a file that exists.")


def write(option: str, path: str, content: bytes | Iterable[bytes]) -> None:
    """Write the file that an option names, whole or in pieces, replacing its content.

    Raises a click.UsageError with the reason if it cannot be written; the file is then unchanged.
    """
    if is_standard_output(path):
        for piece in [content] if isinstance(content, bytes) else content:
            echo(piece, nl=False)
        return
    try:
        with replacing(Path(path)) as file:
            file.writelines([content] if isinstance(content, bytes) else content)
    except OSError as failure:
        raise click.UsageError(f"{option} {path}: {failure.strerror}") from failure
