"""The counts of Splay that learned weights weigh."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from stackyard import ONGOING, Rng
from stackyard_splay.game import SplayGame
from stackyard_splay.knowledge import SplayKnowledge

pytestmark = pytest.mark.builds


@pytest.mark.parametrize("side", [6, 7, 8])
def test_the_end_of_a_game_counts_as_many_cells_on_larger_boards(side: int) -> None:
    game, rng = SplayGame(side=side), Rng(1)
    position = game.initial()
    while position.winner == ONGOING:
        position.play(position.random_move(rng.bits()))
    found = vec[i64]([0] * len(SplayKnowledge(game).patterns().radices))
    position.traits(found)
    held = 2 * len(game.board.interior) + 2
    assert found[held] == 10
