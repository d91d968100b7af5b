"""Breakthrough for the engine: how it is searched, and what weights weigh."""

from __future__ import annotations

from stackyard_breakthrough.rules import Breakthrough
from stackyard_engine.eval.patterns import Patterns, orbits
from stackyard_engine.knowledge import Knowledge
from stackyard_engine.params import MctsParams


class BreakthroughKnowledge(Knowledge[Breakthrough]):
    """The engine's knowledge of Breakthrough."""

    mcts_params = MctsParams(horizon=12)

    def patterns(self) -> Patterns:
        """Every rectangle of two by three squares; left and right share their weights."""
        board, size = self.game.board, int(self.game.settings["size"])
        corners = [
            (row, column, height, width)
            for height, width in ((2, 3), (3, 2))
            for row in range(size - height + 1)
            for column in range(size - width + 1)
        ]
        rectangles = [
            [(row + up) * size + column + right for up in range(height) for right in range(width)]
            for row, column, height, width in corners
        ]
        mirror = [row * size + size - 1 - column for row, column in board.coordinates]
        tables = orbits(rectangles, [range(len(board)), mirror])
        return Patterns((3,) * len(board), tuple(tables), tuple(board.points))
