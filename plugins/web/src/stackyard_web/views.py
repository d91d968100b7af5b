"""How pages see a course of play: the picture of the board, the list of moves, the result."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from stackyard.drawing import clickable
from stackyard.drawing.svg import fill
from stackyard.drawing.text import status
from stackyard.errors import RecordError
from stackyard.game import Game
from stackyard.records.format import decode
from stackyard.records.reader import readable_course
from stackyard.scenes import Scene
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import outcome
from stackyard_web.protocol import Made, Picture, Tray


def picture(game: Game, scene: Scene, flip: bool = False) -> Picture:
    """The board, the trays and the state of play in words."""
    trays = [
        Tray(
            tray.title,
            [
                (piece.letter, number, fill(scene, piece), piece.player)
                for piece, number in Counter(tray.pieces).items()
            ],
        )
        for tray in scene.trays
    ]
    return Picture(clickable.draw(scene, f"{game.title} board", flip), trays, status(scene))


def ended(course: Course) -> str:
    """How a course ended, in a sentence without the full stop; empty while it goes on."""
    sentence = outcome(course)
    return sentence[:1].upper() + sentence[1:]


def made(course: Course, since: int = 0) -> list[Made]:
    """The moves from number `since` on, in words."""
    return [
        Made(ply.number, ply.player, ply.text, ply.words, ply.opens) for ply in course.plies(since)
    ]


def known(before: Course, now: Course) -> int:
    """How many plies a page that knows one course need not be told of another."""
    continued = now.since(before) is not None or before.since(now) is not None
    return min(before.ply, now.ply) if continued else 0


def replayed(document: str, ply: int, flip: bool, plies: int) -> dict[str, Any]:
    """One ply of a record that anybody may have written, with the list of its moves."""
    record = decode(document)
    if record.plies > plies:
        raise RecordError(f"the record has {record.plies} moves; {plies} are shown here at most")
    course, difference = readable_course(record)
    shown = course.at(min(ply, course.ply))
    return {
        "game": course.game.title,
        "name": course.game.name,
        "colours": list(course.game.colours),
        "players": [seat.name for seat in record.players],
        "result": ended(course) or "Not finished",
        "comment": record.comment,
        "warning": "" if difference is None else str(difference),
        "ply": shown.ply,
        "plies": msgspec.to_builtins(made(course)),
        "picture": msgspec.to_builtins(picture(course.game, shown.scene, flip)),
    }
