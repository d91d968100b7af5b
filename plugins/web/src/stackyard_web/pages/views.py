"""Courses of play as the pages show them: pictures, lists of moves, states of play."""

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
from stackyard_web.protocol import Made, Participant, Picture, State, Tray
from stackyard_web.tables import move_picker
from stackyard_web.tables.actions import Playing
from stackyard_web.tables.seats import HUMAN, name_of


def state(
    playing: Playing, version: int, ticking: bool, notice: str, flip: bool, since: int
) -> State:
    """How a match stands, with its moves from number `since` on."""
    match, course = playing.match, playing.match.course
    game, position, result, last = match.game, course.position, course.result, course.last
    first, second = [
        Participant(colour, name_of(spec, game.name), spec == HUMAN, called)
        for colour, spec, called in zip(
            game.colours, match.specs, playing.beside.names, strict=True
        )
    ]
    return State(
        version=version,
        ply=course.ply,
        player=course.player,
        winner=None if result is None else result.winner,
        result=ended(course),
        asked="" if result else game.asked(position),
        picture=picture(game, course.scene, flip),
        choices=[] if result else move_picker.choices(game, position),
        since=since,
        plies=made(course, since),
        last=[] if last is None else list(game.move_cells(last.move, last.before)),
        seats=(first, second),
        undo=playing.undoable(),
        redo=playing.redoable(),
        advice=playing.may_be_advised(),
        offer=playing.beside.offer,
        may_offer=playing.may_offer(),
        back=playing.beside.back,
        may_ask_back=playing.may_ask_back(),
        thinking=result is None and not playing.is_human(course.player),
        clocks=(match.time_left_of(0), match.time_left_of(1)) if ticking else (None, None),
        ticking=ticking,
        notice=notice,
        position=game.format_position(position),
    )


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
