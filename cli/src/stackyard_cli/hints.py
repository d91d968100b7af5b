"""Hints: what the full search finds about a position, and how sure that is."""

from __future__ import annotations

from math import nan

from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard_cli.screen import Screen
from stackyard_engine.analysis import analyse, basis, judgement
from stackyard_engine.engine import Analysis
from stackyard_engine.levels import STRENGTHS, strength_of
from stackyard_engine.limits import Limit

HINTS = 3  # moves shown
STRONGEST = len(STRENGTHS)  # level
HINT_SECONDS = 5.0  # at most, unless more are asked for
MOST_SECONDS = 3600.0


def seconds_in(text: str) -> float:
    """The number of seconds that somebody typed; ValueError says what is wrong with it."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"{quoted(text)} is no number of seconds up to {MOST_SECONDS:.0f}")
    return seconds


def unused_words(problem: str) -> str:
    """Say that learned weights are there and are of no use."""
    return f"What was learned is not used: {problem}."


def advise(course: Course, seconds: float | None, screen: Screen, seed: int) -> None:
    """Show the best moves of a position: as the strongest level sees them, or after so long."""
    full = None if seconds else strength_of(STRONGEST, course.game).simulations
    limit = Limit(simulations=full, seconds=seconds or HINT_SECONDS)
    with screen.thinking("the adviser", True) as watch:
        analysis = analyse(course, limit, watch, seed=seed)
    for line in analysis.lines[:HINTS]:
        screen.say(f"{line.text}  {line.words}: {judgement(line)}")
    screen.say(_effort(analysis))


def _effort(analysis: Analysis) -> str:
    """What the hint rests on, and how to have more."""
    full = strength_of(STRONGEST, analysis.course.game).simulations
    if analysis.lines[0].result or analysis.simulations >= full:
        return f"{basis(analysis)}."
    longer = max(2 * round(analysis.seconds), 10)
    return f"{basis(analysis)}; level {STRONGEST} tries {full:,}. hint {longer} tells more."
