from __future__ import annotations

import pytest

from stackyard.position import DRAW, ONGOING
from stackyard_engine.confidence import Estimate
from stackyard_lab.study.metrics.balance import (
    JUDGED,
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


@pytest.mark.parametrize(
    ("proven", "points"),
    [
        ([0, ONGOING], 1),
        ([1, 1, 1], 0),
        ([1, DRAW, 1], 0.5),
        ([DRAW, 0, 1], 1),
        ([1, ONGOING, DRAW], None),
        ([ONGOING], None),
    ],
)
def test_the_result_with_best_play_follows_from_the_proofs_of_first_moves(
    proven: list[int], points: float | None
) -> None:
    moves = [first_move(0.5, proven=winner) for winner in proven]
    found = best_play_figure(moves, ONGOING, 1)
    assert (found.value, found.low, found.high) == (points, points, points)
    assert found.proven == (points is not None)
    assert found.note


@pytest.mark.parametrize(("winner", "points"), [(0, 1), (1, 0), (DRAW, 0.5)])
def test_a_proof_of_the_whole_game_needs_no_proof_of_first_moves(
    winner: int, points: float
) -> None:
    for moves in ([first_move(0.9)], []):
        found = best_play_figure(moves, winner, 1)
        assert (found.value, found.proven) == (points, True)
    assert best_play_figure([], ONGOING, 1).value is None
