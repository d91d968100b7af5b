"""Files of records as text: their encoding, and where each record begins and ends."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from typing import BinaryIO, NamedTuple

from stackyard.errors import RecordError

PROBE = 1_000_000  # bytes that show whether a file is text
TAG = re.compile(rb"\s*\[[\w-]+ \"")  # each record in the text format begins so
UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE


class Lines(NamedTuple):
    """Some lines of a file: the number of the first, from 1, the offset of its first byte."""

    number: int
    offset: int
    content: bytes

    def checked(self) -> bytes | RecordError:
        """The content, or where it is not UTF-8."""
        try:
            self.content.decode()
        except UnicodeDecodeError as error:
            byte, at = self.content[error.start], self.offset + error.start
            line = self.number + self.content.count(b"\n", 0, error.start)
            return RecordError(
                f"it is not UTF-8: byte 0x{byte:02x} at offset {at}, in line {line}; "
                "save it as UTF-8"
            )
        return self.content


def text_documents(stream: BinaryIO) -> Iterator[tuple[int, bytes | RecordError]]:
    """The records of a file, one at least: a single one, one a line, or several as text.

    Each comes with its number, which is that of its line where each has one, as text in UTF-8 or
    with what is wrong with it. A byte-order mark is understood, UTF-16 with one too. Raises
    RecordError if the file is no text, OSError if it cannot be read.
    """
    lines = _lines(stream)
    first = next((line for line in lines if line.content.strip()), Lines(1, 0, b""))
    found, content = chain([first], lines), first.content.strip()
    if TAG.match(content):
        return ((number, game.checked()) for number, game in enumerate(_games(found), 1))
    if content.startswith(b"{") and content.endswith(b"}"):
        return ((line.number, line.checked()) for line in found if line.content.strip())
    return iter([(1, _joined(found).checked())])


def _games(lines: Iterable[Lines]) -> Iterator[Lines]:
    """The records in the text format: each begins at the first tag after the moves of another."""
    game: list[Lines] = []
    in_moves = False
    for line in lines:
        is_tag = TAG.match(line.content) is not None
        if in_moves and is_tag:
            yield _joined(game)
            game, in_moves = [], False
        in_moves |= not is_tag and bool(line.content.strip())
        game.append(line)
    yield _joined(game)


def _joined(lines: Iterable[Lines]) -> Lines:
    """Lines that follow one another."""
    first, *others = lines
    return first._replace(content=b"".join([first.content, *[line.content for line in others]]))


def _lines(stream: BinaryIO) -> Iterator[Lines]:
    """The lines of a file in UTF-8; RecordError if it is no text."""
    first, offset = stream.readline(PROBE), 0
    if first.startswith(UTF_16):
        try:
            stream = BytesIO((first + stream.read()).decode("utf-16").encode())
        except UnicodeError as error:
            raise RecordError("it begins as UTF-16 and is none; save it as UTF-8") from error
        first = stream.readline()
    elif b"\0" in first:  # before more of it is read: it may have no end
        raise RecordError("it is no text, and so no record")
    first += b"" if first.endswith(b"\n") else stream.readline()
    if first.startswith(codecs.BOM_UTF8):
        offset = len(codecs.BOM_UTF8)
        first = first[offset:]
    for number, content in enumerate(chain([first], stream), 1):
        yield Lines(number, offset, content)
        offset += len(content)
