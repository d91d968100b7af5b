"""Values of a search as chances."""

from __future__ import annotations

import pytest

from stackyard.learning.chances import Chances, fitted
from stackyard.rng import Rng


@pytest.mark.parametrize(("slope", "shift"), [(0.4, 0.0), (1.0, 0.5), (2.0, -0.5)])
def test_a_fit_finds_what_values_are_worth(slope: float, shift: float) -> None:
    true, rng = Chances(slope, shift), Rng(seed := 7)
    tried = []
    for _ in range(20_000):
        value = (int(rng.below(999)) + 0.5) / 1000
        tried.append((value, float(int(rng.below(10**6)) < true.of(value) * 10**6)))
    found = fitted(tried)
    for value in (0.02, 0.2, 0.5, 0.8, 0.98):
        assert found.of(value) == pytest.approx(true.of(value), abs=0.03), f"seed {seed}"


def test_better_values_are_better_chances_and_never_certain() -> None:
    chances = [Chances(0.5, 0.1).of(value / 100) for value in range(101)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


def test_without_trying_a_value_stays_what_it_is() -> None:
    assert [Chances().of(value) for value in (0.0, 0.3, 1.0)] == [0.0, 0.3, 1.0]
    assert fitted([]) == Chances()


def test_what_always_wins_gets_no_line_without_end() -> None:
    assert 0.5 < fitted([(0.5, 1.0)] * 50).of(0.5) < 1
