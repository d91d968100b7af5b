from __future__ import annotations

import io
import logging
from types import SimpleNamespace

import pytest

from stackyard_web.server import logs
from stackyard_web.server.logs import KNOWN, PAUSE, RepeatFilter


class Said:
    """A log, its clock, and what it says."""

    def __init__(self) -> None:
        self.now = 0.0
        self._stream = io.StringIO()
        self.logger = logging.Logger("stackyard.test")
        handler = logging.StreamHandler(self._stream)
        handler.addFilter(RepeatFilter())
        self.logger.addHandler(handler)

    @property
    def lines(self) -> list[str]:
        return self._stream.getvalue().splitlines()


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    made = Said()
    monkeypatch.setattr(logs, "time", SimpleNamespace(monotonic=lambda: made.now))
    return made


def test_a_thing_is_said_once_a_minute_and_then_how_often_it_was(said: Said) -> None:
    for port in range(500):
        said.logger.warning("%s has too many connections", f"10.0.0.9:{port}")
    said.now += PAUSE
    said.logger.warning("%s has too many connections", "10.0.0.9:1")
    said.now += PAUSE
    said.logger.warning("%s has too many connections", "10.0.0.9:1")
    assert said.lines == [
        "10.0.0.9:0 has too many connections",
        "10.0.0.9:1 has too many connections (and 499 times before that)",
        "10.0.0.9:1 has too many connections",
    ]


def test_different_things_are_all_said(said: Said) -> None:
    said.logger.warning("one")
    said.logger.error("one")
    said.logger.warning("another")
    for failure in (ValueError("first"), ValueError("second"), KeyError("first")):
        try:
            raise failure
        except Exception:
            said.logger.exception("it failed")
    assert [said.lines.count(line) for line in ("one", "another", "it failed")] == [2, 1, 3]


def test_what_is_remembered_is_bounded(said: Said) -> None:
    for number in range(3 * KNOWN):
        said.logger.warning("x" * (number % (2 * KNOWN)) + "y")
    (handler,) = said.logger.handlers
    (once,) = handler.filters
    assert len(once._said) <= KNOWN  # type: ignore[union-attr]
