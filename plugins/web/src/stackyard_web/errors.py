"""Errors of the server that are reported to its clients."""

from __future__ import annotations

from stackyard.errors import StackyardError


class LimitExceededError(StackyardError):
    """A client exceeds one of its limits."""


class CallError(StackyardError):
    """A call to a worker process failed.

    `report`, for the log, holds advice and the traceback if a fault in the process was the cause.
    """

    def __init__(self, sentence: str, report: str = "") -> None:
        super().__init__(sentence)
        self.report = report


class CallRefusedError(CallError):
    """The arguments of a call are invalid."""


class InvalidPlyError(StackyardError):
    """The ply in an address is invalid."""
