"""Sources of records: the archive, by the number of a match, and files."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from stackyard.errors import RecordError, StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record, decode, who
from stackyard_cli import completion

PROBE = 1_000_000  # bytes read at once; the first show whether the file is text
MAX_SIZE = 2_000_000_000  # bytes of a file

source_argument = click.argument("source", metavar="MATCH", shell_complete=completion.sources)


def load(source: str) -> Record:
    """The record that MATCH names: a number in the archive, a file, or - for standard input."""
    if source.isdecimal():
        return Archive().record(int(source[:40]))  # longer than any number
    found = list(load_all(source))
    if len(found) != 1:
        raise RecordError(f"{source} holds {len(found)} records; name a file that holds one")
    record = found[0][1]
    if isinstance(record, RecordError):
        raise RecordError(f"{source}: {record}")
    return record


def load_all(source: str) -> Iterator[tuple[str, Record | RecordError]]:
    """Each record of a file, or its error, with its place.

    A file holds one record or, if its first line is a whole record, one per line. A folder stands
    for the .json and .jsonl files in it and below.
    """
    path = Path(source)
    if path.is_dir():
        for file in sorted([*path.rglob("*.json"), *path.rglob("*.jsonl")]):
            yield from load_all(str(file))
        return
    try:
        content = _content(sys.stdin.buffer) if source == "-" else _content_of(path)
    except RecordError as refused:
        yield source, refused
        return
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else failure
        yield source, RecordError(f"it cannot be read: {reason}")
        return
    if re.match(rb"\s*\[\w+ \"", content):
        yield from _text_records(source, content)
        return
    lines = content.strip().splitlines()
    if len(lines) > 1 and lines[0].startswith(b"{") and lines[0].rstrip().endswith(b"}"):
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield f"{source}:{number}", _decoded(line)
    else:
        yield source, _decoded(content)


def _content_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return _content(file)


def _content(stream: BinaryIO) -> bytes:
    """The content of a file or standard input; RecordError if it is no text, or too long."""
    read = stream.read(PROBE)
    if b"\0" in read:
        raise RecordError("it is no text, and so no record")
    pieces, size = [read], len(read)
    while read:
        read = stream.read(PROBE)
        pieces.append(read)
        size += len(read)
        if size > MAX_SIZE:
            raise RecordError(f"it is longer than {MAX_SIZE // 10**9} GB, or has no end")
    return b"".join(pieces)


def _text_records(source: str, content: bytes) -> Iterator[tuple[str, Record | RecordError]]:
    """The records of a file in the text format."""
    from stackyard.records.text_reader import from_text

    parts = re.split(r'(?m)^(?=\[Game ")', content.decode(errors="replace"))
    games = [part for part in parts if part.strip()]
    for number, game in enumerate(games, 1):
        place = source if len(games) == 1 else f"{source}:{number}"
        try:
            yield place, from_text(game)
        except StackyardError as error:
            yield place, RecordError(str(error))


def _decoded(document: bytes) -> Record | RecordError:
    try:
        return decode(document)
    except RecordError as error:
        return error


def entry_words(record: Record) -> str:
    """A record in a few words: the game, its players and the result."""
    first, second = record.players
    players = f"{first.colour} {who(first)}, {second.colour} {who(second)}"
    return f"{record.game}, {players}: {standing(record)}"


def standing(record: Record) -> str:
    """The winner, or that the match is not finished."""
    if record.result is None:
        return "unfinished"
    winner, reason = record.result.winner, record.result.reason
    words = f"{winner} won" if winner else "draw"
    return words if reason == "rules" else f"{words} ({reason})"
