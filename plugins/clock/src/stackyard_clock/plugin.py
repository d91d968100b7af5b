"""A clock, built on the hooks of the turn loop.

It has no state: the time left follows from the terms of a match and the seconds of its moves. So it
is correct after an undo, in a resumed match and in a record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.descriptions import Term
from stackyard.plugins.hookspecs import RegisterTerm, hookimpl
from stackyard.text import time_words

if TYPE_CHECKING:
    from stackyard.turnloop.match import Match
    from stackyard_clock.control import Control

# Below the larger of these, a side has little time left.
LITTLE_SECONDS = 10.0
LITTLE_SHARE = 0.1  # of its budget


@hookimpl
def stackyard_register_terms(register: RegisterTerm) -> None:
    """Register the term `clock`."""
    about = Term(
        "clock",
        "Time for each side, with an increment, or for each move.",
        "5 min + 3 s",
        ("5 min + 3 s", "15 min + 10 s", "1 day a move", "3 days a move"),
    )
    register(about, "stackyard_clock.control:read")


@hookimpl
def stackyard_time_left(match: Match, player: int) -> float | None:
    """The time left for the player; the turn loop ends the match when there is none."""
    control = _control(match)
    return None if control is None else control.left(match.course, player)


@hookimpl
def stackyard_match_started(match: Match) -> None:
    """Announce the time of each side."""
    control = _control(match)
    if control is not None:
        match.say(f"Clock: {_words(control, match)}.")


@hookimpl
def stackyard_turn_started(match: Match) -> None:
    """Warn once when the player to act has little time left."""
    control = _control(match)
    if control is None or not control.budget:
        return
    course, little = match.course, max(LITTLE_SECONDS, LITTLE_SHARE * control.budget)
    left = control.left(course, course.player)
    earlier = next((turn for turn in reversed(course.turns) if turn.player == course.player), None)
    had = control.budget if earlier is None else left + sum(earlier.seconds) - control.increment
    if 0 < left < little <= had:
        match.say(f"Clock: {match.game.colours[course.player]} has {time_words(left)} left.")


def _control(match: Match) -> Control | None:
    """The control of a match; the module is imported only when a match is played."""
    from stackyard_clock.control import control_of

    return control_of(match.terms)


def _words(control: Control, match: Match) -> str:
    if control.move:
        return f"{_span(control.move)} for each move"
    more = f", and {_span(control.increment)} more after each turn" if control.increment else ""
    if not match.ply:
        return f"{time_words(control.budget)} for each side{more}"
    sides = [
        f"{colour} has {time_words(control.left(match.course, side))} left"
        for side, colour in enumerate(match.game.colours)
    ]
    return f"{', '.join(sides)}{more}"


def _span(seconds: float) -> str:
    return time_words(seconds) if seconds >= 3600 else f"{seconds:g} s"
