"""The assessments of a match's positions, which an archive keeps so that they are made once."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import msgspec

from stackyard.analysis import Limit
from stackyard.assessment import Assessment, covers, engines_of
from stackyard.position import ONGOING
from stackyard.records.writer import check_of
from stackyard.turnloop.history import Course

_LOAD = "SELECT ply, crc, engines, made, assessment FROM assessments WHERE match = ?"
_KEEP = """
    INSERT OR REPLACE INTO assessments (match, ply, crc, engines, made, assessment)
    SELECT :match, :ply, :crc, :engines, :made, :assessment
    WHERE EXISTS (SELECT 1 FROM matches WHERE id = :match)
"""


def load_assessments(
    connection: sqlite3.Connection, number: int, course: Course, wanted: Limit
) -> dict[int, Assessment]:
    """The kept assessments of a course's positions, by the number of plies.

    Left out are those of other positions, by other versions of the plugins, of a shorter analysis
    that proved nothing, and what cannot be read.
    """
    found = {}
    engines = engines_of(course.game)
    for ply, crc, by, made, content in connection.execute(_LOAD, [str(number)]):
        if by != engines or not 0 <= ply <= course.ply or crc != _crc(course, ply):
            continue
        try:
            known = msgspec.json.decode(content, type=Assessment)
            limit = Limit(**msgspec.json.decode(made, type=dict[str, float | int | None]))  # type: ignore[arg-type]
        except (msgspec.MsgspecError, ValueError, TypeError):
            continue
        if known.proven != ONGOING or covers(limit, wanted):
            found[ply] = known
    return found


def keep_assessments(
    connection: sqlite3.Connection,
    number: int,
    course: Course,
    made: Limit,
    assessments: Mapping[int, Assessment],
) -> None:
    """Keep assessments, made under a limit; nothing happens if the match is no longer there."""
    engines, limit = engines_of(course.game), msgspec.json.encode(made).decode()
    connection.executemany(
        _KEEP,
        [
            {
                "match": number,
                "ply": ply,
                "crc": _crc(course, ply),
                "engines": engines,
                "made": limit,
                "assessment": msgspec.json.encode(assessment).decode(),
            }
            for ply, assessment in assessments.items()
        ],
    )


def _crc(course: Course, ply: int) -> str:
    return check_of(course.game.format_position(course.at(ply).position))
