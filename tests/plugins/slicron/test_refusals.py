from __future__ import annotations

import pytest

from stackyard.position import ONGOING
from stackyard.rng import Rng
from stackyard_slicron.game import SlicronGame

pytestmark = pytest.mark.builds


@pytest.mark.parametrize("rules", ["2024", "revised"])
def test_everything_that_is_refused_is_refused_for_a_reason(rules: str) -> None:
    """Every move of the move space, through a whole game."""
    game = SlicronGame(side=3, rules=rules)
    position = game.initial()
    rng = Rng(1)
    while position.winner == ONGOING:
        legal = position.legal_moves()
        for move in range(game.move_space):
            if move not in legal:
                refusal = game.refusal(move, position)
                assert refusal.sentence
                if refusal.rule == "not-shorter":
                    assert len(refusal.cells) > 1
        position.play(position.random_move(rng.bits()))
