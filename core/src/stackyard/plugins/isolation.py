"""Standard output holds answers alone: what plugins print goes to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TextIO

_lock = Lock()
_depth = 0  # the number of active redirections, in all threads
_kept: list[TextIO] = []  # the replacements of standard output, the newest last


@contextmanager
def redirect_stdout() -> Iterator[None]:
    """Send prints to standard error, in all threads, until the last user of this has finished."""
    global _depth
    with _lock:
        if sys.stdout is not sys.stderr:  # not while another thread redirects it
            _kept.append(sys.stdout)
            sys.stdout = sys.stderr
        _depth += 1
    try:
        yield
    finally:
        with _lock:
            _depth -= 1
            if not _depth and _kept:
                sys.stdout = _kept[0]
                _kept.clear()


def standard_output() -> TextIO:
    """The real standard output, even while prints are redirected."""
    return _kept[-1] if _kept else sys.stdout
