"""The moves that a player may have after the other player's turn, for choosing one in advance."""

from __future__ import annotations

import time
from collections import deque

from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard_web import move_picker
from stackyard_web.protocol import Choice

SECONDS = 0.15  # of search; what is not found until then cannot be chosen


def replies(course: Course, seat: int) -> list[Choice]:
    """The moves of a seat that are legal after some turn of the other player."""
    found: dict[str, Choice] = {}
    end = time.monotonic() + SECONDS
    waiting = deque([course.position])
    while waiting and time.monotonic() < end:
        position = waiting.popleft()
        if position.player == seat:
            for choice in move_picker.choices(course.game, position):
                known = found.get(choice.move)
                if known is None or choice.words:  # with words where some position needs them
                    found[choice.move] = choice
            continue
        for move in position.legal_moves():
            following = position.copy()
            following.play(int(move))
            if following.winner == ONGOING:
                waiting.append(following)
    return list(found.values())
