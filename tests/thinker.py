"""A clock of the turn loop that stands still but for what its players take."""

from __future__ import annotations

import pytest

from stackyard.turnloop import match as turn_loop
from stackyard.turnloop.match import Match


class Time:
    """The clock of the turn loop, set by hand."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


class Thinker:
    """A player with a set time for each move; it plays the first legal one."""

    name = "thinker"

    def __init__(self, time: Time, *seconds: float) -> None:
        self.time = time
        self.seconds = iter(seconds)
        self.asked = 0

    def choose(self, match: Match) -> int | str | None:
        self.asked += 1
        self.time.now += next(self.seconds)
        return int(match.position.legal_moves()[0])


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr(turn_loop, "time", time)
    return time
