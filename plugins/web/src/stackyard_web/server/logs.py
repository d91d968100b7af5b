"""The server's log: repeated entries appear once a minute, control characters are escaped."""

from __future__ import annotations

import logging
import re
import sys
import time
from collections import OrderedDict

from stackyard.text import printable

PAUSE = 60.0  # seconds
KNOWN = 1000  # entries remembered
BAD_TEXT = "Invalid UTF-8 sequence received from client."  # uvicorn logs it with a traceback


class RepeatFilter(logging.Filter):
    """Drops entries repeated within a minute; the next one says how many were dropped.

    Entries that differ only in numbers, such as ports and tables, count as the same entry.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: OrderedDict[tuple[object, ...], list[float]] = OrderedDict()  # when, how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell if this entry is to be logged."""
        if isinstance(record.msg, OSError):  # uvicorn's, which the command tells
            return False
        now, words = time.monotonic(), record.getMessage()
        if words == BAD_TEXT:
            record.exc_info = record.exc_text = None
        raised = record.exc_info[1] if record.exc_info else None
        cause = _without_numbers(str(raised))
        key = (record.name, record.levelno, _without_numbers(words), type(raised), cause)
        said = self._said.get(key)
        if said is not None and now - said[0] < PAUSE:
            said[1] += 1
            return False
        if said is not None and said[1]:
            record.msg, record.args = f"{words} (and {said[1]:.0f} times before that)", None
        self._said.pop(key, None)
        self._said[key] = [now, 0]
        if len(self._said) > KNOWN:
            self._said.popitem(last=False)
        return True


def _without_numbers(words: str) -> str:
    return re.sub(r"[0-9]+", "#", words[:500])


class SafeFormatter(logging.Formatter):
    """Formats log entries, tracebacks included, as text that is safe to display."""

    def format(self, record: logging.LogRecord) -> str:
        """Format one entry."""
        return printable(super().format(record))


def configure_logging() -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(SafeFormatter("%(levelname)s: %(message)s"))
    handler.addFilter(RepeatFilter())
    logging.basicConfig(handlers=[handler])
