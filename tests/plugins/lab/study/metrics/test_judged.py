from __future__ import annotations

import pytest

from stackyard.position import DRAW, ONGOING
from stackyard_lab.study.metrics import measure
from stackyard_lab.study.metrics.clarity import loss, narrowness, only_move
from stackyard_lab.study.metrics.decisiveness import threshold, undecided
from stackyard_lab.study.metrics.drama import drama, lead_changes, uncertainty
from stackyard_lab.study.trace import GameTrace, PlyTrace


def judged(winner: int, *chances: float, number: int = 0) -> GameTrace:
    return GameTrace(number, winner, len(chances) - 1, (), chances)


COMEBACK = judged(1, 0.5, 0.8, 0.6, 0.3, 0.0)  # the second player wins from behind
STEADY = judged(0, 0.6, 0.7, 0.9, 1.0)
DRAWN = judged(DRAW, 0.5, 0.4, 0.5)
UNJUDGED = GameTrace(0, 0, 3, ())


def test_drama_is_how_far_the_winner_was_behind() -> None:
    assert drama(COMEBACK) == pytest.approx((0 + 0.6 + 0.2 + 0) / 4)
    assert drama(STEADY) == 0
    assert drama(DRAWN) is None
    assert drama(UNJUDGED) is None


def test_the_lead_changes_when_the_other_player_gets_ahead() -> None:
    assert lead_changes(COMEBACK) == pytest.approx(1 / 4)  # the first lead is no change
    assert lead_changes(STEADY) == 0
    assert lead_changes(judged(0, 0.6, 0.5, 0.4, 0.5, 0.6, 1.0)) == pytest.approx(2 / 5)
    assert lead_changes(DRAWN) == 0
    assert lead_changes(UNJUDGED) is None


def test_uncertainty_is_how_even_the_chances_are_before_the_end() -> None:
    assert uncertainty(STEADY) == pytest.approx((0.8 + 0.6 + 0.2) / 3)
    assert uncertainty(DRAWN) == pytest.approx(0.9)
    assert uncertainty(UNJUDGED) is None


def test_the_threshold_is_the_best_chance_that_the_loser_had() -> None:
    assert threshold(COMEBACK) == pytest.approx(0.8)
    assert threshold(STEADY) == pytest.approx(0.4)
    assert threshold(DRAWN) is None


def test_a_game_is_decided_when_the_winner_is_above_the_threshold() -> None:
    assert undecided(COMEBACK) == 1  # 0.8 is exceeded by the result alone
    assert undecided(STEADY) == 0
    assert undecided(judged(0, 0.5, 0.4, 0.7, 1.0)) == pytest.approx(2 / 3)
    assert undecided(judged(1, 0.5, 1.0, 0.0)) == 1  # the loser was sure to win
    assert undecided(UNJUDGED) is None


def test_narrowness_is_the_share_of_moves_near_the_best() -> None:
    assert narrowness((0.9, 0.1, 0.1, 0.1)) == 0.25
    assert narrowness((0.5, 0.5, 0.5)) == 1
    assert narrowness((0.0, 0.92, 1.0, 0.0)) == 0.5  # the limit is 0.87


def test_an_only_move_is_a_tenth_better_than_the_second() -> None:
    assert only_move((0.2, 0.6, 0.5)) == 1
    assert only_move((0.6, 0.55, 0.1)) == 0
    assert only_move((0.6, 0.6)) == 0


def test_the_loss_is_that_of_the_played_move() -> None:
    assert loss((0.2, 0.6, 0.5)) == pytest.approx(0.4)
    assert loss((0.6, 0.2)) == 0


def test_clarity_is_averaged_over_positions_with_a_choice() -> None:
    plies = (
        PlyTrace(2, (0.2, 0.6)),
        PlyTrace(1, (0.4,)),
        PlyTrace(3, (0.5, 0.5, 0.5)),
        PlyTrace(4),
    )
    found = {figure.metric: figure for figure in measure([GameTrace(0, 0, 4, plies)], 1)}
    assert found["narrowness"].value == pytest.approx((0.5 + 1) / 2)
    assert found["spread"].value == pytest.approx((0.2 + 0) / 2)
    assert found["only_moves"].value == pytest.approx(0.5)
    assert found["loss"].value == pytest.approx(0.2)


def test_only_judged_games_that_ended_count() -> None:
    games = [
        judged(1, 0.5, 0.8, 0.6, 0.3, 0.0),
        judged(DRAW, 0.5, 0.4, 0.5, number=1),
        judged(ONGOING, 0.5, 0.4, 0.6, number=2),
        GameTrace(3, 0, 3, ()),
    ]
    found = {figure.metric: figure for figure in measure(games, 1)}
    assert found["drama"].samples == 1
    assert found["lead_changes"].samples == 2
    assert found["decisiveness_threshold"].value == pytest.approx(0.8)


def test_drawn_games_alone_leave_drama_open_and_say_so() -> None:
    games = [judged(DRAW, 0.5, 0.4, 0.5, number=number) for number in range(5)]
    found = {figure.metric: figure for figure in measure(games, 1)}
    assert found["drama"].value is None
    assert "if all games are drawn" in found["drama"].note
    assert found["uncertainty"].samples == 5
