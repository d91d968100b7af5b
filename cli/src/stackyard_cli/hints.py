"""Hints: the best moves of a position by the installed engine, and the basis of their values."""

from __future__ import annotations

from math import nan

from stackyard.analysis import Analysis, Limit, analyse
from stackyard.analysis_wording import basis_words, value_words
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard_cli.screen import Screen

SHOWN = 3  # moves
MAX_SECONDS = 3600.0


def read_seconds(text: str) -> float:
    """Parse a number of seconds; ValueError if it is invalid."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 < seconds <= MAX_SECONDS:
        raise ValueError(f"{quoted(text)} is not a number of seconds up to {MAX_SECONDS:.0f}")
    return seconds


def show_hint(course: Course, seconds: float | None, screen: Screen, seed: int) -> None:
    """Show the best moves of a position, with the engine's default effort or after `seconds`.

    Raises NoEngineError if no installed engine analyses the game.
    """
    limit = None if seconds is None else Limit(seconds=seconds)
    with screen.thinking("the adviser", True) as watch:
        analysis = analyse(course, limit, watch, seed=seed)
    for line in analysis.lines[:SHOWN]:
        screen.say(f"{line.text}  {line.words}: {value_words(line)}")
    screen.say(_effort(analysis))
    if analysis.warning:
        screen.warn(analysis.warning)


def _effort(analysis: Analysis) -> str:
    """The basis of a hint, and how to get a longer search."""
    if analysis.lines[0].result or analysis.complete:
        return f"{basis_words(analysis)}."
    longer = max(2 * round(analysis.seconds), 10)
    return f"{basis_words(analysis)}. hint {longer} searches longer."
