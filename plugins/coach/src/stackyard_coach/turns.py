"""Turns within a line of play: what belongs to a turn, its text, and its replies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from stackyard.turnloop.history import Course
from stackyard.turnloop.ply import Ply


def played_on(course: Course, moves: Iterable[str]) -> Course:
    """The course after more moves, as far as the match goes on."""
    for text in moves:
        if course.result is not None:
            break
        course = course.play(text)
    return course


def turns_of(plies: Iterable[Ply]) -> list[list[Ply]]:
    """The plies of each turn."""
    return [list(turn) for _, turn in groupby(plies, lambda ply: ply.turn)]


def texts(plies: Sequence[Ply]) -> str:
    """Moves in the game's notation."""
    return " ".join([ply.text for ply in plies])


def reply_of(plies: Sequence[Ply]) -> list[Ply]:
    """The turn after the first one of a line; empty if the same player makes it, or if it ends."""
    own, *later = turns_of(plies)
    return later[0] if later and later[0][0].player != own[0].player else []


def replies(plies: Sequence[Ply]) -> int:
    """The number of replies to the first turn of a line."""
    after = turns_of(plies)[0][-1].after
    return len(after.legal_moves()) if after.player != plies[0].player else 0
