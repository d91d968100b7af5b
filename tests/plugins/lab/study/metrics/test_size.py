from __future__ import annotations

from math import log10

import pytest
from tests.plain_solver import reachable

from stackyard import load_game
from stackyard.position import Position
from stackyard_lab.study.metrics.size import states_figure


@pytest.fixture
def start() -> Position:
    return load_game("silo", size=4, height=1).initial()


def test_all_positions_are_counted_if_there_are_few(
    start: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = len(reachable(start))
    monkeypatch.setattr("stackyard_lab.study.metrics.size.MOST", number)
    found = states_figure(start, 1)
    assert found.proven
    assert found.value == found.low == found.high == pytest.approx(log10(number))
    assert found.note == f"{number:,} positions"
    monkeypatch.setattr("stackyard_lab.study.metrics.size.MOST", number - 1)
    assert states_figure(start, 1).value is None
