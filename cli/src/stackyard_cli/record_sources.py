"""Sources of records: the archive, by the number of a match, and files."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import chain, islice
from pathlib import Path

from stackyard.errors import RecordError, StackyardError
from stackyard.plugins.registry import Registered, registry
from stackyard.records.archive import Archive
from stackyard.records.format import Record, decode, who
from stackyard.text import quoted
from stackyard_cli.absent import importer_named
from stackyard_cli.record_files import TAG, text_documents

# The text of a record, the record itself, or the reason why there is none.
Document = bytes | Record | RecordError

TEXT = "text"  # the name of the text format
LINK = "link"  # and of that of links
# The end of a link, which may be cut in an option; and the address of a letter, cut anywhere.
LINKED = re.compile(r"(,|%2C)[\w%=-]*\.?$|/letter#|#/letter/")


def load(source: str) -> Record:
    """The record that MATCH names: a number in the archive, a link, a file, or - for stdin.

    Raises RecordError if there is none or several, or StackyardError as its reader does.
    """
    if not source:
        raise RecordError(
            "name a match by its number, or a file; `stackyard matches` lists numbers"
        )
    if is_link(source):
        linked = importer_named(LINK).load()(source)
        if len(linked) != 1:
            raise RecordError(f"these are {len(linked)} links; name one")
        assert isinstance(linked[0], Record)
        return linked[0]
    if source.isdecimal():
        return Archive().record(int(source[:40]))  # longer than any number
    document: Document = b""
    count = 0
    for count, (_, document) in enumerate(documents(source), 1):  # noqa: B007
        pass
    if count != 1:
        raise RecordError(f"{source} holds {count} records; name a file that holds one")
    record = read(document)
    if isinstance(record, StackyardError):
        raise RecordError(f"{source}: {record}")
    return record


def is_link(source: str) -> bool:
    """Tell if a source is a link, such as `silo,B-FzCE`, also a damaged one, rather than a file."""
    return LINKED.search(source) is not None and not os.path.exists(source)  # noqa: PTH110 - of any length


def is_text(document: Document) -> bool:
    """Tell if a document is in the text format."""
    return isinstance(document, bytes) and TAG.match(document) is not None


def read(document: Document) -> Record | StackyardError:
    """The record of a document, or its error."""
    if isinstance(document, (Record, RecordError)):
        return document
    try:
        if not is_text(document):
            return decode(document)
        (record,) = importer_named(TEXT).load()(document.decode())
    except StackyardError as error:
        return error
    assert isinstance(record, Record)
    return record


def documents(source: str) -> Iterator[tuple[str, Document]]:
    """The text of each record of a file in UTF-8, or what is wrong with it, with its place.

    A file whose ending belongs to an importer is read by that, so its records come as such.

    A file holds one record; if its first line is a whole record, one per line; or several in the
    text format. A folder stands for the .json and .jsonl files in it and below.
    """
    path = Path(source)
    if path.is_dir():
        inside = sorted([*path.rglob("*.json"), *path.rglob("*.jsonl")])
        if not inside:
            yield source, RecordError("the folder holds no .json or .jsonl file")
        for file in inside:
            yield from documents(str(file))
        return
    importer = _importer(path)
    if importer is not None:
        yield from _imported(source, importer)
        return
    try:
        with nullcontext(sys.stdin.buffer) if source == "-" else path.open("rb") as stream:
            found = text_documents(stream)
            begun = list(islice(found, 2))
            for number, content in chain(begun, found):
                yield (source if len(begun) == 1 else f"{source}:{number}"), content
    except RecordError as refused:
        yield source, refused
    except (OSError, ValueError) as failure:
        reason = failure.strerror if isinstance(failure, OSError) else failure
        yield source, RecordError(f"it cannot be read: {reason}")


def _importer(path: Path) -> Registered | None:
    """The importer to which the ending of a file belongs, if any."""
    for known in registry().importers.values():
        # The matches of a text are read one by one, so that each is refused alone.
        if path.name.lower().endswith(known.about.suffixes) and known.about.name != TEXT:
            return known
    return None


def _imported(source: str, importer: Registered) -> Iterator[tuple[str, Record | RecordError]]:
    """The records that an importer reads from a file, or why it does not."""
    try:
        read = importer.call(Path(source).read_bytes().decode("utf-8-sig"))
        found = list(read) if isinstance(read, Iterable) else [read]
        for each in found:
            if not isinstance(each, Record):
                raise importer.fault(f"it read a match as {quoted(each)}, not as a Record")
    except UnicodeDecodeError as error:
        yield source, RecordError(f"it is not UTF-8 at offset {error.start}; save it as UTF-8")
    except OSError as failure:
        yield source, RecordError(f"it cannot be read: {failure.strerror}")
    except StackyardError as refused:
        yield source, RecordError(str(refused))
    else:
        if not found:
            yield source, RecordError("it holds no match")
        for number, record in enumerate(found, 1):
            yield (source if len(found) == 1 else f"{source}:{number}"), record


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
