"""Exports of matches as pictures: a film or one position, as SVG, PNG or GIF."""

from __future__ import annotations

from collections.abc import Sequence

from stackyard.errors import RecordError
from stackyard.records.export import View
from stackyard.records.format import Record
from stackyard.records.reader import readable_course
from stackyard.turnloop.history import Course
from stackyard_pictures import film
from stackyard_pictures.svg import draw


def svg(records: Sequence[Record], view: View) -> bytes:
    """An animation of the match, or a still picture of one ply."""
    course = _course(records, view)
    title = course.game.title
    if view.ply is not None:
        return draw(course.scene, title, view.flip, view.notes).encode()
    return film.animate(course.scenes(), title, view.seconds, view.flip).encode()


def png(records: Sequence[Record], view: View) -> bytes:
    """A picture of the last position, or of the one at the view's ply."""
    from stackyard_pictures import raster

    course = _course(records, view)
    return raster.png(course.scene, course.game.title, view.flip, notes=view.notes)


def gif(records: Sequence[Record], view: View) -> bytes:
    """An animation of the match, or a still picture of one ply."""
    from stackyard_pictures import raster

    course = _course(records, view)
    scenes = course.scenes() if view.ply is None else [course.scene]
    return raster.gif(scenes, course.game.title, view.seconds, view.flip, tell=view.tell)


def _course(records: Sequence[Record], view: View) -> Course:
    """The course to draw, up to the view's ply; RecordError if there is no such ply."""
    (record,) = records
    course, difference = readable_course(record)
    if difference is not None:
        view.warn(str(difference))
    if view.ply is None:
        return course
    if view.ply > course.ply:
        raise difference or RecordError(f"the match has no move {view.ply}; it has {course.ply}")
    return course.at(view.ply)
