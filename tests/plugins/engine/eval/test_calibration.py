"""Values of a search as chances."""

from __future__ import annotations

import pytest

from stackyard.rng import Rng
from stackyard_engine.eval.calibration import SURE, USUAL, Calibration
from stackyard_engine.train.fit import fit_chances


def tried(true: Calibration, seed: int) -> list[tuple[float, int, float]]:
    """Values of all sizes, and results that come as often as these chances say."""
    rng, found = Rng(seed), []
    for number in range(20_000):
        value, simulations = (int(rng.below(999)) + 0.5) / 1000, (100, 400, 1600)[number % 3]
        chance = true.of(value, simulations)
        found.append((value, simulations, float(int(rng.below(10**6)) < chance * 10**6)))
    return found


@pytest.mark.parametrize(
    "true", [Calibration(0.4), Calibration(1.0, 0.5, 0.2), Calibration(2.0, -0.5, -0.3)]
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
