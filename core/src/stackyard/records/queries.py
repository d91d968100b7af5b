"""Queries of the archive: a match, the list of matches, the rows of a damaged one."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import ValidationError, convert
from msgspec.structs import replace

from stackyard.arguments import is_whole
from stackyard.errors import RecordError, StackyardError, UnknownMatchError
from stackyard.records.checksums import NO_MOVES, of_header, of_move, of_notes
from stackyard.records.format import (
    PlayedTurn,
    Record,
    Text,
    decode,
    fault_in_words,
    read_variations,
)
from stackyard.text import normalize_name

PAGE = 1000  # matches that are read at once
LAST = 2**63 - 1  # no number of a match is larger
NONE = "[]"  # the variations of most matches

# A label that is no text is taken for none, a header that is no JSON for neither finished nor not.
SELECT = """
    SELECT
        id, uid, game, header, matches.comment, variations, matches.checksum, notes_checksum,
        latest.checksum, memo, CAST(latest.turn AS INTEGER) + 1, CAST(latest.ply AS INTEGER) + 1
    FROM matches LEFT JOIN moves latest
        ON match = id AND latest.ply = (SELECT max(ply) FROM moves WHERE match = id)
    WHERE id <= :last
        AND (:game IS NULL OR game = :game)
        AND CASE
            WHEN :label IS NULL THEN label = '' OR typeof(label) != 'text'
            ELSE :label = '' OR label BETWEEN :label AND :beyond
        END
        AND (
            :finished IS NULL
            OR CASE
                WHEN json_valid(header)
                THEN (json_extract(header, '$.result') IS NOT NULL) = :finished
            END
        )
        AND substr(id, 1, length(:digits)) = :digits
        AND (:memo = '' OR instr(memo, :memo))
    ORDER BY id DESC
    LIMIT :page
"""
SELECT_MATCHES = """
    SELECT id, uid, game, header, comment, variations, checksum, notes_checksum, revision, memo
    FROM matches WHERE id IN (SELECT value FROM json_each(?))
"""
SELECT_MOVES = """
    SELECT match, ply, turn, colour, move, seconds, crc, comment, checksum
    FROM moves WHERE match IN (SELECT value FROM json_each(?))
    ORDER BY match, ply
"""


@dataclass(frozen=True)
class Listing:
    """One of a list of matches; `record` has no turns, `turns` and `plies` say how many.

    Where the record cannot be read, `record` is the error that says why and what can be done.
    `memo` is the data of the program that showed the match.
    """

    number: int
    turns: int
    plies: int
    record: Record | RecordError
    memo: str = ""


class Stored(NamedTuple):
    """A match in the archive."""

    record: Record
    revision: int
    memo: str


@dataclass(frozen=True)
class Wanted:
    """A choice of matches to list; see `Archive.entries`."""

    game: str | None = None
    label: str | None = None
    finished: bool | None = None
    digits: str = ""
    memo: str = ""

    def page(
        self, connection: sqlite3.Connection, last: int = LAST
    ) -> tuple[Iterator[Listing], int | None]:
        """PAGE of them, the first of which has at most the number `last`.

        With them comes the `last` of the page after this; None if there is none.
        """
        rows = connection.execute(SELECT, self._which() | {"last": last}).fetchall()
        return _listed(rows), rows[-1][0] - 1 if len(rows) == PAGE else None

    def numbers(self, connection: sqlite3.Connection) -> list[int]:
        """The numbers of all of them, the earliest first."""
        rows = connection.execute(SELECT, self._which() | {"page": -1})
        return [number for number, *_ in rows][::-1]

    def _which(self) -> dict[str, Any]:
        """The parameters of the query."""
        return {
            "last": LAST,
            "game": self.game and normalize_name(self.game),
            "label": self.label,
            "beyond": f"{self.label}\U0010ffff",
            "finished": self.finished,
            "digits": self.digits,
            "memo": self.memo,
            "page": PAGE,
        }


def _listed(rows: list[tuple[Any, ...]]) -> Iterator[Listing]:
    """The matches of a page."""
    for *match, last, memo, turns, plies in rows:
        try:
            with _named(match[0]):
                record: Record | RecordError = _checked(match, NO_MOVES if last is None else last)
        except RecordError as error:
            record = error
        yield Listing(match[0], turns or 0, plies or 0, record, str(memo))


def load(connection: sqlite3.Connection, number: int) -> Stored:
    """A match; ArchiveError if it is not there, RecordError if it cannot be read."""
    if not is_whole(number):
        raise unknown(number)
    ((_, found),) = load_several(connection, [number])
    if isinstance(found, StackyardError):
        raise found
    return found


def load_several(
    connection: sqlite3.Connection, numbers: Sequence[int]
) -> Iterator[tuple[int, Stored | StackyardError]]:
    """Each of several matches, or what `load` would raise."""
    which = [json.dumps([*numbers], default=int)]  # one may be too large for SQLite, or NumPy's
    matches = {row[0]: row for row in connection.execute(SELECT_MATCHES, which)}
    found = connection.execute(SELECT_MOVES, which)
    moves = {match: [row[1:] for row in rows] for match, rows in groupby(found, itemgetter(0))}
    for number in numbers:
        if number not in matches:
            yield number, unknown(number)
            continue
        *match, revision, memo = matches[number]
        try:
            stored = Stored(_read(match, moves.get(number, [])), revision, str(memo))
        except RecordError as error:
            yield number, error
        else:
            yield number, stored


def id_of(connection: sqlite3.Connection, number: int) -> str:
    """The id of a match; ArchiveError if it is not there."""
    found = connection.execute("SELECT uid FROM matches WHERE id = ?", [str(number)]).fetchone()
    if found is None:
        raise unknown(number)
    return str(found[0])


def salvage(connection: sqlite3.Connection, number: int) -> dict[str, Any]:
    """The columns of a match and of its moves as they stand, in words and numbers.

    Raises ArchiveError if the match is not there.
    """
    cursor, which = connection.cursor(), [str(number)]
    cursor.row_factory = sqlite3.Row
    match = cursor.execute("SELECT * FROM matches WHERE id = ?", which).fetchone()
    if match is None:
        raise unknown(number)
    moves = cursor.execute("SELECT * FROM moves WHERE match = ? ORDER BY ply", which).fetchall()
    return {"match": _shown(match), "moves": [_shown(move) for move in moves]}


def unknown(number: int) -> UnknownMatchError:
    """The message for a match that does not exist."""
    words = f"there is no match {number}; `stackyard matches` lists those there are"
    return UnknownMatchError(words)


def _read(match: Sequence[Any], moves: Iterable[tuple[Any, ...]]) -> Record:
    """The record in the rows of a match, which a damaged file may fill with anything."""
    number, *_, variations, _, _ = match
    with _named(number):
        last, turns = _turns(moves)
        record = replace(_checked(match, last), turns=convert(turns, list[PlayedTurn]))
        if variations == NONE:
            return record
        return replace(record, variations=read_variations(variations, record.plies))


def _checked(match: Sequence[Any], last: int) -> Record:
    """The record in the row of a match without its moves; RecordError for a wrong checksum.

    `last` is the checksum of the last move.
    """
    _, uid, game, header, comment, variations, checksum, notes_checksum = match
    if of_header(uid, game, header, last) != checksum:
        raise RecordError("its header is damaged, or its last move is missing")
    if of_notes(comment, variations) != notes_checksum:
        raise RecordError("its comment or its variations are damaged")
    return replace(decode(header), comment=convert(comment, Text))


@contextmanager
def _named(number: int) -> Iterator[None]:
    """Faults of a match become a RecordError that names the match and what can be done."""
    try:
        yield
    except (RecordError, ValidationError, TypeError) as error:
        fault = fault_in_words(error)
        raise RecordError(
            f"match {number}: it cannot be read: {fault}; `stackyard records salvage {number}` "
            f"prints what is left of it, `stackyard delete {number}` deletes it"
        ) from error


def _turns(moves: Iterable[tuple[Any, ...]]) -> tuple[int, list[dict[str, Any]]]:
    """The last checksum of these rows of moves, and their turns; RecordError for a damaged row."""
    turns: list[dict[str, Any]] = []
    before, latest = NO_MOVES, None
    for number, (*move, checksum) in enumerate(moves, 1):
        before = of_move(before, move)
        if before != checksum:
            raise RecordError(f"move {number} is missing or damaged")
        _, turn, colour, text, seconds, check, comment = move
        if turn != latest:
            latest = turn
            turns.append({"colour": colour, "moves": [], "seconds": [], "comment": ""})
        turns[-1]["moves"].append(text)
        if seconds is not None:
            turns[-1]["seconds"].append(seconds)
        turns[-1]["check"] = check
        turns[-1]["comment"] = turns[-1]["comment"] or comment  # later moves come without
    return before, turns


def _shown(row: sqlite3.Row) -> dict[str, Any]:
    """A row by its columns; what JSON has no word for is written as text."""
    shown = dict(row)
    for column, value in shown.items():
        if isinstance(value, bytes):
            shown[column] = value.decode(errors="backslashreplace")
        elif isinstance(value, float) and not isfinite(value):
            shown[column] = str(value)
    return shown
