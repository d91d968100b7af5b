"""Progress of a command whose work has several stages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from math import inf
from typing import Final

from stackyard_cli.output import echo, wrapped
from stackyard_cli.progress import progress

FIRST_LINE: Final = 0.7  # seconds before a line


class PhaseProgress(ExitStack):
    """Shows the progress of one stage at a time; a context manager that ends the last.

    With `lines` there is a line now and then where no bar can be drawn.
    """

    def __init__(self, *, lines: bool) -> None:
        super().__init__()
        self._lines = FIRST_LINE if lines else inf
        self._what = ""
        self._tell: Callable[[int, int | None], None] = lambda done, total: None

    def tell(self, what: str, done: int, total: int | None) -> None:
        """Show the number of `what` done and the total, if known; a new stage ends the former."""
        if what != self._what:
            self.clear()
            self._what = what
            self._tell = self.enter_context(progress(what, lines=self._lines))
        self._tell(done, total)

    def of(self, what: str) -> Callable[[int, int | None], None]:
        """The function that tells the progress of one stage."""
        return lambda done, total: self.tell(what, done, total)

    def clear(self) -> None:
        """Remove what is shown."""
        self._what = ""
        self.close()


def tell_stop(sentence: str) -> None:
    """Tell on standard error that the command was stopped."""
    echo(wrapped(sentence, sys.stderr), err=True)
