"""Values of a search as chances."""

from __future__ import annotations

import pytest

from stackyard.position import DRAW, ONGOING
from stackyard_engine.eval.calibration import USUAL, Calibration, falling, told
from stackyard_engine.mcts.search import Child


@pytest.mark.parametrize("simulations", [1, USUAL, 10**7])
def test_better_values_are_better_chances_and_never_certain(simulations: int) -> None:
    for growths in ((0.0, 0.0), (0.0, 1.0), (0.0, -1.0), (-1.0, 0.5)):
        known = Calibration(0.5, 0.1, *growths)
        chances = [known.of(value / 100, simulations, simulations) for value in range(101)]
        assert chances == sorted(chances)
        assert 0 < chances[0] < chances[-1] < 1
        assert chances[20] < chances[80]


def test_where_values_grow_surer_a_long_search_says_more() -> None:
    known = Calibration(1.0, 0.0, 0.0, 0.2)
    assert known.of(0.7, USUAL) == pytest.approx(0.7)
    assert known.of(0.7, 10 * USUAL) > 0.75


def test_the_length_of_the_search_counts_for_all_its_moves() -> None:
    children, known = [Child(1, 700, 0.8), Child(2, 100, 0.7)], Calibration(1.0, search_growth=-0.2)
    best, other = [one.chance for one in told(children, known)]
    assert best == pytest.approx(known.of(0.8, total=800))
    assert other == pytest.approx(known.of(0.7, total=800))
    assert other < 0.7


def test_without_trying_a_value_stays_what_it_is() -> None:
    assert [Calibration().of(value) for value in (0.0, 0.3, 1.0)] == [0.0, 0.3, 1.0]


def test_an_interval_holds_the_chance_and_narrows_with_visits() -> None:
    for known in (Calibration(), Calibration(1.5, 0.2, drift=0.9, noise=2.0)):
        for chance in (0.0, 0.004, 0.3, 0.5, 0.99, 1.0):
            low, high = known.interval(chance, 100)
            assert 0 <= low <= chance <= high <= 1
        few, many = [known.interval(0.6, visits) for visits in (50, 390)]
        assert few[0] < many[0] < 0.6 < many[1] <= few[1]


def test_ten_wins_of_ten_are_not_told_as_certain() -> None:
    low, high = Calibration().interval(1.0, 10)
    assert low < 0.9
    assert high == 1.0


def test_five_visits_give_a_chance_of_their_own_effort() -> None:
    best, other = Child(1, 90_000, 0.3), Child(2, 12, 0.2)
    known = Calibration(1.0, growth=0.2)
    chances = {one.child.move: one.chance for one in told([best, other], known)}
    assert chances[1] == pytest.approx(known.of(0.3, 90_000), abs=0.001)
    assert chances[2] <= chances[1]  # flat chances of few visits do not overtake the best move


def test_the_best_move_has_an_interval_of_its_own_width() -> None:
    moves = [Child(1, 400, 0.6), Child(2, 400, 0.6)]
    best, other = [one.interval for one in told(moves, Calibration(drift=0.01, noise=0, best=4))]
    assert best is not None
    assert other is not None
    assert best[1] - best[0] == pytest.approx(2 * (other[1] - other[0]))


def test_neighbours_out_of_order_get_their_weighted_mean() -> None:
    assert falling([0.5, 0.8, 0.2], [30, 10, 5]) == pytest.approx([0.575, 0.575, 0.2])
    assert falling([0.1, 0.2, 0.3], [1, 1, 1]) == pytest.approx([0.2] * 3)
    assert falling([0.9, 0.5, 0.5, 0.1], [1, 2, 3, 4]) == [0.9, 0.5, 0.5, 0.1]
    assert falling([], []) == []


def test_a_proven_draw_stands_where_one_half_belongs() -> None:
    won, draw, lost = [
        Child(n, 1, value, proven) for n, value, proven in ((7, 1, 0), (8, 0.5, DRAW), (9, 0, 1))
    ]
    good, fair, few = Child(1, 80, 0.8), Child(2, 40, 0.3), Child(3, 4, 0.2)
    found = told([won, good, fair, few, draw, lost], Calibration())
    assert [one.child.move for one in found] == [7, 1, 8, 2, 3, 9]
    assert [one.interval is None for one in found] == [True, False, True, False, True, True]
    assert [one.child.proven == ONGOING for one in found].count(True) == 3
