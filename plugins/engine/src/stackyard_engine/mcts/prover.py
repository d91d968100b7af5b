"""The search for proofs that accompanies a Monte-Carlo tree search."""

from __future__ import annotations

from collections.abc import Hashable, Set
from typing import Any, Final, final

from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.mcts.local_dfpn import Proof

# Positions per batch: small batches repeat work, as each search restarts at the root; large ones
# delay the tree search.
LEAST: Final = 256
MOST: Final = 16_384
ENTRIES: Final = 50_000  # entries of a table


@final
class Prover:
    """Searches for a forced result at the root of a search, within a growing effort.

    Half of the effort goes into proof-number search, which follows narrow forced lines to great
    depth, and half into alpha-beta search, which examines all lines of a few moves. For `drawn`
    and `evaluator` see stackyard_engine.mcts.search.Search.
    """

    def __init__(self, position: Position, drawn: Set[Hashable], evaluator: Any = None) -> None:
        self._root = position.copy()
        self._far = Proof(position, drawn, ENTRIES, evaluator)
        self._near = AlphaBeta(position, entries=ENTRIES, drawn=drawn)
        self._spared = 0, 0  # positions they had visited when the root was reached

    @property
    def positions(self) -> int:
        """The number of positions visited so far."""
        return int(self._far.positions) + int(self._near.nodes)

    def advance(self, move: int) -> None:
        """Play a legal move at the root."""
        self._root.play(move)
        self._far.advance(move)
        self._near.advance(move)
        self._spared = int(self._far.positions), int(self._near.nodes)

    def run(self, effort: int) -> list[tuple[int, int]]:
        """Continue until `effort` positions have been visited since the root was reached.

        Returns the moves at the root proven since the last call, each with its winner.
        """
        found: list[tuple[int, int]] = []
        if self._root.winner != ONGOING:
            return found
        far, near = self._far, self._near
        done, due = int(far.positions) - self._spared[0], effort // 2
        if _is_due(done, due):
            far.run(due - done)
            found += far.found
            far.found.clear()
        done = int(near.nodes) - self._spared[1]
        if near.proven == ONGOING and _is_due(done, due):
            until = due + self._spared[1]
            while near.deepen(lambda: near.nodes >= until) and near.proven == ONGOING:
                pass
            if near.proven == self._root.player:
                found.append((near.move, near.proven))
            elif near.proven == 1 - self._root.player:  # whatever is played
                found += [(int(move), near.proven) for move in self._root.legal_moves()]
        return found

    def line(self, move: int) -> list[int]:
        """The proven line after a move at the root, including the move."""
        near = self._near
        if near.move == move and near.proven not in (ONGOING, DRAW):
            return near.variation()
        return self._far.line(move)


def _is_due(done: int, effort: int) -> bool:
    """Tell if a search that has visited `done` positions should continue up to `effort`."""
    return effort - done >= min(max(LEAST, done // 2), MOST)
