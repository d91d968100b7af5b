"""Ratings of players whose strength is known, and the level chosen for them."""

from __future__ import annotations

import random
from math import exp
from statistics import median

import pytest

from stackyard_coach.strength import RECENT, SCALE, Result, level_for, strength_of

# As measured for the levels of Stackyard's engine, but any scale would do.
LEVELS = {number: 1000 + 110.0 * (number - 1) for number in range(1, 8)} | {8: 2260.0}


def expected(strength: float, opponent: float) -> float:
    """The share of points that a player can expect against an opponent."""
    return 1 / (1 + exp(-(strength - opponent) / SCALE))


def point(rng: random.Random, strength: float, opponent: float) -> float:
    return float(rng.random() < expected(strength, opponent))


def test_a_lead_of_100_elo_is_64_of_100_points() -> None:
    assert round(expected(500, 400), 2) == 0.64
    assert expected(400, 400) == 0.5


def test_intervals_hold_the_true_strength_of_19_players_in_20() -> None:
    rng = random.Random(1)
    held, wide = 0, []
    for _ in range(400):
        strength = rng.uniform(900, 1900)
        played = [LEVELS[rng.randint(1, 7)] for _ in range(25)]
        found = strength_of([(level, point(rng, strength, level)) for level in played])
        held += found.low <= strength <= found.high
        wide.append(found.high - found.low)
        assert found.matches == 25
    assert 0.92 <= held / 400 <= 0.98
    assert median(wide) < 450  # the interval says something


@pytest.mark.parametrize("strength", [1060, 1190, 1330, 1500, 1640, 1900, 2100])
def test_the_fitting_level_is_beaten_half_of_the_time(strength: float) -> None:
    rng = random.Random(7)
    won = 0.0
    for _ in range(8):
        results: list[Result] = []
        for _ in range(60):
            level = LEVELS[level_for(results, LEVELS)]
            results.append((level, point(rng, strength, level)))
        won += sum([points for _, points in results[10:]])
    assert 0.45 <= won / (8 * 50) <= 0.55


def test_the_level_follows_a_player_who_improves() -> None:
    lost, won = [(1000.0, 0.0)] * 40, [(1660.0, 1.0)] * RECENT
    assert level_for(lost, LEVELS) == 1
    assert level_for([*lost, *won], LEVELS) == 8


def test_half_of_the_points_lead_to_the_lower_of_the_two_next_levels() -> None:
    even = [(1330.0, 1.0), (1330.0, 0.0)] * 10
    assert LEVELS[3] < strength_of(even).value < LEVELS[5]
    levels = {level: LEVELS[level] for level in (3, 5)}
    assert level_for(even, levels) == 3
    assert level_for([(1330.0, 0.5)] * 10, levels) == 3
    assert level_for([*even, (1330.0, 1.0)], levels) == 5


def test_the_first_match_is_against_the_weakest_level() -> None:
    assert level_for([], LEVELS) == 1


def test_nothing_but_wins_has_a_finite_rating_above_the_opponent() -> None:
    found = strength_of([(1000.0, 1.0)] * 30)
    assert 1100 < found.low < found.value < found.high < 3500


def test_a_level_is_at_most_two_from_that_of_the_last_match() -> None:
    assert level_for([(LEVELS[1], 1.0)], LEVELS) == 3
    assert level_for([(LEVELS[8], 0.0)] * RECENT, LEVELS) == 6
