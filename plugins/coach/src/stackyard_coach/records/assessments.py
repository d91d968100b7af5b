"""The assessments of matches' positions, which the archive keeps so that they are made once."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from stackyard.analysis import Limit
from stackyard.position import ONGOING
from stackyard.records.archive import Archive
from stackyard.records.plugin_tables import MatchTable
from stackyard.records.writer import check_of
from stackyard.turnloop.history import Course
from stackyard_coach.assessment import Assessment, covers, engines_of

_COLUMNS = """
    ply INTEGER NOT NULL,
    crc TEXT NOT NULL,
    engines TEXT NOT NULL,
    made TEXT NOT NULL,
    assessment TEXT NOT NULL,
    PRIMARY KEY (match, ply, made)
"""
_LOAD = "SELECT ply, crc, engines, made, assessment FROM coach_analyses WHERE match = ?"
_KEEP = """
    INSERT OR REPLACE INTO coach_analyses (match, ply, crc, engines, made, assessment)
    SELECT :match, :ply, :crc, :engines, :made, :assessment
    WHERE EXISTS (SELECT 1 FROM matches WHERE id = :match)
"""


class AssessmentStore:
    """The assessments of the positions of a course, the match `number` of an archive.

    Each method raises ArchiveError if the file cannot be used.
    """

    def __init__(self, archive: Archive, number: int, course: Course) -> None:
        self._table = MatchTable(archive, "coach_analyses", _COLUMNS)
        self._number = number
        self._course = course

    def load(self, wanted: Limit, deeper: bool = True) -> dict[int, Assessment]:
        """The kept assessments by the number of plies.

        Left out are those of other positions, by other versions of the plugins, of a shorter
        analysis than wanted that proved nothing, and what cannot be read. If `deeper` is false,
        only those made under the very limit are returned.
        """
        found = {}
        engines = engines_of(self._course.game)
        with self._table.reading() as connection:
            rows = connection.execute(_LOAD, [str(self._number)]).fetchall()
        for ply, crc, by, made, content in rows:
            if by != engines or not 0 <= ply <= self._course.ply or crc != self._crc(ply):
                continue
            try:
                known = msgspec.json.decode(content, type=Assessment)
                limit = msgspec.json.decode(made, type=Limit)
            except (msgspec.MsgspecError, ValueError, TypeError):
                continue
            serves = deeper and (known.proven != ONGOING or covers(limit, wanted))
            is_first = ply not in found or known.proven != ONGOING
            if is_first and (serves or limit == wanted):
                found[ply] = known
        return found

    def keep(self, made: Limit, assessments: Mapping[int, Assessment]) -> None:
        """Keep assessments, made under a limit; nothing happens if the match is not there."""
        engines, limit = engines_of(self._course.game), msgspec.json.encode(made).decode()
        with self._table.writing() as connection:
            connection.executemany(
                _KEEP,
                [
                    {
                        "match": self._number,
                        "ply": ply,
                        "crc": self._crc(ply),
                        "engines": engines,
                        "made": limit,
                        "assessment": msgspec.json.encode(assessment).decode(),
                    }
                    for ply, assessment in assessments.items()
                ],
            )

    def _crc(self, ply: int) -> str:
        return check_of(self._course.game.format_position(self._course.at(ply).position))
