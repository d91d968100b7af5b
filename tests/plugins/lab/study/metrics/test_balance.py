from __future__ import annotations

import pytest

from stackyard.position import DRAW, ONGOING
from stackyard_engine.confidence import Estimate
from stackyard_lab.study.metrics.balance import (
    JUDGED,
    PARTLY_JUDGED,
    balance,
    best_play_figure,
    swap_figures,
)
from stackyard_lab.study.report import FirstMove


def first_move(chance: float, margin: float = 0.05, proven: int = ONGOING) -> FirstMove:
    return FirstMove(("a1",), ("a1",), chance, chance - margin, chance + margin, proven)


@pytest.mark.parametrize(
    ("seat", "fair"),
    [
        ((0.5, 0.4, 0.7), (1.0, 0.6, 1.0)),
        ((0.7, 0.6, 0.8), (0.6, 0.4, 0.8)),
        ((0.3, 0.2, 0.4), (0.6, 0.4, 0.8)),
        ((1.0, 0.45, 1.0), (0.0, 0.0, 1.0)),
    ],
)
def test_balance_is_the_same_whichever_seat_is_better(
    seat: tuple[float, float, float], fair: tuple[float, float, float]
) -> None:
    found = balance(Estimate(*seat))
    assert (found.value, found.low, found.high) == pytest.approx(fair)


def test_with_a_swap_the_first_player_gets_the_worse_side_of_the_most_even_move() -> None:
    swaps, pie = swap_figures([first_move(c) for c in (0.9, 0.58, 0.3)], 1)
    assert swaps.value == pytest.approx(2 / 3)
    assert swaps.low == swaps.high == swaps.value
    assert pie.value == pytest.approx(0.42)
    assert swaps.note == pie.note == JUDGED
    assert pie.low == pytest.approx(0.37)
    assert pie.high == pytest.approx(0.47)


def test_a_move_whose_interval_holds_one_half_may_be_swapped_or_not() -> None:
    swaps, pie = swap_figures([first_move(0.48), first_move(0.52), first_move(0.9)], 1)
    assert swaps.low == pytest.approx(1 / 3)
    assert swaps.high == pytest.approx(1)
    assert pie.high == pytest.approx(0.5)


def test_proven_first_moves_give_proven_figures() -> None:
    moves = [first_move(0.6, proven=0), first_move(0.6, proven=1)]
    swaps, pie = swap_figures(moves, 1)
    assert (swaps.value, swaps.proven) == (0.5, True)
    assert (pie.value, pie.low, pie.high, pie.proven) == (0, 0, 0, True)
    drawn = swap_figures([moves[1], first_move(0.4, proven=DRAW), first_move(0.7)], 1)
    assert (drawn[1].value, drawn[1].proven) == (0.5, True)
    assert not drawn[0].proven


def test_a_single_first_move_has_figures() -> None:
    swaps, pie = swap_figures([first_move(0.8)], 1)
    assert swaps.value == 1
    assert pie.value == pytest.approx(0.2)


def test_proven_first_moves_prove_no_share_of_swaps_while_others_are_not_judged() -> None:
    swaps, pie = swap_figures([first_move(0.6, proven=1)], 1, whole=False)
    assert not swaps.proven
    assert not pie.proven
    assert swaps.note == pie.note == PARTLY_JUDGED
    assert swap_figures([first_move(0.4, proven=DRAW)], 1, whole=False)[1].proven  # none is better


@pytest.mark.parametrize(
    ("winner", "points", "words"),
    [
        (0, 1, "the first player wins"),
        (1, 0, "the second player wins"),
        (DRAW, 0.5, "a draw"),
    ],
)
def test_the_result_with_best_play_is_that_of_the_proven_winner(
    winner: int, points: float, words: str
) -> None:
    found = best_play_figure(winner, 3, 1)
    assert (found.value, found.low, found.high, found.proven) == (points, points, points, True)
    assert found.note == words


def test_without_a_proof_there_is_no_result_with_best_play() -> None:
    found = best_play_figure(ONGOING, 3, 1)
    assert (found.value, found.proven) == (None, False)
    assert found.note
