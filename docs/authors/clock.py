"""A clock for both sides: so much time for the game, some more for each turn, and time can be lost.

CLOCK=300+5 gives each player 300 seconds and 5 more for every turn that he completes. The clock
keeps nothing of its own: the time used stands in the turns of the match, so that an undo gives it
back and a match that is taken up goes on with what was left.
"""

from __future__ import annotations

import os
import re
from math import ceil

from stackyard import Match, Result, hookimpl

USUAL = "300+5"


@hookimpl
def stackyard_turn_started(match: Match) -> None:
    """Show both clocks."""
    clocks = zip(match.game.colours, time_left(match), strict=True)
    match.say("clock: " + ", ".join([f"{colour} {shown(left)}" for colour, left in clocks]))


@hookimpl
def stackyard_move_played(match: Match) -> None:
    """A move that came too late loses, even one that would have won."""
    mover = match.so_far[-1].player
    if time_left(match)[mover] < 0:
        match.end(Result(1 - mover, "time", f"{match.game.colours[mover]}'s time is up"))


def time_left(match: Match) -> list[float]:
    """The seconds that each player has left; the turn in progress has earned nothing yet."""
    seconds, increment = time_control()
    left = [seconds, seconds]
    for turn in match.so_far:
        left[turn.player] -= sum(turn.seconds)
    for turn in match.turns:
        left[turn.player] += increment
    return left


def time_control() -> tuple[float, float]:
    """The seconds for the game and for each turn, as CLOCK has them."""
    text = os.environ.get("CLOCK", USUAL)
    number = r"(\d{1,6}(?:\.\d+)?)"
    found = re.fullmatch(rf"{number}(?:\+{number})?", text, re.ASCII)
    if found is None or not float(found[1]):
        raise ValueError(f"CLOCK={text} is no time; write SECONDS or SECONDS+INCREMENT, as {USUAL}")
    return float(found[1]), float(found[2] or 0)


def shown(seconds: float) -> str:
    """Minutes and seconds, 0:00 when there is nothing left."""
    minutes, rest = divmod(max(0, ceil(seconds)), 60)
    return f"{minutes}:{rest:02}"
