"""Games by letter: a link is opened, played on and sent back. Nothing of it is kept here."""

from __future__ import annotations

from typing import Any

from stackyard.errors import RecordError
from stackyard.text import plural
from stackyard_notations.game_link import course_of, link_of
from stackyard_web.views import choices, ended, latest, made, picture

LONGEST = 4000  # characters of a link, which make work


def opened(link: str, move: str, ply: int | None, flip: bool, plies: int) -> dict[str, Any]:
    """The game of a link after one more `move`, if any, and its position after `ply` moves.

    `ply` None is the end. Raises StackyardError for a link or a move that is refused, and for a
    link or a game that is too long, of more than `plies` moves.
    """
    if len(link) > LONGEST:
        raise RecordError(f"it has {len(link)} characters; at most {LONGEST} are read")
    course = course_of(link)
    if course.ply > plies:
        raise RecordError(f"the game has {plural(course.ply, 'move')}; at most {plies} are shown")
    if move:
        course = course.play(course.game.parse_move(move, course.position))
    shown = course if ply is None else course.at(min(ply, course.ply))
    game = course.game
    return {
        "link": link_of(course),
        "game": game.title,
        "name": game.name,
        "colours": list(game.colours),
        "player": game.colours[course.player],
        "result": ended(course),
        "ply": shown.ply,
        "end": course.ply,
        "plies": made(course),
        "words": latest(shown),
        "picture": picture(shown, flip),
        "choices": choices(course) if shown.ply == course.ply else [],
    }
