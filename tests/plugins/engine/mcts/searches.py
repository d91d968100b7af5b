"""Searches of toy games, and what they found."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32
from tests.toy_games import Heap

from stackyard import Game, Rng
from stackyard.playouts import playout
from stackyard.position import Position
from stackyard_engine.eval.weights import Evaluator, FeatureSet
from stackyard_engine.mcts.search import Search

B, C, D, E = 1, 2, 3, 4  # moves of a Walk: the spots they lead to


def searched(position: Position, simulations: int, seed: int = 1) -> Search:
    search = Search(position, playout, seed)
    search.run(simulations)
    return search


def figures(search: Search) -> list[tuple[int, int, float]]:
    return [(line.move, line.visits, line.value) for line in search.children()]


def misleading(game: Game, seed: int) -> Evaluator:
    """A judge that is sure of itself and wrong: its weights are drawn at random."""
    features, rng = FeatureSet(game), Rng(seed)
    numbers = [int(rng.below(8001)) - 4000 for _ in range(features.patterns.size)]
    return features.evaluator(vec[i32](numbers))


class Fogged(Heap):
    """A heap that can be judged: who is to act with a multiple of four left stands worse."""

    def copy(self) -> Fogged:
        return Fogged(self.left, int(self.player))

    def evaluate(self) -> int:
        return 1 if self.left % 4 else -1
