"""The rows of matches in the archive's tables: written, added and counted, within a transaction."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import NamedTuple

from msgspec import ValidationError, convert
from msgspec.structs import replace

from stackyard.errors import ArchiveError, RecordError
from stackyard.records.checksums import (
    NO_MOVES,
    Move,
    of_header,
    of_notes,
    with_checksums,
)
from stackyard.records.database import ELSEWHERE
from stackyard.records.format import (
    Record,
    Variation,
    Word,
    decode,
    encode,
    fault_in_words,
    read_variations,
    write_variations,
)
from stackyard.records.queries import load
from stackyard.records.stored_match import ElsewhereError, Row
from stackyard.records.writer import check_of, head_of, record_of, think_time
from stackyard.text import normalize_name
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match

LABELLED = 10_000_001  # the first number of a labelled match


class Writing(NamedTuple):
    """A match to write; its `row` has the first `kept` moves, or is None for a new match."""

    match: Match
    row: Row | None
    kept: int
    memo: str


def write_match(connection: sqlite3.Connection, writing: Writing) -> Row | ArchiveError:
    """Write a match, or do nothing and return the error."""
    try:
        return _written(connection, writing)
    except ArchiveError as error:
        return error


def _written(connection: sqlite3.Connection, writing: Writing) -> Row:
    """Write a match; an ArchiveError is raised before anything is written."""
    match, row, kept, memo = writing
    known = connection.execute(
        "SELECT id, revision FROM matches WHERE uid = ?", [match.id]
    ).fetchone()
    if known is None:
        return add_record(connection, record_of(match), memo=memo), 0
    if row is None:
        words = f"the archive holds it already, as match {known[0]}"
        raise ElsewhereError(f"{words}; `stackyard resume {known[0]}` goes on with it")
    if known != row:
        raise ElsewhereError(f"match {known[0]} was played on by another program")
    number, revision = known[0], known[1] + 1
    before = _checksum_before(connection, number, kept)
    rows, last = with_checksums(before, _moves(match.course, kept))
    try:
        convert([move for *_, move, _, _, _, _ in rows], list[Word])
    except ValidationError as error:
        raise ArchiveError(f"a move cannot be kept: {fault_in_words(error)}") from error
    record = _readable(head_of(match, []))
    header = _header(record)
    taken_back = connection.execute(
        "DELETE FROM moves WHERE match = ? AND ply >= ?", [number, kept]
    ).rowcount
    if taken_back:
        _delete_later_variations(connection, number, kept)
    _insert_moves(connection, number, rows)
    connection.execute(
        "UPDATE matches SET header = ?, revision = ?, memo = ?, checksum = ? WHERE id = ?",
        [
            *(header, revision, memo),
            of_header(match.id, normalize_name(record.game), header, last),
            number,
        ],
    )
    return number, revision


def add_record(
    connection: sqlite3.Connection,
    record: Record,
    label: str = "",
    number: int | None = None,
    memo: str = "",
) -> int:
    """Insert a row for a record, and its moves; without a `number` it gets the next one.

    Labelled matches count from LABELLED, so that those of a program do not number one's own.
    """
    known = number_of(connection, record.id)
    if known is not None:
        words = f"the archive holds it already, as match {known}"
        if readable_record(connection, known) is None:
            words += f", which cannot be read; `stackyard delete {known}` makes room"
        raise ArchiveError(words)
    record = _readable(record)
    header = _header(record)
    number, game = number or _next_number(connection, label), normalize_name(record.game)
    variations = write_variations(record.variations)
    rows, last = with_checksums(NO_MOVES, _moves_of(record))
    connection.execute(
        "INSERT INTO matches "
        "(id, uid, game, header, comment, variations, label, memo, checksum, notes_checksum) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            *(number, record.id, game, header, record.comment, variations, label, memo),
            of_header(record.id, game, header, last),
            of_notes(record.comment, variations),
        ],
    )
    _insert_moves(connection, number, rows)
    return number


def _readable(record: Record) -> Record:
    """The record as it will be read; ArchiveError if it could not be."""
    try:
        return decode(encode(record))
    except RecordError as error:
        raise ArchiveError(str(error)) from error


def _header(record: Record) -> str:
    """The record without moves and notes, as it is stored."""
    return encode(replace(record, turns=[], comment="", variations=())).decode()


def add_new_record(
    connection: sqlite3.Connection, record: Record, label: str
) -> int | ArchiveError:
    """Add a record, or do nothing and return the error; one without an id gets one."""
    if not record.id:  # the same document is the same match
        record = replace(record, id=sha256(encode(record)).hexdigest()[:32])
    try:
        return add_record(connection, record, label)
    except ArchiveError as error:
        return error


def number_of(connection: sqlite3.Connection, uid: str) -> int | None:
    """The number of the match with this id; None if the archive does not have it."""
    known = connection.execute("SELECT id FROM matches WHERE uid = ?", [uid]).fetchone()
    return known and int(known[0])


def readable_record(connection: sqlite3.Connection, number: int) -> Record | None:
    """The record of a match; None if it cannot be read."""
    try:
        return load(connection, number).record
    except RecordError:
        return None


def annotate_turn(
    connection: sqlite3.Connection, number: int, record: Record, ply: int, comment: str
) -> None:
    """Change the comment on the turn of the move number `ply`, from 1, of a stored record.

    ArchiveError if there is no such move.
    """
    if not 0 < ply <= record.plies:
        raise ArchiveError(f"match {number} has no move {ply}; it has {record.plies}")
    ends = accumulate([len(turn.moves) for turn in record.turns])
    turns = list(record.turns)
    at = next(at for at, end in enumerate(ends) if ply <= end)
    turns[at] = replace(turns[at], comment=comment)
    moves = _moves_of(replace(record, turns=turns))
    rows, last = with_checksums(NO_MOVES, moves)
    connection.execute("DELETE FROM moves WHERE match = ?", [number])
    _insert_moves(connection, number, rows)
    game, header = connection.execute(
        "SELECT game, header FROM matches WHERE id = ?", [number]
    ).fetchone()
    connection.execute(
        "UPDATE matches SET checksum = ? WHERE id = ?",
        [of_header(record.id, game, header, last), number],
    )


def write_notes(
    connection: sqlite3.Connection, number: int, comment: str, variations: Sequence[Variation]
) -> None:
    """Change the comment on a match, and its variations; RecordError if they could not be read."""
    written = write_variations(variations)
    read_variations(written, sys.maxsize)
    connection.execute(
        "UPDATE matches SET comment = ?, variations = ?, notes_checksum = ? WHERE id = ?",
        [comment, written, of_notes(comment, written), number],
    )


def _next_number(connection: sqlite3.Connection, label: str) -> int:
    """The number of a new match, which no match has had."""
    name, before = ("last labelled number", LABELLED - 1) if label else ("last number", 0)
    found = connection.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
    number = (int(found[0]) if found else before) + 1
    if number == LABELLED and not label:  # the numbers of unlabelled matches are used up
        raise ArchiveError(f"it holds {number - 1:,} matches; {ELSEWHERE}")
    connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [name, str(number)])
    return number


def _insert_moves(
    connection: sqlite3.Connection, number: int, rows: Iterable[tuple[*Move, int]]
) -> None:
    connection.executemany(
        "INSERT INTO moves (match, ply, turn, colour, move, seconds, crc, comment, checksum) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *row) for row in rows],
    )


def _checksum_before(connection: sqlite3.Connection, number: int, ply: int) -> int:
    """The checksum of the moves before a ply, as it is stored; NO_MOVES if there is none."""
    found = connection.execute(
        "SELECT CAST(checksum AS INTEGER) FROM moves WHERE match = ? AND ply = ?", [number, ply - 1]
    ).fetchone()
    return int(found[0]) if found else NO_MOVES


def _delete_later_variations(connection: sqlite3.Connection, number: int, kept: int) -> None:
    """Delete the variations that leave moves after the first `kept`, unless they are damaged."""
    comment, variations, checksum = connection.execute(
        "SELECT comment, variations, notes_checksum FROM matches WHERE id = ?", [number]
    ).fetchone()
    if of_notes(comment, variations) == checksum:
        left = [each for each in read_variations(variations, sys.maxsize) if each.ply <= kept]
        write_notes(connection, number, comment, left)


def goes_on(found: Record, record: Record) -> bool:
    """Tell if a match has all moves of an earlier record of it."""
    found_moves, moves = [
        [move for turn in each.turns for move in turn.moves] for each in (found, record)
    ]
    return found_moves[: len(moves)] == moves


def _moves(course: Course, kept: int) -> Iterator[Move]:
    """The moves of a course after the first `kept`, as rows."""
    game = course.game
    for ply in course.plies(kept):
        crc = check_of(game.format_position(ply.after))
        colour = game.colours[ply.player]
        yield ply.number - 1, ply.turn, colour, ply.text, think_time(ply), crc, ""


def _moves_of(record: Record) -> Iterator[Move]:
    """The moves of a record, as rows."""
    ply = 0
    for at, turn in enumerate(record.turns):
        times = map(abs, turn.seconds)  # as SQLite returns them: no zero has a sign
        seconds = [*times, *[None] * len(turn.moves)]
        checks = [*[""] * (len(turn.moves) - 1), turn.check]  # of the position after the turn
        for move, thought, check in zip(turn.moves, seconds, checks, strict=False):
            yield ply, at, turn.colour, move, thought, check, turn.comment
            ply += 1
