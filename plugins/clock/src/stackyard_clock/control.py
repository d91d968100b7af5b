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
HOUR, DAY = 3600, 86400  # seconds
LONGEST = 10_000_000.0  # seconds of any one time, about four months
ALLOWED = (
    "300 (seconds for the match), 300+5 (and 5 more after each turn), 5:00+5, 10/move "
    "(seconds for each move) or 3d/move (days)"
)
TIME = r"(?:(?:\d{1,4}:)?\d{1,6}:)?\d{1,8}(?:\.\d{1,3})?|\d{1,3}d(?:\d{1,2}h)?|\d{1,4}h"
DAYS = re.compile(r"(?:(\d+)d)?(?:(\d+)h)?", re.ASCII | re.IGNORECASE)
CONTROL = re.compile(rf"({TIME})(?:\+({TIME})|(/move))?", re.ASCII | re.IGNORECASE)


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
        return f"{_number(self.budget)}{more}"

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
    """The recorded form of a typed control; OptionError if it is invalid."""
    return str(parse(text))


@lru_cache
def parse(text: str) -> Control:
    """Parse a control; OptionError if it is invalid."""
    found = CONTROL.fullmatch("".join(text.split()))
    time, more, each_move = found.groups() if found else ("0", None, None)
    seconds, increment = _seconds(time), _seconds(more or "0")
    if not 0 < seconds <= LONGEST or increment > LONGEST:
        raise OptionError(
            TERM, text, ALLOWED, f"a clock cannot be set to {quoted(text)}; write {ALLOWED}"
        )
    return Control(move=seconds) if each_move else Control(seconds, increment)


def _seconds(time: str) -> float:
    """The seconds in `seconds`, `minutes:seconds`, `hours:minutes:seconds` or `1d12h`."""
    if long := DAYS.fullmatch(time):
        days, hours = long.groups("0")
        return DAY * float(days) + HOUR * float(hours)
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
