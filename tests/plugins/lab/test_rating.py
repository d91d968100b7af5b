from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import log10, sqrt

import numpy as np
import pytest

from stackyard_engine.betting import share_of
from stackyard_engine.confidence import Estimate
from stackyard_lab.rating import rate, share

Results = list[tuple[int, int, float]]


def simulated(strengths: Sequence[float], advantage: float, games: int, seed: int) -> Results:
    """Each plays each with either colour; an eighth of the games are draws."""
    random = np.random.default_rng(seed)
    found: Results = []
    for first, second in permutations(range(len(strengths)), 2):
        score = share_of(strengths[first] + advantage - strengths[second])
        for number in random.random(games):
            drawn = min(0.125, 2 * score, 2 - 2 * score)
            win = score - drawn / 2
            found.append((first, second, 1.0 if number < win else 0.5 * (number < win + drawn)))
    return found


def results(*counts: tuple[int, int, int, int]) -> Results:
    """`(first, second, wins, losses)` of the first."""
    found: Results = []
    for first, second, wins, losses in counts:
        found += [(first, second, 1.0)] * wins + [(first, second, 0.0)] * losses
    return found


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    ratings = rate(2, results((0, 1, 150, 50), (1, 0, 50, 150)))
    one, other = ratings.players
    assert one.value == pytest.approx(-other.value)
    assert one.value - other.value == pytest.approx(400 * log10(3), rel=0.002)
    assert ratings.first_seat.value == pytest.approx(0, abs=0.01)


def test_the_interval_of_a_difference_is_that_of_its_score() -> None:
    one = rate(2, results((0, 1, 120, 80), (1, 0, 80, 120)), anchor=(1, 0.0)).players[0]
    per_elo = np.log(10) / 400 * 0.6 * 0.4  # of the score
    margin = 1.96 * sqrt(0.6 * 0.4 / 400) / per_elo
    assert one.high - one.value == pytest.approx(margin, rel=0.01)
    assert one.value - one.low == pytest.approx(margin, rel=0.01)


def test_moving_first_is_worth_what_the_score_of_the_first_says() -> None:
    ratings = rate(2, results((0, 1, 300, 100), (1, 0, 300, 100)))
    assert ratings.first_seat.value == pytest.approx(400 * log10(3), rel=0.002)
    assert ratings.players[0].value == pytest.approx(0, abs=0.01)


def test_a_draw_is_half_a_point() -> None:
    drawn: Results = [(0, 1, 0.5), (1, 0, 0.5)] * 50
    split = results((0, 1, 25, 25), (1, 0, 25, 25))
    one, other = rate(2, drawn), rate(2, split)
    assert one.players[0].value == pytest.approx(other.players[0].value, abs=1e-6)
    mixed: Results = results((0, 1, 50, 0), (1, 0, 0, 50)) + drawn
    assert rate(2, mixed).players[0].value == pytest.approx(200 * log10(3), rel=0.003)


def test_ratings_are_those_of_the_fixed_point_of_bradley_and_terry() -> None:
    # Zermelo's iteration (1929) for the same likelihood, without an advantage or a prior.
    wins = np.array([[0, 70, 80, 95], [30, 0, 65, 85], [20, 35, 0, 60], [5, 15, 40, 0]])
    strengths = np.ones(4)
    for _ in range(2000):
        met = wins + wins.T
        shares = met / (strengths[:, None] + strengths[None, :])
        strengths = wins.sum(1) / shares.sum(1)
        strengths /= np.exp(np.log(strengths).mean())
    found: Results = []
    for one, other in permutations(range(4), 2):  # half of them with either colour
        found += results((one, other, int(wins[one, other]), 0))
        found += results((other, one, 0, int(wins[one, other])))
    values = [player.value for player in rate(4, found).players]
    assert values == pytest.approx(list(400 * np.log10(strengths)), rel=0.01, abs=1)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_known_strengths_are_found_again(seed: int) -> None:
    strengths = [-300.0, -100.0, 0.0, 150.0, 250.0]
    ratings = rate(5, simulated(strengths, 60, 1000, seed))
    for player, strength in zip(ratings.players, strengths, strict=True):
        assert player.value == pytest.approx(strength, abs=25), f"seed {seed}"
        assert player.high - player.low < 35
    assert ratings.first_seat.value == pytest.approx(60, abs=15), f"seed {seed}"


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    strengths, held, all_of_them = [-200.0, 0.0, 50.0, 150.0], 0, 0
    for seed in range(300):
        ratings = rate(4, simulated(strengths, 40, 25, seed))
        found = [*zip(ratings.players, strengths, strict=True), (ratings.first_seat, 40)]
        held += sum([estimate.low <= truth <= estimate.high for estimate, truth in found])
        all_of_them += len(found)
    # Draws make them a little too wide; 1500 intervals of 95 % are within 0.932 and 0.968.
    assert 0.935 < held / all_of_them < 0.985


def test_who_wins_every_game_gets_a_rating_and_a_wide_interval() -> None:
    ratings = rate(2, results((0, 1, 50, 0), (1, 0, 0, 50)))
    one, other = ratings.players
    assert 700 < one.value - other.value < 1500
    assert one.high - one.low > 300


def test_where_who_moves_first_always_wins_players_are_equal() -> None:
    ratings = rate(2, results((0, 1, 50, 0), (1, 0, 50, 0)))
    assert ratings.players[0].value == pytest.approx(0, abs=1e-6)
    assert ratings.first_seat.value > 500


def test_the_mean_is_zero_or_the_anchor_is_where_it_was_put() -> None:
    games = simulated([0, 100, 200], 0, 100, 5)
    free, fixed = rate(3, games), rate(3, games, anchor=(1, 1500.0))
    assert sum([player.value for player in free.players]) == pytest.approx(0, abs=1e-6)
    assert fixed.players[1] == Estimate(1500, 1500, 1500)
    for one, other in zip(free.players, fixed.players, strict=True):
        assert other.value - 1500 == pytest.approx(one.value - free.players[1].value)
    assert fixed.first_seat == free.first_seat


def test_without_games_nothing_is_known() -> None:
    ratings = rate(3, [])
    assert [player.value for player in ratings.players] == [0, 0, 0]
    assert ratings.players[0].high > 1000


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(0, 10, 0, 0.278), (10, 10, 0.722, 1), (50, 100, 0.404, 0.596), (82.5, 100, 0.739, 0.887)],
)
def test_the_interval_of_a_score_is_wilsons(
    points: float, games: int, low: float, high: float
) -> None:
    found = share(points, games)
    assert found.value == points / games
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.001)


def test_of_no_games_every_score_is_possible() -> None:
    assert share(0, 0) == Estimate(0.5, 0, 1)
