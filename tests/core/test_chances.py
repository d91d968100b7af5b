"""Values of a search as chances."""

from __future__ import annotations

from math import exp

import pytest

from stackyard.learning.chances import Chances, fitted
from stackyard.rng import Rng


def line(slope: float, shift: float) -> Chances:
    return Chances.of_numbers([slope, shift])


def tried(true: Chances, seed: int) -> list[tuple[float, float]]:
    """Values of all sizes, and results that come as often as these chances say."""
    rng, found = Rng(seed), []
    for _ in range(20_000):
        value = (int(rng.below(999)) + 0.5) / 1000
        found.append((value, float(int(rng.below(10**6)) < true.of(value) * 10**6)))
    return found


@pytest.mark.parametrize(
    "true",
    [
        line(0.4, 0.0),
        line(1.0, 0.5),
        line(2.0, -0.5),
        Chances(((-4.0, -2.0), (-0.1, -1.5), (0.1, 1.5), (4.0, 2.0))),
    ],
)
def test_a_fit_finds_what_values_are_worth(true: Chances) -> None:
    found = fitted(tried(true, seed := 7))
    for value in (0.02, 0.2, 0.5, 0.8, 0.98):
        assert found.of(value) == pytest.approx(true.of(value), abs=0.06), f"seed {seed}"


def test_better_values_are_better_chances_and_never_certain() -> None:
    for known in (line(0.5, 0.1), fitted(tried(line(2.0, -0.5), 8)), fitted([(0.5, 1.0)] * 9)):
        chances = [known.of(value / 100) for value in range(101)]
        assert chances == sorted(chances)
        assert 0 < chances[0] < chances[-1] < 1
        assert chances[20] < chances[50] < chances[80]


def test_a_line_in_a_file_of_old_is_read() -> None:
    assert line(2.0, 0.5).of(0.5) == pytest.approx(1 / (1 + exp(-0.5)))


def test_a_curve_comes_back_from_its_numbers() -> None:
    known = fitted(tried(line(2.0, -0.5), 9))
    assert len(known.knots) > 5
    assert Chances.of_numbers(known.numbers) == known


@pytest.mark.parametrize(
    "numbers",
    [[1.0], [0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 2.0], [0.0, 1.0, 1.0, 0.0], [-1.0, 0.0], [99.0] * 4],
)
def test_numbers_by_which_chances_would_not_rise_are_refused(numbers: list[float]) -> None:
    with pytest.raises(ValueError, match=r"rise|zip\(\)"):
        Chances.of_numbers(numbers)


def test_without_trying_a_value_stays_what_it_is() -> None:
    assert [Chances().of(value) for value in (0.0, 0.3, 1.0)] == [0.0, 0.3, 1.0]
    assert fitted([]) == Chances()


def test_what_always_wins_is_not_certain() -> None:
    assert 0.5 < fitted([(0.5, 1.0)] * 50).of(0.5) < 1
