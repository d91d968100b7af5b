"""What is told when something fails at a table, and what the server's log is told."""

from __future__ import annotations

import logging

from stackyard.errors import StackyardError
from stackyard.plugins.finding import words_of
from stackyard_web.limits import TooManyError
from stackyard_web.workers import CallError, RefusedError

log = logging.getLogger("stackyard.web")


def told(failure: Exception, where: str) -> str:
    """A sentence without the full stop; the traceback of what is no plain refusal is logged."""
    if isinstance(failure, StackyardError | RefusedError | TooManyError):
        return str(failure)
    if isinstance(failure, CallError):
        if failure.traceback:
            log.error("%s: a worker process failed\n%s", where, failure.traceback.rstrip())
        return str(failure)
    log.error("%s failed", where, exc_info=failure)
    return words_of(failure)
