"""Monte-Carlo tree search by upper confidence bounds (UCT; Kocsis and Szepesvári, 2006).

The tree lives in parallel vecs, a node being an index into them, so that a million nodes cost
no more than their numbers. Search sees only the Position protocol; whose turn it is decides the
sign of a result, not the depth, so games of many moves a turn or of skipped turns need no care.
"""

from __future__ import annotations

from math import log, sqrt
from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.position import DRAW, Playout, Position, heed_signals
from stackyard.rng import Rng


@final
class Line:
    """What the search found out about one move at the root.

    `value` is the share of points the mover took, 0 … 1, a draw counting half.
    """

    def __init__(self, move: int, visits: int, value: float) -> None:
        self.move = move
        self.visits = visits
        self.value = value

    def __repr__(self) -> str:
        return f"Line(move={self.move}, visits={self.visits}, value={self.value:.3f})"


@final
class Search:
    """A growing UCT tree above one position; the same seed and simulations give the same tree.

    `playout` is the game's (see Game.playout); a playout that is not over after `limit` moves
    counts as a draw. `exploration` is the constant before the square root.
    """

    def __init__(
        self,
        position: Position,
        playout: Playout,
        seed: int,
        exploration: float = 0.7,
        limit: int = 10_000,
    ) -> None:
        self._root = position.copy()
        self._playout = playout
        self._rng = Rng(seed)
        self._exploration: float = exploration
        self._limit = limit
        self._move = vec[i64]([-1])  # the move that leads to the node
        self._mover = vec[i64]([-1])  # who makes it
        self._visits = vec[i64]([0])
        self._points = vec[i64]([0])  # of the mover: 2 for a win, 1 for a draw
        self._first = vec[i64]([0])  # the first child; children are consecutive
        self._children = vec[i64]([-1])  # how many there are; -1 before expansion
        self._path = vec[i64]([0])

    @property
    def simulations(self) -> int:
        """How many simulations have been run so far."""
        return int(self._visits[0])

    def run(self, simulations: int) -> None:
        """Run so many more simulations."""
        todo: i64 = simulations
        while todo > 0:
            if todo % 64 == 0:
                heed_signals()
            self._simulate()
            todo -= 1

    def lines(self) -> list[Line]:
        """The legal moves of the root, the most visited first, then the smaller move."""
        first = self._first[0]
        found: list[Line] = []
        child = first
        while child < first + self._children[0]:
            visits = int(self._visits[child])
            value = float(self._points[child]) / (2 * visits) if visits else 0.5
            found.append(Line(int(self._move[child]), visits, value))
            child += 1
        return sorted(found, key=_rank)

    def _simulate(self) -> None:
        position = self._root.copy()
        path = self._path
        depth: i64 = 0
        node: i64 = 0
        while True:
            if self._children[node] < 0 and (self._visits[node] > 0 or node == 0):
                self._expand(node, position)
            if self._children[node] <= 0:
                break
            node = self._select(node)
            position.play(self._move[node])
            depth += 1
            if depth == len(path):
                path = append(path, node)
            else:
                path[depth] = node
        self._path = path
        self._playout(position, self._rng.word(), self._limit)
        winner: i64 = position.winner
        while depth >= 0:
            node = path[depth]
            self._visits[node] += 1
            if winner == self._mover[node]:
                self._points[node] += 2
            elif winner < 0 or winner == DRAW:
                self._points[node] += 1
            depth -= 1

    def _expand(self, node: i64, position: Position) -> None:
        """Give `node`, at which `position` stands, a child for each legal move, shuffled."""
        moves = position.legal_moves()
        mover: i64 = position.player
        first = len(self._move)
        self._first[node] = first
        self._children[node] = len(moves)
        for move in moves:
            self._move = append(self._move, move)
            self._mover = append(self._mover, mover)
            self._visits = append(self._visits, 0)
            self._points = append(self._points, 0)
            self._first = append(self._first, 0)
            self._children = append(self._children, -1)
        left = len(moves)
        while left > 1:  # Fisher and Yates
            chosen = first + self._rng.below(left)
            left -= 1
            move = self._move[first + left]
            self._move[first + left] = self._move[chosen]
            self._move[chosen] = move

    def _select(self, node: i64) -> i64:
        """The child with the highest upper confidence bound, an unvisited one before all."""
        visits = self._visits
        points = self._points
        child = self._first[node]
        end = child + self._children[node]
        scale = self._exploration * sqrt(log(float(visits[node] + 1)))
        best = child
        highest = -1.0
        while child < end:
            tried = visits[child]
            if tried == 0:
                return child
            bound = float(points[child]) / float(2 * tried) + scale / sqrt(float(tried))
            if bound > highest:
                highest = bound
                best = child
            child += 1
        return best


def _rank(line: Line) -> tuple[int, int]:
    return -line.visits, line.move
