"""The server's log: each thing is said once a minute, and nothing in it commands a terminal."""

from __future__ import annotations

import logging
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Callable

from stackyard_web.server.responses import Lines

PAUSE = 60.0  # seconds
KNOWN = 1000  # entries that are remembered


class Once(logging.Filter):
    """Leaves out what was said within a minute; the next time says how often that was.

    Entries that differ in numbers only, such as those of ports and tables, are the same thing.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: OrderedDict[tuple[object, ...], list[float]] = OrderedDict()  # when, how often

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it now."""
        now, words = self._clock(), record.getMessage()
        raised = record.exc_info[1] if record.exc_info else None
        key = (record.name, record.levelno, _plain(words), type(raised), _plain(str(raised)))
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


def _plain(words: str) -> str:
    return re.sub(r"[0-9]+", "#", words[:500])


def begin() -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines("%(levelname)s: %(message)s"))
    handler.addFilter(Once())
    logging.basicConfig(handlers=[handler])
