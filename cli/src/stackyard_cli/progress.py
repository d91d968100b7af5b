"""A progress bar on standard error. rich is imported only to draw one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING

from stackyard_cli.output import echo

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 0.3  # seconds before a bar is shown
FIRST_LINE = 0.7  # seconds before a line is, where no bar can be drawn
LINES_APART = 10.0  # seconds


def can_be_shown() -> bool:
    """Whether standard error is a terminal that can draw."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def progress(
    what: str, patience: float = PATIENCE, lines: bool = False
) -> Iterator[Callable[[int, int | None], None]]:
    """A function that draws a bar, called with the number of `what` done and the total, if known.

    The bar appears after `patience` seconds, and only on a terminal. Elsewhere there is a line
    now and then if `lines` are wanted.
    """
    began = time.monotonic()
    due = began + (patience if can_be_shown() else FIRST_LINE if lines else inf)
    bar: Progress | None = None

    def update(done: int, total: int | None) -> None:
        nonlocal bar, due
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done, total=total)
        elif time.monotonic() >= due and can_be_shown():
            bar = _bar(what)
            bar.add_task("", completed=done, total=total)
            bar.start()
        elif time.monotonic() >= due:
            due = time.monotonic() + LINES_APART
            echo(f"{done} {what} done" if total is None else f"{done} of {total} {what}", err=True)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()


def _bar(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), f"{what}, left", TimeRemainingColumn()
    return Progress(*columns, console=Console(stderr=True), transient=True)
