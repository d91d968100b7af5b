"""Matches that continue from a position of an earlier match."""

from __future__ import annotations

from stackyard.errors import RecordError
from stackyard.records.format import Record
from stackyard.records.reader import readable_course
from stackyard.text import plural
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import recorded_spec
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
    one, other = [
        recorded_spec(seat.spec, seat.colour) if given is None else given
        for seat, given in zip(record.players, (first, second), strict=True)
    ]
    return Match(course.game, (one, other), course=course, seed=seed, terms=dict(record.terms))
