"""The parts of a course of play that pages show: board, moves, result."""

from __future__ import annotations

from collections import Counter

from stackyard.drawing.text import status
from stackyard.scenes import Scene
from stackyard.text import capitalized
from stackyard.turnloop.history import Course
from stackyard.turnloop.wording import outcome
from stackyard_pictures import clickable
from stackyard_pictures.svg import fill
from stackyard_web import move_picker
from stackyard_web.protocol import Choice, MovementView, Picture, PlayedMove, TrayView


def picture(course: Course, flip: bool = False, still: bool = False) -> Picture:
    """The board, the trays and the status line of a course; pieces of a `still` one stay."""
    scene = course.scene
    movements = () if still else scene.movements
    return Picture(
        clickable.draw(scene, f"{course.game.title} board", flip),
        trays(scene),
        status(scene),
        None if still else course.ply,
        [MovementView(list(each.cells), each.count, each.start, each.level) for each in movements],
    )


def room(course: Course, flip: bool) -> tuple[str, int, bool]:
    """An empty board that keeps the room until a script draws, and the number of trays.

    The board lacks its content and the class of one that is drawn; it is empty if the game fails,
    which the script will tell. The last is true if buttons with numbers will come.
    """
    try:
        shown = picture(course, flip)
        counts = any(choice.move.isdecimal() for choice in choices(course))
    except Exception:
        return "", 0, False
    opening = shown.board.partition(">")[0].replace('class="board ', 'class="', 1)
    return f"{opening}></svg>", len(shown.trays), counts


def choices(course: Course) -> list[Choice]:
    """The moves to choose from; none after the end."""
    return [] if course.result else move_picker.choices(course.game, course.position)


def trays(scene: Scene) -> list[TrayView]:
    """The pieces beside the board."""
    return [
        TrayView(
            tray.title,
            [
                (piece.letter, number, fill(scene, piece), piece.player)
                for piece, number in Counter(tray.pieces).items()
            ],
        )
        for tray in scene.trays
    ]


def ended(course: Course) -> str:
    """A sentence about the result, without the full stop; empty during the match."""
    return capitalized(outcome(course))


def latest(course: Course) -> str:
    """The latest move in words, with its player; empty at the start."""
    last = course.last
    return "" if last is None else f"{course.game.colours[last.player]} {last.words}"


def made(course: Course, since: int = 0) -> list[PlayedMove]:
    """The moves from number `since` on, with descriptions."""
    return [
        PlayedMove(ply.number, ply.player, ply.text, ply.words, ply.opens)
        for ply in course.plies(since)
    ]


def known(before: Course, now: Course) -> int:
    """The number of plies of `now` that a page which shows `before` already has."""
    continued = now.since(before) is not None or before.since(now) is not None
    return min(before.ply, now.ply) if continued else 0
