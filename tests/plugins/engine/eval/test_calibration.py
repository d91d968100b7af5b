"""Values of a search as chances."""

from __future__ import annotations

from math import sqrt

import pytest

from stackyard.position import DRAW, ONGOING
from stackyard.rng import Rng
from stackyard_engine.eval.calibration import SURE, USUAL, Calibration, falling, told
from stackyard_engine.mcts.search import Child
from stackyard_engine.train.fit import fit_chances, fit_intervals


def tried(true: Calibration, seed: int) -> list[tuple[float, int, float]]:
    """Values of all sizes, and results that come as often as these chances say."""
    rng, found = Rng(seed), []
    for number in range(20_000):
        value, simulations = (int(rng.below(999)) + 0.5) / 1000, (100, 400, 1600)[number % 3]
        chance = true.of(value, simulations)
        found.append((value, simulations, float(int(rng.below(10**6)) < chance * 10**6)))
    return found


@pytest.mark.parametrize(
    "true", [Calibration(0.4), Calibration(1.0, 0.5, 0.2), Calibration(2.0, -0.5, 0.3)]
)
def test_a_fit_finds_what_values_are_worth(true: Calibration) -> None:
    found = fit_chances(tried(true, seed := 7))
    for value in (0.02, 0.2, 0.5, 0.8, 0.98):
        for simulations in (100, 1600, 6000):
            told = found.of(value, simulations)
            assert told == pytest.approx(true.of(value, simulations), abs=0.03), f"seed {seed}"


@pytest.mark.parametrize("simulations", [1, USUAL, 10**7])
def test_better_values_are_better_chances_and_never_certain(simulations: int) -> None:
    for known in (Calibration(0.5, 0.1), Calibration(0.5, 0.1, 1.0), Calibration(0.5, 0.1, -1.0)):
        chances = [known.of(value / 100, simulations) for value in range(101)]
        assert chances == sorted(chances)
        assert 0 < chances[0] < chances[-1] < 1
        assert chances[20] < chances[80]


def test_where_values_grow_surer_a_long_search_says_more() -> None:
    known = Calibration(1.0, 0.0, 0.2)
    assert known.of(0.7, USUAL) == pytest.approx(0.7)
    assert known.of(0.7, 10 * USUAL) > 0.75


def test_without_trying_a_value_stays_what_it_is() -> None:
    assert [Calibration().of(value) for value in (0.0, 0.3, 1.0)] == [0.0, 0.3, 1.0]
    assert fit_chances([]) == Calibration()


def test_what_always_wins_gets_no_line_without_end() -> None:
    assert 0.5 < fit_chances([(0.5, USUAL, 1.0)] * 50).of(0.5) < SURE


def test_few_visits_never_make_a_chance_surer() -> None:
    found = fit_chances(tried(Calibration(2.0, 0.0, -0.3), 3))
    assert abs(found.of(0.8, 10) - 0.5) <= abs(found.of(0.8, 1000) - 0.5)


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


def later_chances(drift: float, number: int, seed: int) -> list[tuple[float, int, float, bool]]:
    """Chances of 100 visits, and later ones that differ from them by so much, with a sign."""
    rng, found = Rng(seed), []
    for case in range(number):
        chance = (int(rng.below(800)) + 100) / 1000
        apart = sqrt(drift * chance * (1 - chance)) * int(rng.below(1000)) / 1000
        later = min(max(chance + apart * (1 if rng.below(2) else -1), 0.0), 1.0)
        found.append((chance, 100, later, case % 3 == 0))
    return found


@pytest.mark.parametrize("drift", [0.01, 0.1, 0.5])
def test_fitted_intervals_hold_nine_of_ten_later_chances(drift: float) -> None:
    fitted = fit_intervals(Calibration(1.2), later_chances(drift, 3000, 5))
    within, widths = 0, 0.0
    others = later_chances(drift, 3000, 6)
    for chance, visits, later, _ in others:
        low, high = fitted.interval(chance, visits)
        within += low <= later <= high
        widths += high - low
    assert 0.9 <= within / len(others) <= 0.95
    assert widths / len(others) < 2 * sqrt(drift / 4)  # no wider than needed
    assert fitted.slope == 1.2


def test_intervals_hold_the_best_moves_where_those_vary_more() -> None:
    calm = [(chance, visits, later, False) for chance, visits, later, _ in later_chances(0, 300, 7)]
    wild = [(chance, visits, later, True) for chance, visits, later, _ in later_chances(0.3, 60, 8)]
    fitted = fit_intervals(Calibration(), calm + wild)
    held = [
        low <= later <= high
        for chance, visits, later, _ in wild
        for low, high in [fitted.interval(chance, visits)]
    ]
    assert sum(held) >= 0.9 * len(wild)


def test_few_chances_do_not_change_the_intervals() -> None:
    known = Calibration(1.2, 0.1, 0.1)
    assert fit_intervals(known, later_chances(0.1, 30, 1)) == known


def test_five_visits_give_a_chance_of_their_own_effort() -> None:
    best, other = Child(1, 90_000, 0.3), Child(2, 12, 0.2)
    known = Calibration(1.0, 0.0, 0.2)
    chances = {one.child.move: one.chance for one in told([best, other], known)}
    assert chances[1] == pytest.approx(known.of(0.3, 90_000), abs=0.001)
    assert chances[2] <= chances[1]  # flat chances of few visits do not overtake the best move


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
