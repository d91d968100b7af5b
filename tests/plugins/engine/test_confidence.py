from __future__ import annotations

from math import inf, isnan

import numpy as np
import pytest

from stackyard_engine.confidence import MeanSequence, QuantileSequence


def mean_of(*values: float) -> MeanSequence:
    sequence = MeanSequence()
    for value in values:
        sequence.add(value)
    return sequence


def misses(mean: float, draws: float, seed: int) -> bool:
    """Tell if the interval ever misses the mean in 80 games, looked at after each."""
    random = np.random.default_rng(seed)
    win = mean - draws / 2
    sequence = MeanSequence()
    for number in random.random(80):
        sequence.add(1.0 if number < win else 0.5 * (number < win + draws))
        if sequence.excludes(mean):
            return True
    return False


@pytest.mark.parametrize(("mean", "draws"), [(0.5, 0.0), (0.6, 0.3), (0.95, 0.0)])
def test_the_interval_looked_at_after_each_game_rarely_ever_misses(
    mean: float, draws: float
) -> None:
    missing = [seed for seed in range(15) if misses(mean, draws, seed)]
    assert len(missing) <= 3, f"seeds {missing}"  # 0.75 expected at most; 4 or more in 1 of 180


def test_the_interval_shrinks_around_the_mean() -> None:
    sequence, widths = MeanSequence(), []
    for _ in range(4):
        for number in range(100):
            sequence.add(float(number % 5 < 3))
        found = sequence.interval()
        assert found.low < found.value < found.high
        assert found.value == pytest.approx(0.6)
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.2


def test_it_excludes_exactly_the_means_outside_its_interval() -> None:
    sequence = mean_of(*[0.0, 0.5, 1.0, 1.0, 0.3] * 8)
    found = sequence.interval()
    assert sequence.excludes(found.low - 0.001)
    assert sequence.excludes(found.high + 0.001)
    assert not sequence.excludes(found.low + 0.001)
    assert not sequence.excludes(found.high - 0.001)


def test_without_values_the_interval_is_the_whole_range() -> None:
    found = MeanSequence(-1, 3).interval()
    assert (found.low, found.high) == (-1, 3)


def test_a_certain_result_keeps_one_end_at_the_bound() -> None:
    always, never = mean_of(*[1.0] * 50).interval(), mean_of(*[0.0] * 50).interval()
    assert always.high == 1
    assert 0.8 < always.low < 1
    assert never.low == 0
    assert never.high == pytest.approx(1 - always.low)


def test_draws_make_the_interval_narrower_than_wins_and_losses_of_the_same_mean() -> None:
    drawn, played = mean_of(*[0.5] * 40).interval(), mean_of(*[0.0, 1.0] * 20).interval()
    assert drawn.high - drawn.low < (played.high - played.low) / 2


def test_other_bounds_scale_the_interval() -> None:
    scaled = MeanSequence(10, 30)
    for value in (10.0, 30.0, 20.0):
        scaled.add(value)
    found, unit = scaled.interval(), mean_of(0.0, 1.0, 0.5).interval()
    assert found.low == pytest.approx(10 + 20 * unit.low)
    assert found.high == pytest.approx(10 + 20 * unit.high)


def test_a_value_outside_the_bounds_is_refused() -> None:
    with pytest.raises(ValueError, match=r"2\.0 is not between 0 and 1"):
        mean_of(2.0)


def test_the_median_of_unbounded_values_is_covered_and_its_interval_shrinks() -> None:
    random = np.random.default_rng(5)
    sequence, widths = QuantileSequence(), []
    for _ in range(3):
        for value in random.exponential(size=150):
            sequence.add(float(value))
        found = sequence.interval()
        assert found.low < np.log(2) < found.high
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("share", [0.1, 0.9])
def test_an_outer_quantile_of_few_values_is_bounded_on_one_side_only(share: float) -> None:
    sequence = QuantileSequence(share)
    for value in range(12):
        sequence.add(float(value))
    found = sequence.interval()
    assert (found.low == -inf) == (share < 0.5)
    assert (found.high == inf) == (share > 0.5)
    assert min(abs(found.low), abs(found.high)) < 12


def test_values_that_depend_on_each_other_count_as_one_sample() -> None:
    paired, single = QuantileSequence(), QuantileSequence()
    for value in range(20):
        paired.add(float(value), float(value))
        single.add(float(value))
    assert paired.interval() == single.interval()


def test_without_values_there_is_no_quantile() -> None:
    found = QuantileSequence().interval()
    assert isnan(found.value)
    assert (found.low, found.high) == (-inf, inf)


def test_a_median_of_equal_values_is_that_value() -> None:
    sequence = QuantileSequence()
    for _ in range(12):
        sequence.add(7.0)
    found = sequence.interval()
    assert (found.low, found.value, found.high) == (7, 7, 7)


def test_a_quantile_excludes_the_values_outside_its_interval() -> None:
    sequence = QuantileSequence(0.25)
    for value in range(60):
        sequence.add(float(value))
    found = sequence.interval()
    assert 0 < found.low < 15 < found.high < 59
    assert sequence.excludes(found.low - 1)
    assert sequence.excludes(found.high + 1)
    assert not sequence.excludes(found.low)
    assert not sequence.excludes(found.high)


def test_differences_of_pairs_say_which_mean_is_larger() -> None:
    differences = MeanSequence(-1, 1)
    for number in range(60):
        differences.add(float(number % 3 > 0) - 0.4)
    assert differences.excludes(0)
    assert differences.interval().low > 0
