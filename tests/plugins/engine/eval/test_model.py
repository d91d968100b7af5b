"""A sum of weights that is made from that of another position is the sum made anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i32

from stackyard import load_game
from stackyard.position import ONGOING
from stackyard_engine.eval.weights import FeatureSet

BOARDS: list[tuple[str, dict[str, Any]]] = [
    ("silo", {}),
    ("silo", {"size": 10}),
    ("filo", {}),
    ("slicron", {}),
    ("slicron", {"side": 6, "rules": "revised"}),
    ("pit_of_pillars", {}),
    ("pit_of_pillars", {"size": 5}),
    ("splay", {}),
    ("splay", {"side": 4, "pie": True}),
    ("splay", {"side": 7}),
]


@pytest.mark.builds
@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_a_value_does_not_depend_on_the_positions_before(
    name: str, options: dict[str, Any]
) -> None:
    """Families of positions as a search evaluates them, and positions one after the other."""
    rng, game = Random(28), load_game(name, **options)
    features = FeatureSet(game)
    weights = vec[i32]([rng.randrange(-900, 900) for _ in range(features.patterns.size)])
    used = features.evaluator(weights)
    position = game.initial()
    for _ in range(40):
        moves = [int(move) for move in position.legal_moves()]
        used.begin(position)
        for move in rng.sample(moves, min(4, len(moves))):
            after = position.copy()
            after.play(move)
            if after.winner == ONGOING:
                fresh = features.evaluator(weights)
                beside, expected = used.value_beside(after), fresh.value(after)
                assert beside == expected, game.format_position(after)
                if rng.random() < 0.3:
                    assert used.value(after) == expected, game.format_position(after)
                    assert used.indices(after) == fresh.indices(after)
        position = after if after.winner == ONGOING else game.initial()
