"""The proofs that a Monte-Carlo search looks for beside its tree."""

from __future__ import annotations

from collections.abc import Hashable, Set
from typing import Any, Final, final

from stackyard.position import DRAW, ONGOING, Position
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.mcts.local_dfpn import Proof

# Positions at a time: few lose the place, as each search begins again at the root; many let wait.
LEAST: Final = 256
MOST: Final = 16_384
ENTRIES: Final = 50_000  # of a table


@final
class Prover:
    """Looks for a forced end above the root of a search, within an effort that grows.

    Half of the effort goes into proof-number search, which follows one side's few ways out a long
    way down, and half into alpha-beta search, which looks at all there is within a few moves.
    `drawn` and `evaluator` are those of stackyard_engine.mcts.search.Search.
    """

    def __init__(self, position: Position, drawn: Set[Hashable], evaluator: Any = None) -> None:
        self._root = position.copy()
        self._far = Proof(position, drawn, ENTRIES, evaluator)
        self._near = AlphaBeta(position, entries=ENTRIES, drawn=drawn)
        self._spared = 0, 0  # what they had looked at when the root was reached

    def advance(self, move: int) -> None:
        """Play a legal move at the root."""
        self._root.play(move)
        self._far.advance(move)
        self._near.advance(move)
        self._spared = int(self._far.positions), int(self._near.nodes)

    def run(self, effort: int) -> list[tuple[int, int]]:
        """Go on until `effort` positions have been looked at since the root was reached.

        What has been proven of moves at the root since the last call: each move, and who wins.
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
        return found

    def line(self, move: int) -> list[int]:
        """How a win that was proven goes on after a move at the root, the move included."""
        near = self._near
        if near.move == move and near.proven not in (ONGOING, DRAW):
            return near.variation()
        return self._far.line(move)


def _is_due(done: int, effort: int) -> bool:
    """Whether a search that has looked at `done` positions should go on to this many."""
    return effort - done >= min(max(LEAST, done // 2), MOST)
