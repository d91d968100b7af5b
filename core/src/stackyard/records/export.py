"""Export matches to files, in the formats that core and plugins register."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from stackyard.errors import RecordError
from stackyard.notation import listed
from stackyard.plugins.registry import Registered
from stackyard.records.format import Record, encode


def _unheard(*told: object) -> None:
    """Ignore messages."""


@dataclass(frozen=True)
class View:
    """The view of a match in a picture.

    `ply` selects one position, after that many moves; None is the whole match, or the last
    position if the format has no animation. `flip` shows the board from the other side,
    `seconds` is the time for each position of an animation, and `notes` adds the game's notes.

    `warn` is called with a sentence if only part of a match can be drawn because the rules have
    changed. Slow exporters call `tell` with the numbers of frames done and in total; an
    exception from it ends the export.
    """

    ply: int | None = None
    flip: bool = False
    seconds: float = 1.0
    notes: bool = False
    warn: Callable[[str], object] = field(default=_unheard, repr=False, compare=False)
    tell: Callable[[int, int], object] = field(default=_unheard, repr=False, compare=False)


def export(form: Registered, records: Sequence[Record], view: View) -> bytes:
    """The records in a registered format; PluginError if the result is not bytes.

    RecordError if the format belongs to other games.
    """
    for record in records:
        if not form.about.writes(record.game):
            raise RecordError(
                f"the format {form.about.name} is for matches of {listed(form.about.games, 'or')}, "
                f"not of {record.game}"
            )
    content = form.call(records, view)
    if not isinstance(content, bytes):
        kind = type(content).__name__
        raise form.fault(f"the form {form.about.name} came out as {kind}, not as bytes")
    return content


def json(records: Sequence[Record], view: View) -> bytes:
    """One record as indented JSON, several as one record per line."""
    if len(records) == 1:
        return encode(records[0], 2) + b"\n"
    return jsonl(records, view)


def jsonl(records: Sequence[Record], view: View) -> bytes:
    """One record per line."""
    return b"".join([encode(record) + b"\n" for record in records])
