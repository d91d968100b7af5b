"""What the server cannot do, told to those who asked for it."""

from __future__ import annotations


class TooManyError(Exception):
    """A client asks for more than its share; `str(error)` is one clear sentence."""


class CallError(Exception):
    """A call was not answered; `str(error)` is a sentence.

    `report` is for the log: what to do and the traceback, where a fault in the process was it.
    """

    def __init__(self, sentence: str, report: str = "") -> None:
        super().__init__(sentence)
        self.report = report


class RefusedError(CallError):
    """What was given for the call is wrong."""


class WrongPlyError(ValueError):
    """What stands for a ply in an address is none; `str(error)` is a sentence without full stop."""


class StoppedError(Exception):
    """A call was told to stop and has nothing to answer yet; nobody waits for it."""
