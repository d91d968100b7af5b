"""The rows of a damaged SQLite file, read from each page that is left.

SQLite finds a page through those above it, and refuses a file whose first page or length is wrong.
Its own `.recover` reads as this does, but many builds of the program `sqlite3` lack it. The format
is that of https://www.sqlite.org/fileformat.html.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from stackyard.records.database import text_or_bytes

Value = int | float | str | bytes | None

PAGE = 4096  # bytes, where the heading that tells is lost
HEADING = 100  # bytes of the first page before its rows
LOG_HEADING, FRAME_HEADING = 32, 24  # bytes in the write-ahead log
TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 13, 10, 2  # kinds of pages that hold rows
INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # the bytes of a value, by its type


class Row(NamedTuple):
    """A row's values; `number` is its row id, None in an index or a table without them."""

    number: int | None
    values: list[Value]


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a database file, those of its indexes, and those that wait in its log."""
    with path.open("rb") as file:
        pages = _Pages(file, Path(f"{path}-wal"))
        for number in pages.used():
            yield from pages.rows(number)


class _Pages:
    """The pages of a file, by their numbers from 1."""

    def __init__(self, file: BinaryIO, log: Path) -> None:
        self._file = file
        heading = file.read(HEADING)
        size = int.from_bytes(heading[16:18], "big")
        self._size = size if size >= 512 and size.bit_count() == 1 else PAGE
        length = file.seek(0, 2)
        self._log = dict(_waiting(log.read_bytes(), self._size)) if log.exists() else {}
        self._last = max([-(-length // self._size), *self._log])

    def used(self) -> Iterator[int]:
        """The numbers of the pages that are not free: a free one holds what was deleted."""
        free = set[int]()
        trunk = self._number(1, 32)
        while 0 < trunk <= self._last and trunk not in free:
            free.add(trunk)
            count = min(self._number(trunk, 4), self._size // 4 - 2)
            free.update(self._number(trunk, 8 + 4 * place) for place in range(count))
            trunk = self._number(trunk, 0)
        return (number for number in range(1, self._last + 1) if number not in free)

    def rows(self, number: int) -> Iterator[Row]:
        """The rows that begin on a page, without those that cannot be read."""
        page = self._page(number)
        begin = HEADING if number == 1 else 0
        kind = page[begin]
        if kind not in {TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR}:
            return
        cells = begin + (12 if kind == INDEX_INTERIOR else 8)
        count = int.from_bytes(page[begin + 3 : begin + 5], "big")
        for place in range(cells, min(cells + 2 * count, self._size - 1), 2):
            try:
                yield self._row(page, int.from_bytes(page[place : place + 2], "big"), kind)
            except (IndexError, ValueError, struct.error):
                continue

    def _row(self, page: bytes, at: int, kind: int) -> Row:
        """The row in a cell of a page."""
        number = None
        length, at = _varint(page, at + 4 if kind == INDEX_INTERIOR else at)
        if kind == TABLE_LEAF:
            number, at = _varint(page, at)
        content = self._content(page, at, length, kind == TABLE_LEAF)
        return Row(number, list(_values(content)))

    def _content(self, page: bytes, at: int, length: int, in_table: bool) -> bytes:
        """The content of a row, the rest of which may lie on a chain of other pages."""
        size = self._size
        most = size - 35 if in_table else (size - 12) * 64 // 255 - 23
        if length <= most:
            return page[at : at + length]
        least = (size - 12) * 32 // 255 - 23
        here = least + (length - least) % (size - 4)
        here = here if here <= most else least
        content = page[at : at + here]
        following, seen = int.from_bytes(page[at + here : at + here + 4], "big"), set[int]()
        while len(content) < length:
            if not 0 < following <= self._last or following in seen:
                raise ValueError("the chain of pages is broken")
            seen.add(following)
            content += self._page(following)[4:]
            following = self._number(following, 0)
        return content[:length]

    def _number(self, page: int, at: int) -> int:
        return int.from_bytes(self._page(page)[at : at + 4], "big")

    def _page(self, number: int) -> bytes:
        """The content of a page; zeros in place of what is missing."""
        if number in self._log:
            return self._log[number]
        self._file.seek((number - 1) * self._size)
        return self._file.read(self._size).ljust(self._size, b"\0")


def _waiting(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """The pages that transactions left in the write-ahead log, with their numbers."""
    pages = list[tuple[int, bytes]]()
    for begin in range(LOG_HEADING, len(log) - FRAME_HEADING - size + 1, FRAME_HEADING + size):
        number, committed, *salts = struct.unpack_from(">IIII", log, begin)
        if (*salts,) != struct.unpack_from(">II", log, 16):
            return  # of a former use of the log
        content = begin + FRAME_HEADING
        pages.append((number, log[content : content + size]))
        if committed:
            yield from pages
            pages.clear()


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place after it."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | content[place] & 127
        if content[place] < 128:
            return value, place + 1
    value = value << 8 | content[at + 8]
    return value - (1 << 64 if value >> 63 else 0), at + 9


def _values(content: bytes) -> Iterator[Value]:
    """The values of a row."""
    end, at = _varint(content, 0)
    place = end
    while at < end:
        kind, at = _varint(content, at)
        length = INTEGERS.get(kind, 8 if kind == 7 else max(0, kind - 12) // 2)
        value = content[place : place + length]
        place += length
        if len(value) < length or kind < 0 or kind in {10, 11}:
            raise ValueError("the row is incomplete")
        if kind == 0:
            yield None
        elif kind == 7:
            yield struct.unpack(">d", value)[0]
        elif kind < 7:
            yield int.from_bytes(value, "big", signed=True)
        elif kind < 10:
            yield kind - 8
        else:
            yield text_or_bytes(value) if kind % 2 else value
