"""What the evaluation of leaves adds to the tree."""

from __future__ import annotations

import pytest
from tests.plugins.engine.mcts.searches import misleading

from stackyard import load_game
from stackyard_engine.eval.weights import win_chance
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import MctsParams


@pytest.mark.parametrize("name", ["silo", "splay"])
def test_a_leaf_adds_its_chance_and_no_random_result(name: str) -> None:
    game = load_game(name)
    position, evaluator = game.initial(), misleading(game, 3)
    search = Search(position, game.playout, 1, MctsParams(proof=0), evaluator=evaluator)
    search.run(1)
    for child in search.children():
        after = position.copy()
        after.play(child.move)
        share = win_chance(int(evaluator.value(after)))
        assert child.value == pytest.approx(share if after.player == position.player else 1 - share)
