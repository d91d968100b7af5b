"""Searches of toy games, and what they found."""

from __future__ import annotations

from tests.toy_games import Heap

from stackyard.playouts import playout
from stackyard.position import Position
from stackyard_engine.mcts.search import Search

B, C, D, E = 1, 2, 3, 4  # moves of a Walk: the spots they lead to


def searched(position: Position, simulations: int, seed: int = 1) -> Search:
    search = Search(position, playout, seed)
    search.run(simulations)
    return search


def figures(search: Search) -> list[tuple[int, int, float]]:
    return [(line.move, line.visits, line.value) for line in search.children()]


class Fogged(Heap):
    """A heap that can be judged: who is to act with a multiple of four left stands worse."""

    def copy(self) -> Fogged:
        return Fogged(self.left, int(self.player))

    def evaluate(self) -> int:
        return 1 if self.left % 4 else -1
