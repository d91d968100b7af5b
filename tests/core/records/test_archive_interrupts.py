from __future__ import annotations

import contextlib
import gc
import sys
from itertools import count, takewhile
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from stackyard.records import archive, database
from stackyard.records.archive import Archive

INTERRUPTED = {module.__file__ for module in (archive, database, contextlib)}


class InterruptAt:
    """Raises KeyboardInterrupt at the event of that number, as a signal may at any moment."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, frame: FrameType, event: str, _: Any) -> InterruptAt | None:
        if frame.f_code.co_filename not in INTERRUPTED:
            return None
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self


def write(path: Path) -> None:
    kept = Archive(path, patience=0)
    with kept.held():
        kept.check_writing()


def interrupt(number: int, path: Path) -> bool:
    """Write, and interrupt it at the event of that number; whether there was one."""
    before, interrupter = sys.gettrace(), InterruptAt(number)
    sys.settrace(interrupter)
    try:
        write(path)
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    write(path)  # no lock is left
    return interrupter.left <= 0


@pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning")  # of Python 3.13
def test_an_interrupt_at_any_moment_of_a_write_leaves_no_complaint_and_no_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda told: complaints.append(str(told.exc_value)))
    write(path)
    moments = sum(1 for _ in takewhile(lambda number: interrupt(number, path), count(1)))
    gc.collect()
    assert moments > 100
    assert complaints == []
    Archive(path, patience=0).check_writing()
