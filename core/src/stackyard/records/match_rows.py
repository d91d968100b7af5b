"""The rows of matches in the archive's tables: written, added and counted, within a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.structs import replace

from stackyard.errors import ArchiveError, RecordError
from stackyard.plugins.discovery import normalize_name
from stackyard.records.database import ELSEWHERE
from stackyard.records.format import Record, encode, write_variations
from stackyard.records.queries import load
from stackyard.records.stored_match import ElsewhereError, Row
from stackyard.records.writer import check_of, head_of, think_time
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match

LABELLED = 10_000_001  # the first number of a labelled match

# After moves were taken back: the variations that leave moves which are no longer there.
_DELETE_LATER_VARIATIONS = """
    UPDATE matches SET variations = (
        SELECT json_group_array(json(value)) FROM json_each(variations)
        WHERE json_extract(value, '$.ply') <= :kept
    )
    WHERE id = :match AND variations != '[]' AND json_valid(variations)
"""


class Writing(NamedTuple):
    """A match to write; its `row` has the first `kept` moves, or is None for a new match."""

    match: Match
    row: Row | None
    kept: int
    memo: str


def write_match(connection: sqlite3.Connection, writing: Writing) -> Row | ArchiveError:
    """Write a match, or do nothing and return the error."""
    match, row, kept, memo = writing
    head = head_of(match, [])
    known = connection.execute(
        "SELECT id, revision FROM matches WHERE uid = ?", [match.id]
    ).fetchone()
    if known is None:
        number, revision, kept = _insert(connection, head, memo=memo), 0, 0
    elif known == row:
        number, revision = known[0], known[1] + 1
        connection.execute(
            "UPDATE matches SET head = ?, revision = ?, memo = ? WHERE id = ?",
            [encode(head).decode(), revision, memo, number],
        )
        if connection.execute(
            "DELETE FROM moves WHERE match = ? AND ply >= ?", [number, kept]
        ).rowcount:
            connection.execute(_DELETE_LATER_VARIATIONS, {"match": number, "kept": kept})
    else:
        return ElsewhereError(f"match {known[0]} was played on by another program")
    _insert_moves(connection, [(number, *move) for move in _moves(match.course, kept)])
    return number, revision


def add_record(
    connection: sqlite3.Connection, record: Record, label: str, number: int | None = None
) -> int:
    """Insert a row for a record, and its moves; without a `number` it gets the next one."""
    number = _insert(connection, record, label, number=number)
    rows: list[tuple[Any, ...]] = []
    for at, turn in enumerate(record.turns):
        seconds = [*turn.seconds, *[None] * len(turn.moves)]
        for move, second in zip(turn.moves, seconds, strict=False):
            rows.append((number, len(rows), at, turn.colour, move, second, turn.check))
    _insert_moves(connection, rows)
    commented = [(t.comment, number, at) for at, t in enumerate(record.turns) if t.comment]
    connection.executemany("UPDATE moves SET comment = ? WHERE match = ? AND turn = ?", commented)
    return number


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
        return load(connection, number)[0]
    except RecordError:
        return None


def _insert(
    connection: sqlite3.Connection,
    record: Record,
    label: str = "",
    memo: str = "",
    number: int | None = None,
) -> int:
    """Insert a row for a record, without moves; without a `number` it gets the next one.

    Labelled matches count from LABELLED, so that those of a program do not number one's own.
    """
    known = number_of(connection, record.id)
    if known is not None:
        words = f"the archive holds it already, as match {known}"
        if readable_record(connection, known) is None:
            words += f", which cannot be read; `stackyard delete {known}` makes room"
        raise ArchiveError(words)
    head = encode(replace(record, turns=[], comment="", variations=())).decode()
    number = number or _next_number(connection, label)
    inserted = connection.execute(
        "INSERT INTO matches (id, uid, game, head, comment, label, memo, variations) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            *(number, record.id, normalize_name(record.game), head, record.comment, label, memo),
            write_variations(record.variations),
        ],
    )
    assert inserted.lastrowid is not None
    return inserted.lastrowid


def _next_number(connection: sqlite3.Connection, label: str) -> int:
    """The number of a new match, which no match has had."""
    name, before = ("last labelled number", LABELLED - 1) if label else ("last number", 0)
    found = connection.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
    number = (int(found[0]) if found else before) + 1
    if number == LABELLED and not label:  # the numbers of unlabelled matches are used up
        raise ArchiveError(f"it holds {number - 1:,} matches; {ELSEWHERE}")
    connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", [name, str(number)])
    return number


def _insert_moves(connection: sqlite3.Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    connection.executemany(
        "INSERT INTO moves (match, ply, turn, colour, move, seconds, crc) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def goes_on(found: Record, record: Record) -> bool:
    """Whether a match has all moves of an earlier record of it."""
    found_moves, moves = [
        [move for turn in each.turns for move in turn.moves] for each in (found, record)
    ]
    return found_moves[: len(moves)] == moves


def _moves(course: Course, kept: int) -> Iterator[tuple[int, int, str, str, float, str]]:
    """The moves after the first `kept`, as columns of the table."""
    game = course.game
    for ply in course.plies(kept):
        crc = check_of(game.format_position(ply.after))
        colour, seconds = game.colours[ply.player], think_time(ply)
        yield ply.number - 1, ply.turn, colour, ply.text, seconds, crc
