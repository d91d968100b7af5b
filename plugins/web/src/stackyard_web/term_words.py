"""Terms of a match in words for people, who need not know how records write them."""

from __future__ import annotations

import re
from collections.abc import Mapping

CLOCK = re.compile(
    r"(?:(?P<days>\d+)d)?(?:(?P<hours>\d+)h)?(?:(?P<seconds>\d+(?:\.\d+)?)s?)?"
    r"(?:\+(?P<more>\d+(?:\.\d+)?))?(?P<each>/move)?",
    re.ASCII,
)
DAY, HOUR, MINUTE = 86_400, 3600, 60


def term_words(terms: Mapping[str, str]) -> str:
    """Terms such as `clock 10 min + 5 s`; others than the clock stay as they are."""
    told = {name: clock_words(text) if name == "clock" else text for name, text in terms.items()}
    return ", ".join([f"{name} {words}" for name, words in told.items()])


def clock_words(text: str) -> str:
    """A recorded clock such as `600+5` or `3d/move` as `10 min + 5 s` or `3 days a move`."""
    found = CLOCK.fullmatch(text)
    if not text or found is None:
        return text
    days, hours, seconds = [float(found[key] or 0) for key in ("days", "hours", "seconds")]
    words = span_words(days * DAY + hours * HOUR + seconds)
    if found["more"]:
        words += f" + {span_words(float(found['more']))}"
    return f"{words} a move" if found["each"] else words


def span_words(seconds: float) -> str:
    """A span of time such as `10 min`, `1 h 30 min` or `3 days`."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    parts = [
        f"{days:.0f} day{'' if days == 1 else 's'}" if days else "",
        f"{hours:.0f} h" if hours else "",
        f"{minutes:.0f} min" if minutes else "",
        f"{rest:g} s" if rest else "",
    ]
    return " ".join([part for part in parts if part]) or "0 s"
