"""Matches that continue from a position of an earlier match."""

from __future__ import annotations

from stackyard.errors import RecordError
from stackyard.records.format import Record
from stackyard.records.reader import readable_course
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_cli.record_sources import load


def course_at(source: str, ply: int | None) -> tuple[Record, Course]:
    """The record of a number or a file, and its course after `ply` moves or at its end."""
    record = load(source)
    course, difference = readable_course(record)
    if ply is None:
        if difference is not None:
            raise difference
        return record, course
    if ply > course.ply:
        has = plural(course.ply, "move")
        raise difference or RecordError(f"{source} has {has}, and no position after {ply}")
    return record, course.at(ply)


def play_on(
    record: Record,
    course: Course,
    first: str | None = None,
    second: str | None = None,
    seed: int | None = None,
) -> Match:
    """A new match that continues a course, with the earlier players or the ones described."""
    played = [seat.spec for seat in record.players]
    described = (played[0] if first is None else first, played[1] if second is None else second)
    return Match(course.game, described, course=course, seed=seed, terms=dict(record.terms))
