"""Errors of the server that are reported to its clients."""

from __future__ import annotations


class LimitExceededError(Exception):
    """A client exceeds one of its limits; `str(error)` is one sentence."""


class CallError(Exception):
    """A call to a worker process failed; `str(error)` is a sentence.

    `report`, for the log, holds advice and the traceback if a fault in the process was the cause.
    """

    def __init__(self, sentence: str, report: str = "") -> None:
        super().__init__(sentence)
        self.report = report


class CallRefusedError(CallError):
    """The arguments of a call are invalid."""


class InvalidPlyError(ValueError):
    """The ply in an address is invalid; `str(error)` is a sentence without full stop."""


class MissingLibraryError(Exception):
    """An option needs a library that is not installed; `str(error)` is a sentence."""
