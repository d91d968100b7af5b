"""Hints: the best moves of a position by the installed engine, and the reasons for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from stackyard.analysis import Limit
from stackyard.errors import StackyardError
from stackyard.text import quoted
from stackyard.turnloop.history import Course
from stackyard_cli.match_prompt import MatchPrompt
from stackyard_cli.replay import Replay
from stackyard_cli.screen import Screen
from stackyard_coach.hint import Hint, hint

MAX_SECONDS = 3600.0


def read_seconds(text: str) -> float:
    """Parse a number of seconds; StackyardError if it is invalid."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = nan
    if not 0 < seconds <= MAX_SECONDS:
        sentence = f"{quoted(text)} is not a number of seconds up to {MAX_SECONDS:.0f}"
        raise StackyardError(sentence)
    return seconds


def hint_in_match(prompt: MatchPrompt, arguments: Sequence[str]) -> None:
    """Show the best moves, and count the hint as help; the argument is a number of seconds."""
    show_hint(prompt.match.course, arguments, prompt.screen)
    prompt.note_help(hints=1)
    prompt.match.keep()
    prompt.draw_again()  # it may have scrolled away


def hint_in_replay(replay: Replay, arguments: Sequence[str]) -> None:
    """Show the best moves of the position that is shown, likewise."""
    course = replay.line.at(replay.ply)
    if course.result is not None:
        replay.screen.complain("The match is over here; go back first.")
    else:
        show_hint(course, arguments, replay.screen)


def show_hint(course: Course, arguments: Sequence[str], screen: Screen) -> None:
    """Show the best moves of a position, with reasons and a line.

    The search takes the engine's default effort, or the typed seconds. Raises NoEngineError if no
    installed engine analyses the game, StackyardError if they are no seconds.
    """
    limit = Limit(seconds=read_seconds(arguments[0])) if arguments else None
    with screen.thinking("the adviser", True) as watch:
        found = hint(course, limit, watch)
    for candidate in found.candidates:
        screen.say(f"{candidate.line.text}  {candidate.line.words}: {candidate.value}")
    screen.say(_effort(found))
    line = [ply.text for ply in found.best.plies]
    screen.say("\n".join(["", *found.reasons]))
    if len(line) > 1:
        screen.say(f"The line: {' '.join(line)}.")
    if found.analysis.warning:
        screen.warn(found.analysis.warning)


def _effort(found: Hint) -> str:
    """The basis of a hint, and how to get a longer search."""
    analysis = found.analysis
    if analysis.lines[0].result or analysis.complete:
        return f"{found.basis}."
    longer = max(2 * round(analysis.seconds), 10)
    return f"{found.basis}; hint {longer} searches longer."
