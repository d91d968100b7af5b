from __future__ import annotations

from math import inf

import pytest

from stackyard import Rng
from stackyard.rng import derive
from stackyard_engine.betting import MeanTest, elo_of, share_of
from stackyard_engine.train.match_test import FEWEST, GAMES


def judged(share: float, seed: int, pairs: int) -> MeanTest:
    """A test of pairs, of which each game is won with a probability."""
    test, rng, left = MeanTest(0.5), Rng(seed), pairs
    while not test.is_over(left):
        won = sum([rng.bits() / 2**32 < share for _ in range(2)])
        test.add(won / 2)
        left -= 1
    return test


def test_equal_players_are_seldom_called_better() -> None:
    wrong = [seed for seed in range(200) if judged(0.5, derive(seed, 1), 200).above]
    assert len(wrong) <= 19, f"seeds {wrong}"  # 10 at most expected; 19 is 3 deviations more


def test_a_clear_difference_is_found_within_a_match() -> None:
    strong = [judged(0.65, derive(seed, 2), GAMES // 2) for seed in range(100)]
    assert sum([test.above for test in strong]) >= 90
    weak = [judged(0.35, derive(seed, 3), GAMES // 2) for seed in range(100)]
    assert not any(test.above for test in weak)
    assert sum([test.below for test in weak]) >= 50  # the others cannot win any more


def test_no_match_of_fewer_games_can_be_decided() -> None:
    test = MeanTest(0.5)
    for pair in range(FEWEST // 2):
        assert not test.above, pair
        test.add(1.0)
    assert test.above
    assert MeanTest(0.5).is_over(FEWEST // 2 - 1)
    assert not MeanTest(0.5).is_over(FEWEST // 2)


def test_scores_that_hardly_vary_never_cost_all_of_the_money() -> None:
    # A stake of all would be lost to one bad score after many that are as claimed.
    test = MeanTest(0.5, 0.55)
    for score in [0.5] * 500 + [0.0]:
        test.add(score)
    assert -1 < test.rise.worth < 0


def test_what_was_shown_stays_shown() -> None:
    test = MeanTest(0.5)
    for score in [1.0] * 20 + [0.0] * 400:
        test.add(score)
    assert test.above
    assert test.rise.worth < 0


@pytest.mark.parametrize("elo", [-300.0, 0.0, 20.0])
def test_elo_is_a_share_of_the_points_and_back(elo: float) -> None:
    assert elo_of(share_of(elo)) == pytest.approx(elo)
    assert (elo_of(0.0), elo_of(1.0)) == (-inf, inf)
