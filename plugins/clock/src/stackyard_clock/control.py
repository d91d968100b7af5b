"""Time controls: the time of each side of a match, and the time left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from stackyard.errors import OptionError
from stackyard.text import quoted

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course

TERM = "clock"
MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds
LONGEST = 10_000_000.0  # seconds of any one time, about four months
ALLOWED = (
    "5min (for the match), 5min+3s (and 3 seconds more after each turn), 10s/move or 3d/move "
    "(for each move)"
)
FRACTION = r"(?:\.\d{1,3})?"
UNITS = (
    r"(?=\d)(?:(\d{1,3})d(?:ays?)?)?(?:(\d{1,4})h(?:(?:ou)?rs?)?)?"
    rf"(?:(\d{{1,6}}{FRACTION})m(?:in(?:ute)?s?)?)?(?:(\d{{1,8}}{FRACTION})s(?:ec(?:ond)?s?)?)?"
)
DIGITS = rf"(?:(?:\d{{1,4}}:)?\d{{1,6}}:)?\d{{1,8}}{FRACTION}"  # seconds, minutes:seconds and so on
CONTROL = re.compile(
    rf"(?P<time>{DIGITS}|{UNITS})(?:\+(?P<more>{DIGITS}|{UNITS})|(?P<each>(?:/|per|each|a)move))?",
    re.ASCII | re.IGNORECASE,
)
SPAN = re.compile(UNITS, re.ASCII | re.IGNORECASE)
NUMBER = re.compile(rf"\d+{FRACTION}", re.ASCII)


@dataclass(frozen=True)
class Control:
    """The seconds for each side: `move` for each move, or else a `budget` for the match.

    With a budget, each turn that a side completes adds `increment`.
    """

    budget: float = 0.0
    increment: float = 0.0
    move: float = 0.0

    def __str__(self) -> str:
        """The text of the control, as typed and recorded."""
        if self.move:
            return f"{_number(self.move)}/move"
        more = f"+{_number(self.increment)}" if self.increment else ""
        unit = "s" if self.budget < MINUTE else ""  # as `read` asks for
        return f"{_number(self.budget)}{unit}{more}"

    def left(self, course: Course, side: int) -> float:
        """The seconds that a side, 0 or 1, has for its next move.

        Time already spent on that move is not in the course, and not deducted.
        """
        if self.move:
            return self.move
        added = self.increment * course.turns_of(side)
        return self.budget + added - course.seconds_of(side)


def control_of(terms: Mapping[str, str]) -> Control | None:
    """The control agreed for a match; None if it is played without a clock.

    Raises OptionError if the term is not a value returned by `read`.
    """
    text = terms.get(TERM)
    return None if text is None else parse(text)


def read(text: str) -> str:
    """The recorded form of a typed control; OptionError if it is invalid.

    A number below a minute needs a unit: a person who types 5 may well mean minutes.
    """
    control = parse(text)
    time, *_ = "".join(text.split()).split("+")
    if NUMBER.fullmatch(time) and control.budget < MINUTE:
        raise OptionError(
            TERM,
            text,
            ALLOWED,
            f"a clock of {quoted(text)} has no unit: write {time}min for minutes or {time}s for "
            "seconds",
        )
    return str(control)


@lru_cache
def parse(text: str) -> Control:
    """Parse a typed or recorded control; OptionError if it is invalid."""
    found = CONTROL.fullmatch("".join(text.split()))
    time, more, each_move = found.group("time", "more", "each") if found else ("0", None, None)
    seconds, increment = _seconds(time), _seconds(more or "0")
    if not 0 < seconds <= LONGEST or increment > LONGEST:
        raise OptionError(
            TERM, text, ALLOWED, f"a clock cannot be set to {quoted(text)}; write {ALLOWED}"
        )
    return Control(move=seconds) if each_move else Control(seconds, increment)


def _seconds(time: str) -> float:
    """The seconds in `seconds`, `minutes:seconds`, `hours:minutes:seconds` or `1d12h30min5s`."""
    if span := SPAN.fullmatch(time):
        lengths = (DAY, HOUR, MINUTE, 1)
        return sum([unit * float(n) for unit, n in zip(lengths, span.groups("0"), strict=True)])
    total = 0.0
    for part in time.split(":"):
        total = 60 * total + float(part)
    return total


def _number(seconds: float) -> str:
    """Seconds to the millisecond, without trailing zeros; whole hours as `1d12h`."""
    if seconds and not seconds % HOUR:
        days, rest = divmod(int(seconds), DAY)
        return (f"{days}d" if days else "") + (f"{rest // HOUR}h" if rest else "")
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
