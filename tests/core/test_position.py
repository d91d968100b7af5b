from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING, uniform

MOST = 2**32 - 1


def test_the_results_are_told_apart_from_the_players() -> None:
    assert len({ONGOING, DRAW, 0, 1}) == 4


def test_uniform_chooses_nothing_from_nothing() -> None:
    assert uniform([], 5) == -1
    assert uniform(vec[i64](), MOST) == -1


@pytest.mark.parametrize("number", [1, 2, 3, 7, 100])
def test_uniform_gives_every_move_its_share_of_the_bits(number: int) -> None:
    moves = [10 * n for n in range(number)]
    for place, move in enumerate(moves):
        first = -(-place * 2**32 // number)
        last = -(-(place + 1) * 2**32 // number) - 1
        assert uniform(moves, first) == uniform(moves, last) == move
        assert uniform(vec[i64](moves), first) == move
    assert (uniform(moves, 0), uniform(moves, MOST)) == (moves[0], moves[-1])
