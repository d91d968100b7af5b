"""Writing matches to files: core's own forms, and those that plugins register."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stackyard.errors import PluginError, RecordError
from stackyard.plugins.host import Registered
from stackyard.records.format import Record, as_text, encode
from stackyard.records.reading import readable_course
from stackyard.scenes import Scene


@dataclass(frozen=True)
class View:
    """How a picture shows a match.

    `ply` is the one position to draw, after that many moves; None is the whole match, or the last
    position where a picture cannot move. `flip` shows the board from the other side, `seconds` is
    how long a picture that moves shows each position. `warn` hears a sentence where only a part of
    a match can be drawn, because the rules have changed.
    """

    ply: int | None = None
    flip: bool = False
    seconds: float = 1.0
    warn: Callable[[str], None] = lambda sentence: None


def export(form: Registered, records: Sequence[Record], view: View) -> bytes:
    """The records in the form that a plugin registered; PluginError if it answers no bytes."""
    content = form.load()(records, view)
    if not isinstance(content, bytes):
        raise PluginError(
            f"plugin {form.provider}: the form {form.about.name} came out as "
            f"{type(content).__name__}, not as bytes"
        )
    return content


def json(records: Sequence[Record], view: View) -> bytes:
    """One record as indented JSON, several as a record a line."""
    if len(records) == 1:
        return encode(records[0], 2) + b"\n"
    return jsonl(records, view)


def jsonl(records: Sequence[Record], view: View) -> bytes:
    """A record a line."""
    return b"".join([encode(record) + b"\n" for record in records])


def text(records: Sequence[Record], view: View) -> bytes:
    """The records for people."""
    return "\n".join([as_text(record) for record in records]).encode()


def svg(records: Sequence[Record], view: View) -> bytes:
    """A picture that moves; a still one of a single ply."""
    from stackyard.drawing import film, svg

    scenes, title = _scenes(records, view)
    if view.ply is not None:
        return svg.draw(scenes[0], title, view.flip).encode()
    return film.animate(scenes, title, view.seconds, view.flip).encode()


def png(records: Sequence[Record], view: View) -> bytes:
    """The last position, or that after one ply."""
    from stackyard.drawing import raster

    scenes, title = _scenes(records, view)
    return raster.png(scenes[-1], title, view.flip)


def gif(records: Sequence[Record], view: View) -> bytes:
    """A film; one picture of a single ply."""
    from stackyard.drawing import raster

    scenes, title = _scenes(records, view)
    return raster.gif(scenes, title, view.seconds, view.flip)


def _scenes(records: Sequence[Record], view: View) -> tuple[list[Scene], str]:
    """What is to be drawn, and the title of the game; RecordError if there is no such ply."""
    (record,) = records
    course, difference = readable_course(record)
    if difference is not None:
        view.warn(str(difference))
    if view.ply is None:
        return list(course.scenes()), course.game.title
    if view.ply > course.ply:
        raise difference or RecordError(f"the match has no move {view.ply}; it has {course.ply}")
    return [course.at(view.ply).scene], course.game.title
