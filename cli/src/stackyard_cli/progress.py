"""A progress bar on standard error. rich is imported only to draw one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 0.3  # seconds before a bar is shown


def can_be_shown() -> bool:
    """Whether standard error is a terminal that can draw."""
    return sys.stderr.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextmanager
def progress(what: str, patience: float = PATIENCE) -> Iterator[Callable[[int, int], None]]:
    """A function that draws a bar, called with the number of `what` done and the total.

    The bar appears after `patience` seconds, and only on a terminal.
    """
    began = time.monotonic()
    bar: Progress | None = None

    def update(done: int, total: int) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - began >= patience and can_be_shown():
            bar = _bar(what)
            bar.add_task("", completed=done, total=total)
            bar.start()
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done, total=total)

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
