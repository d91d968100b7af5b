"""A plugin for the tests: so many seconds for the whole game, agreed on as the term `hourglass`."""

from __future__ import annotations

from stackyard import Match, OptionError, hookimpl
from stackyard.descriptions import Term
from stackyard.plugins.hookspecs import RegisterTerm


def read(text: str) -> str:
    try:
        return f"{float(text):g}"
    except ValueError:
        sentence = f"hourglass: {text!r} is no number of seconds"
        raise OptionError("hourglass", text, "a number", sentence) from None


@hookimpl
def stackyard_register_terms(register: RegisterTerm) -> None:
    register(Term("hourglass", "Seconds for the game.", "60"), read)


@hookimpl
def stackyard_time_left(match: Match, player: int) -> float | None:
    if "hourglass" not in match.terms:
        return None
    used = [sum(turn.seconds) for turn in match.course.so_far if turn.player == player]
    return float(match.terms["hourglass"]) - sum(used)
