"""Calibrations fitted to the outcomes of games and to longer searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import pytest

from stackyard.rng import Rng
from stackyard_engine.eval.calibration import USUAL, Calibration
from stackyard_engine.train.chance_fit import (
    LaterChance,
    Outcome,
    fit_chances,
    fit_intervals,
)


def outcomes(chance_of: Callable[[float, int, int], float], games: int, seed: int) -> list[Outcome]:
    """Values of all sizes, one a game, and wins that come as often as a chance says.

    A move has an eighth, a half or nearly all of the visits of its search.
    """
    rng, found = Rng(seed), []
    for number in range(games):
        value, total = (int(rng.below(999)) + 0.5) / 1000, (100, 400, 1600)[number % 3]
        visits = total * (1, 4, 7)[int(rng.below(3))] // 8
        won = int(rng.below(10**6)) < chance_of(value, visits, total) * 10**6
        found.append(Outcome(value, visits, total, float(won), number))
    return found


@pytest.mark.parametrize(
    "true",
    [
        Calibration(0.4),
        Calibration(1.0, 0.5, 0.1, 0.1),
        Calibration(4.0, -0.5, 0.3),
        Calibration(1.3, 0.1, -0.2, 0.15),
    ],
)
def test_a_fit_finds_what_values_are_worth(true: Calibration) -> None:
    found = fit_chances(outcomes(true.of, 20_000, seed := 7))
    for value in (0.02, 0.2, 0.5, 0.8, 0.98):
        for visits, total in ((20, 100), (90, 100), (400, 1600), (1500, 1600), (5000, 6000)):
            told = found.of(value, visits, total)
            assert told == pytest.approx(true.of(value, visits, total), abs=0.03), f"seed {seed}"


def test_few_games_leave_values_as_they_are() -> None:
    assert fit_chances([]) == Calibration()
    one_game = [Outcome(0.7, 90, 100, 1.0, game=1) for _ in range(500)]
    assert fit_chances(one_game) == Calibration()


def test_seventeen_wins_of_seventeen_are_not_told_as_certain() -> None:
    found = fit_chances([Outcome(0.79, USUAL, USUAL, 1.0, game) for game in range(17)])
    assert 0.8 < found.of(0.79) < 0.95
    assert found.of(0.5) < 0.9


def test_first_moves_that_are_alike_stay_alike_and_uncertain() -> None:
    values = [0.69, 0.68, 0.68, 0.67, 0.66]  # each won its games, and half of the others did
    games = [Outcome(values[game % 5], 300, 400, 1.0, game) for game in range(20)]
    games += [Outcome(0.5, 300, 400, float(game % 2), game) for game in range(20, 40)]
    chances = [fit_chances(games).of(value, 1000) for value in values]
    assert 0.6 < min(chances) <= max(chances) < 0.95


def test_wins_without_a_loss_get_no_line_without_end() -> None:
    found = fit_chances([Outcome(0.3 + game % 5 / 10, 200, 400, 1.0, game) for game in range(300)])
    assert 0.9 < found.of(0.5) < 0.99
    assert found.of(0.3) < 0.99


def test_values_that_tell_nothing_keep_their_order_alone() -> None:
    found = fit_chances(outcomes(lambda value, visits, total: 0.6, 600, 3))
    assert found.of(0.05) == pytest.approx(0.6, abs=0.06)
    assert found.of(0.95) == pytest.approx(0.6, abs=0.06)
    assert found.of(0.05) < found.of(0.95)


def test_values_that_tell_the_opposite_are_refused() -> None:
    found = fit_chances(outcomes(lambda value, visits, total: 1 - value, 300, 4))
    assert 0.4 < found.of(0.1) < found.of(0.9) < 0.6


@pytest.mark.parametrize("seed", range(5))
def test_forty_games_never_make_values_much_worse_than_they_were(seed: int) -> None:
    found = fit_chances(outcomes(lambda value, visits, total: value, 40, seed))
    for value in (0.1, 0.3, 0.5, 0.7, 0.9):
        assert found.of(value) == pytest.approx(value, abs=0.15)


def test_many_values_of_each_game_are_as_uncertain_as_one() -> None:
    once = [Outcome(0.79, USUAL, USUAL, 1.0, game) for game in range(17)]
    assert fit_chances(once * 40) == fit_chances(once)


def test_in_one_search_few_visits_never_make_a_chance_surer() -> None:
    found = fit_chances(outcomes(Calibration(2.0, 0.0, 0.0, -0.3).of, 20_000, 3))
    assert found.of(0.8, 10, 1000) <= found.of(0.8, 900, 1000)


def test_where_longer_searches_are_too_sure_their_chances_are_told_less_surely() -> None:
    found = fit_chances(outcomes(Calibration(1.5, 0.0, -0.3).of, 20_000, 3))
    assert found.of(0.8, 1400, 1600) < found.of(0.8, 87, 100) - 0.05


def later_chances(drift: float, number: int, seed: int) -> list[LaterChance]:
    """Chances of 100 visits, and later ones that differ from them by so much, with a sign."""
    rng, found = Rng(seed), []
    for case in range(number):
        chance = (int(rng.below(800)) + 100) / 1000
        apart = sqrt(drift * chance * (1 - chance)) * int(rng.below(1000)) / 1000
        later = min(max(chance + apart * (1 if rng.below(2) else -1), 0.0), 1.0)
        found.append(LaterChance(chance, 100, later, case % 3 == 0))
    return found


@pytest.mark.parametrize("drift", [0.01, 0.1, 0.5])
def test_fitted_intervals_hold_nine_of_ten_later_chances(drift: float) -> None:
    fitted = fit_intervals(Calibration(1.2), later_chances(drift, 3000, 5))
    within, widths = 0, 0.0
    others = later_chances(drift, 3000, 6)
    for one in others:
        low, high = fitted.interval(one.chance, one.visits)
        within += low <= one.later <= high
        widths += high - low
    assert 0.9 <= within / len(others) <= 0.95
    assert widths / len(others) < 2 * sqrt(drift / 4)  # no wider than needed
    assert fitted.slope == 1.2


@pytest.mark.parametrize("calm_drift", [0, 0.01])
def test_intervals_hold_the_best_moves_where_those_vary_more(calm_drift: float) -> None:
    calm = [replace(one, best=False) for one in later_chances(calm_drift, 300, 7)]
    wild = [replace(one, best=True) for one in later_chances(0.3, 60, 8)]
    fitted = fit_intervals(Calibration(), calm + wild)
    for moves in (calm, wild):
        bounds = [fitted.interval(one.chance, one.visits, is_best=one.best) for one in moves]
        held = [low <= one.later <= high for one, (low, high) in zip(moves, bounds, strict=True)]
        assert 0.9 * len(moves) <= sum(held)
    if calm_drift:
        low, high = fitted.interval(0.5, 100)
        assert high - low < 2 * sqrt(calm_drift / 4)  # the wild ones do not widen the others'


def test_without_best_moves_or_without_others_there_is_one_width() -> None:
    for is_best in (False, True):
        same = [replace(one, best=is_best) for one in later_chances(0.1, 300, 9)]
        fitted = fit_intervals(Calibration(), same)
        assert fitted.interval(0.6, 100) == fitted.interval(0.6, 100, is_best=True)


def test_few_chances_do_not_change_the_intervals() -> None:
    known = Calibration(1.2, 0.1, 0.1)
    assert fit_intervals(known, later_chances(0.1, 30, 1)) == known
