"""A progress bar on standard error. rich is imported only to draw one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from typing import TYPE_CHECKING

from stackyard_cli.output import can_draw, echo

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 0.3  # seconds before a bar is shown
MARGIN = 4  # columns left free, so that the ^C of Ctrl-C does not break the line
LINES_APART = 10.0  # seconds between two lines of progress, where no bar can be drawn


def can_be_shown() -> bool:
    """Tell if standard error is a terminal that can draw."""
    return can_draw(sys.stderr)


@contextmanager
def progress(
    what: str, patience: float = PATIENCE, lines: float = inf
) -> Iterator[Callable[[int, int | None], None]]:
    """A function that draws a bar, called with the number of `what` done and the total, if known.

    The bar appears after `patience` seconds, and only on a terminal. Elsewhere there is a line
    now and then, the first after `lines` seconds.
    """
    began = time.monotonic()
    due = began + (patience if can_be_shown() else lines)
    bar: Progress | None = None
    first: int | None = None  # of what is done: the rate counts from there

    def update(done: int, total: int | None) -> None:
        nonlocal bar, due, first
        first = done if first is None else first
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done, total=total)
        elif time.monotonic() >= due and can_be_shown():
            bar = _bar(what)
            bar.add_task("", completed=done, total=total)
            bar.start()
        elif time.monotonic() >= due:
            due = time.monotonic() + LINES_APART
            of = "" if total is None else f" of {total}"
            left = ""
            if total is not None and done > first:
                seconds = (time.monotonic() - began) * (total - done) / (done - first)
                left = f", about {seconds:.0f} s left"
            echo(f"{done}{of} {what}{left}", err=True)

    try:
        yield update
    finally:
        if bar is not None:
            stop_bar(bar)


def stop_bar(bar: Progress) -> None:
    """Remove a bar and show the cursor again, also if a signal interrupted the start of the bar."""
    if not bar.live.is_started:
        return
    try:
        with suppress(IndexError):  # rich removes what the interrupted start had not added yet
            bar.stop()
    finally:
        bar.console.show_cursor(True)


def _bar(what: str) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    console.width -= MARGIN
    columns = BarColumn(), MofNCompleteColumn(), f"{what}, left", TimeRemainingColumn()
    return Progress(*columns, console=console, transient=True)
