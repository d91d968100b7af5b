"""A sum of weights that is made from the last one is the sum made anew."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i32

from stackyard import load_game
from stackyard.position import ONGOING
from stackyard_engine.eval.weights import FeatureSet


@pytest.mark.parametrize("name", ["silo", "filo", "slicron", "pit_of_pillars", "splay"])
def test_a_value_does_not_depend_on_the_positions_before(name: str) -> None:
    rng, game = Random(28), load_game(name)
    features = FeatureSet(game)
    weights = vec[i32]([rng.randrange(-900, 900) for _ in range(features.patterns.size)])
    used = features.evaluator(weights)
    position = game.initial()
    for _ in range(40):
        moves = [int(move) for move in position.legal_moves()]
        for move in rng.sample(moves, min(3, len(moves))):
            after = position.copy()
            after.play(move)
            if after.winner == ONGOING:
                fresh = features.evaluator(weights)
                assert used.value(after) == fresh.value(after)
                assert used.indices(after) == fresh.indices(after)
        position = after if after.winner == ONGOING else game.initial()
