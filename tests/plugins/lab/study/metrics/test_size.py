from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import log10

import pytest
from tests.plain_solver import reachable

from stackyard import load_game
from stackyard.position import Position
from stackyard_lab.study.metrics.size import count_positions, speed_figures, states_figure


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


def test_many_positions_are_estimated_with_a_proven_lower_bound(start: Position) -> None:
    number = len(reachable(start))
    found = states_figure(start, 1, most=20, playouts=15)
    assert found.value is not None
    assert found.low is not None
    assert found.high is None
    assert not found.proven
    assert log10(20) < found.low < found.value
    assert found.low <= log10(number)
    assert found.value == pytest.approx(log10(number), abs=0.2)
    assert states_figure(start, 1, most=20, playouts=15) == found


def test_a_random_game_that_goes_in_a_circle_is_stopped() -> None:
    game = load_game("filo", size=5, pieces=5)
    found = states_figure(game.parse_position("ww/b/-/-/bwb 0,0 2,2 w"), 1, most=1, playouts=2)
    assert found.samples == 2


def test_speeds_count_games_and_moves_by_the_processors_clock(start: Position) -> None:
    ticks: Iterator[int] = count()
    games, moves = speed_figures(
        start, 1, measurements=20, seconds=2.0, clock=lambda: float(next(ticks))
    )
    assert (games.low, games.value, games.high) == (1, 1, 1)  # a game a tick
    assert moves.value is not None
    assert moves.low is not None
    assert 2 < moves.low <= moves.value < 20
