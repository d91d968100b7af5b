"""The bar of a progress, removed whenever a signal arrives."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.progress import Progress

from stackyard_cli.progress import stop_bar

HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"


def draw(bar: Progress) -> None:
    try:
        bar.start()
    finally:
        stop_bar(bar)


@pytest.mark.parametrize(
    "step", ["set_live", "show_cursor", "push_render_hook", "pop_render_hook", "clear_live"]
)
def test_the_cursor_is_shown_after_a_signal_at_any_step(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = StringIO()
    console = Console(file=screen, force_terminal=True, width=60)
    whole = getattr(console, step)

    def interrupted(*words: object) -> object:
        monkeypatch.setattr(console, step, whole)
        whole(*words)
        raise KeyboardInterrupt

    bar = Progress(console=console, transient=True)
    bar.add_task("", total=1.0)
    monkeypatch.setattr(console, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        draw(bar)
    assert screen.getvalue().rfind(HIDDEN) <= screen.getvalue().rfind(SHOWN)


def test_a_bar_that_was_never_drawn_writes_nothing() -> None:
    screen = StringIO()
    stop_bar(Progress(console=Console(file=screen, force_terminal=True), transient=True))
    assert screen.getvalue() == ""
