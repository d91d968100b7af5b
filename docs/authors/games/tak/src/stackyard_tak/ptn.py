"""Matches of Tak in PTN (Portable Tak Notation): an exporter and an importer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from stackyard.errors import RecordError
from stackyard.position import DRAW
from stackyard.records.export import View
from stackyard.records.format import Record
from stackyard.records.reader import readable_course
from stackyard.records.writer import record_from_moves
from stackyard.turnloop.history import Course
from stackyard_tak.game import TakGame
from stackyard_tak.rules import SIZES

TAG = re.compile(r'\[(\w+)\s+"([^"]*)"\]')
TEXT = re.compile(r"\{[^}]*\}|\d+\.+|--|[?!'\"*]+(?=\s|$)")  # comments, numbers and marks
RESULTS = {"R-0": 0, "F-0": 0, "1-0": 0, "0-R": 1, "0-F": 1, "0-1": 1, "1/2-1/2": DRAW}
RULES = "rules"  # the reason of a record's result that follows from the rules


def write(records: Sequence[Record], view: View) -> bytes:
    """The matches in PTN, one after the other."""
    return "\n".join(map(_written, records)).encode()


def _written(record: Record) -> str:
    """The tags and the moves of a match, two in a line."""
    course, difference = readable_course(record)
    if difference is not None:
        raise difference
    moves = [move for turn in record.turns for move in turn.moves]
    begins = course.at(0).position.player
    tags = {
        "Player1": record.players[0].name,
        "Player2": record.players[1].name,
        "Size": str(course.game.settings["size"]),
        "Date": record.began.strftime("%Y.%m.%d") if record.began else "",
        "TPS": f"{record.start} 1" if record.start else "",
        "Result": _result(record, course),
    }
    lines = [f'[{tag} "{text.replace(chr(34), chr(39))}"]' for tag, text in tags.items() if text]
    lines.append("")
    moves = ["--"] * begins + moves
    for number, first in enumerate(range(0, len(moves), 2), 1):
        lines.append(f"{number}. {' '.join(moves[first : first + 2])}")
    return "\n".join([*lines, ""])


def _result(record: Record, course: Course) -> str:
    """The result in PTN; empty while the match goes on."""
    if record.result is None:
        return ""
    colours = list(TakGame.colours)
    if not record.result.winner:
        return "1/2-1/2"
    winner = colours.index(record.result.winner)
    mark = "1"
    if record.result.reason == RULES:
        mark = "R" if "road" in course.game.ending(course.position) else "F"
    return f"{mark}-0" if winner == 0 else f"0-{mark}"


def read(text: str) -> list[Record]:
    """The matches of a text in PTN."""
    return [_match(tags, moves, source) for tags, moves, source in _matches(text)]


def _matches(text: str) -> Iterator[tuple[dict[str, str], list[str], str]]:
    """The tags, the moves and the text of each match: it begins with tags."""
    for part in re.split(r"(?m)(?<=[^\]\s])\s*\n\s*(?=\[)", text.strip()):
        tags = dict(TAG.findall(part))
        words = TEXT.sub(" ", TAG.sub(" ", part)).split()
        yield tags, [word for word in words if word not in RESULTS], part


def _match(tags: dict[str, str], moves: list[str], source: str) -> Record:
    """The record of a match; RecordError for what it does not understand."""
    size = tags.get("Size", "5")
    if tags.get("Komi", "0") != "0":
        raise RecordError(f"it has a komi of {tags['Komi']}, and only matches without are read")
    if size not in map(str, SIZES):
        raise RecordError(f"the size {size:.20} is none of 3 to 7")
    start = " ".join(tags["TPS"].split()[:2]) if tags.get("TPS") else None
    return record_from_moves(
        TakGame(size=int(size)),
        moves,
        source=source,
        start=start,
        names=(tags.get("Player1") or "human", tags.get("Player2") or "human"),
        began=_date(tags.get("Date", "")),
        winner=RESULTS.get(tags.get("Result", "")),
    )


def _date(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y.%m.%d").replace(tzinfo=UTC)
    except ValueError:
        return None
