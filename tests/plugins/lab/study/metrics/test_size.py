from __future__ import annotations

from math import log10

import pytest
from tests.plain_solver import reachable

from stackyard import load_game
from stackyard.position import Position
from stackyard_lab.study.metrics.size import count_positions, states_figure


@pytest.fixture
def start() -> Position:
    return load_game("silo", size=4, height=1).initial()


def test_all_positions_are_counted_if_there_are_few(start: Position) -> None:
    number = len(reachable(start))
    found = states_figure(start, 1, most=number)
    assert found.proven
    assert found.value == found.low == found.high == pytest.approx(log10(number))
    assert found.note == f"{number:,} positions"
    assert count_positions(start, number - 1) is None
    assert states_figure(start, 1, most=number - 1).value is None
