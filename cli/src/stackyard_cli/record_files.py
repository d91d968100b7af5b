"""Files of records as text: their encoding, and where each record begins and ends."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, NamedTuple

from stackyard.errors import RecordError

PROBE = 1_000_000  # bytes read at once; the first show whether the file is text
MAX_SIZE = 2_000_000_000  # bytes of a record
TAG = re.compile(rb"\s*\[\w+ \"")  # the text format begins so
GAME = b'[Game "'  # and each of its records, where there are several
UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE


class Document(NamedTuple):
    """The text of a record in UTF-8, or what is wrong with it.

    `number` is its line in a file of a record a line; in the text format it is the record's own.
    """

    number: int
    content: bytes | RecordError


class Text(NamedTuple):
    """Some lines of a file: the number of the first, from 1, the offset of its first byte."""

    line: int
    offset: int
    content: bytes

    def checked(self) -> bytes | RecordError:
        """The content, or where it is not UTF-8."""
        try:
            self.content.decode()
        except UnicodeDecodeError as error:
            byte, at = self.content[error.start], self.offset + error.start
            line = self.line + self.content.count(b"\n", 0, error.start)
            return RecordError(
                f"it is not UTF-8: byte 0x{byte:02x} at offset {at}, in line {line}; "
                "save it as UTF-8"
            )
        return self.content


def text_documents(stream: BinaryIO) -> Iterator[Document]:
    """The records of a file, one at least: a single one, one a line, or several as text.

    A byte-order mark is understood, UTF-16 with one too. Raises RecordError if the file is no
    text or too long, OSError if it cannot be read.
    """
    blocks = _blocks(stream)
    number, offset, content = 1, 0, b""
    for block in blocks:
        marked = 0 if offset or not block.startswith(codecs.BOM_UTF8) else len(codecs.BOM_UTF8)
        content = block[marked:].lstrip()
        blank = len(block) - len(content)
        number, offset = number + block.count(b"\n", 0, blank), offset + blank
        if content:
            break
    begin = Text(number, offset, content)
    line, *further = content.split(b"\n", 1)
    if TAG.match(content):
        return _as_text(_lines(begin, blocks))
    if further and line.startswith(b"{") and line.rstrip().endswith(b"}"):
        return _by_line(_lines(begin, blocks))
    return _whole(begin, blocks)


def _whole(begin: Text, blocks: Iterator[bytes]) -> Iterator[Document]:
    """A single record."""
    content = bytearray(begin.content)
    for block in blocks:
        content += block
        _check_size(len(content))
    yield Document(1, begin._replace(content=bytes(content)).checked())


def _by_line(lines: Iterator[Text]) -> Iterator[Document]:
    """A record a line."""
    for line in lines:
        if line.content.strip():
            yield Document(line.line, line.checked())


def _as_text(lines: Iterator[Text]) -> Iterator[Document]:
    """Records in the text format."""
    number, begin, content = 1, next(lines), bytearray()
    content += begin.content
    for line in lines:
        if line.content.startswith(GAME):
            yield Document(number, begin._replace(content=bytes(content)).checked())
            number, begin, content = number + 1, line, bytearray()
        content += line.content
        _check_size(len(content))
    yield Document(number, begin._replace(content=bytes(content)).checked())


def _lines(begin: Text, blocks: Iterator[bytes]) -> Iterator[Text]:
    """The lines of a file, from its beginning."""
    number, offset, _ = begin
    for block in chain([begin.content], blocks):
        for content in block.splitlines(keepends=True):
            yield Text(number, offset, content)
            number += 1
            offset += len(content)


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    """The content of a file in UTF-8, in pieces of whole lines."""
    parts: list[bytes] = []
    for piece in _pieces(stream):
        lines, end, begun = piece.rpartition(b"\n")
        if end:
            yield b"".join([*parts, lines, end])
            parts = [begun]
        else:
            parts.append(piece)
            _check_size(PROBE * len(parts))
    if last := b"".join(parts):
        yield last


def _pieces(stream: BinaryIO) -> Iterator[bytes]:
    """The content of a file in UTF-8; RecordError if it is no text."""
    piece = stream.read(PROBE)
    if piece.startswith(UTF_16):
        decoder = codecs.getincrementaldecoder("utf-16")()
        try:
            while piece:
                yield decoder.decode(piece).encode()
                piece = stream.read(PROBE)
            decoder.decode(b"", True)
        except UnicodeError as error:
            raise RecordError("it begins as UTF-16 and is none; save it as UTF-8") from error
        return
    if b"\0" in piece:
        raise RecordError("it is no text, and so no record")
    while piece:
        yield piece
        piece = stream.read(PROBE)


def _check_size(size: int) -> None:
    if size > MAX_SIZE:
        raise RecordError(f"it is longer than {MAX_SIZE // 10**9} GB, or has no end")
