from __future__ import annotations

import pytest

from stackyard_lab.study.metrics.depth import (
    elo,
    ladder_figures,
    rung,
    score_figure,
)
from stackyard_lab.study.report import Figure, Rung


def step(value: float, margin: float) -> Rung:
    return Rung(10, Figure("rung", value, value - margin, value + margin, 20, 1))


def test_the_elo_per_doubling_is_the_mean_over_the_ladder() -> None:
    gain, _ = ladder_figures([step(0.75, 0.05), step(0.6, 0.05), step(0.5, 0.05)], 1)
    assert gain.value == pytest.approx((190.85 + 70.44 + 0) / 3, abs=0.01)
    assert gain.low == pytest.approx((elo(0.7) + elo(0.55) + elo(0.45)) / 3)
    assert gain.samples == 60


def test_levels_count_the_steps_that_score_sixty_per_cent() -> None:
    _, levels = ladder_figures([step(0.75, 0.05), step(0.62, 0.05), step(0.58, 0.05)], 1)
    assert (levels.value, levels.low, levels.high) == (2, 1, 3)


def test_a_step_that_is_always_won_counts_a_thousand_elo() -> None:
    gain, _ = ladder_figures([step(1.0, 0.0)], 1)
    assert gain.value == pytest.approx(1000)
    assert elo(0.0) == pytest.approx(-1000)


def test_a_step_without_games_is_left_out() -> None:
    nothing = Rung(20, Figure("rung", None, None, None, 0, 1))
    gain, levels = ladder_figures([step(0.75, 0.05), nothing], 1)
    assert gain.value == pytest.approx(elo(0.75))
    assert levels.value == 1
    assert ladder_figures([nothing], 1)[0].note


def test_the_score_counts_games_with_swapped_colours_as_one_sample() -> None:
    found = score_figure("greedy", [1.0, 0.0] * 30 + [1.0], 1)
    assert (found.value, found.samples) == (0.5, 30)
    assert found.low is not None
    assert found.low > 0.4
    assert "no pair" in score_figure("greedy", [1.0], 1).note


def test_more_steps_make_each_interval_wider() -> None:
    points = [1.0, 0.5, 1.0, 0.0] * 10
    alone, many = rung(10, points, 1, 1).score, rung(10, points, 8, 1).score
    assert alone.low is not None
    assert many.low is not None
    assert many.low < alone.low
