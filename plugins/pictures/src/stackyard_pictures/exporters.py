"""Exports of matches as pictures: a film or one position, as SVG, PNG or GIF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from stackyard.errors import RecordError
from stackyard.position import ONGOING
from stackyard.records.export import View
from stackyard.records.format import Record
from stackyard.records.reader import readable_course
from stackyard.scenes import Scene
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import ending
from stackyard_pictures import film
from stackyard_pictures.svg import draw


def svg(records: Sequence[Record], view: View) -> bytes:
    """An animation of the match, or a still picture of one ply."""
    course = _course(records, view)
    title = course.game.title
    if view.ply is not None:
        return draw(scene_of(course), title, view.flip, view.notes).encode()
    return film.animate(_scenes(course), title, view.seconds, view.flip).encode()


def png(records: Sequence[Record], view: View) -> bytes:
    """A picture of the last position, or of the one at the view's ply."""
    from stackyard_pictures import raster

    course = _course(records, view)
    return raster.png(scene_of(course), course.game.title, view.flip, notes=view.notes)


def gif(records: Sequence[Record], view: View) -> bytes:
    """An animation of the match, or a still picture of one ply."""
    from stackyard_pictures import raster

    course = _course(records, view)
    scenes = _scenes(course) if view.ply is None else [scene_of(course)]
    return raster.gif(scenes, course.game.title, view.seconds, view.flip, tell=view.tell)


def scene_of(course: Course) -> Scene:
    """The last scene of a course, with an end that does not follow from the rules, such as time."""
    scene = course.scene
    if course.result is None or scene.winner != ONGOING:
        return scene
    winner = course.result.winner
    return replace(scene, winner=winner, prompt=ending(course), choices=frozenset())


def _scenes(course: Course) -> Iterator[Scene]:
    """The scenes of a course, from the start to its end."""
    for number, scene in enumerate(course.scenes()):
        yield scene if number < course.ply else scene_of(course)


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
