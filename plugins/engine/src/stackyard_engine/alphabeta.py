"""Alpha-beta search with iterative deepening.

Positions at the full depth get the value of their `evaluate`, or count as even without it. The
player to act decides the sign of a value, so turns of several moves and skipped turns need no
special case. Values do not depend on the path to a position (repetitions are ignored), so the table
of positions is sound.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.position import DRAW, ONGOING, WIN, Judged, Position, heed_signals
from stackyard.rng import Rng
from stackyard_engine.position_table import (
    COMPLETE,
    NEVER,
    SURE,
    PositionTable,
    StoppedError,
    depth_in,
    depth_of,
    kind_of,
    move_in,
    seen_from,
    settles,
    value_in,
)

LOOK: Final = 128  # positions between two questions whether to stop
FIRST: Final = 1_000_000_000_000  # more than any history score


@final
class AlphaBeta:
    """A search of a position that is not over, one move deeper at a time.

    `depth` is the depth completed; `move`, `value` and `proven` (0, 1, DRAW or ONGOING) are its
    results. The value is for the player to act, in units of `evaluate`; a win is WIN less the
    number of moves it takes. `seed` decides between moves of equal value. The table of positions
    holds twice `entries` at most. A position whose key is in `drawn` is a draw between turns.
    `evaluator` replaces `evaluate`.
    """

    def __init__(
        self,
        position: Position,
        seed: int = 0,
        entries: int = 500_000,
        drawn: Set[Hashable] = frozenset(),
        evaluator: Callable[[Position], int] | None = None,
    ) -> None:
        self.depth: int = 0
        self.move: int = -1
        self.value: int = 0
        self.proven: int = ONGOING
        self.nodes: i64 = 0  # positions visited so far
        self._root = position.copy()
        self._has_evaluate = hasattr(position, "evaluate")
        self._evaluator = evaluator
        self._drawn = drawn
        self._table = PositionTable(entries)
        self._history = vec[i64]()  # by move: its history score, from cutoffs and their depths
        self._broken: i64 = 0  # number of games cut off
        self._asked: Callable[[], bool] | None = None
        rng = Rng(seed)
        for move in position.legal_moves():
            self._credit(move, rng.below(8))

    def deepen(self, stop: Callable[[], bool] | None = None) -> bool:
        """Search one move deeper; False if `stop`, called now and then, returned True first.

        The results of the previous depth then remain. Does nothing if the result is proven.
        """
        if self.proven != ONGOING:
            return True
        self._asked = stop
        broken = self._broken
        try:
            value = self._search(self._root, self.depth + 1, -WIN, WIN, 0)
        except StoppedError:
            return False
        self.depth += 1
        self.value = int(value)
        self.move = int(move_in(self._table.find(self._root.key())))
        player = int(self._root.player)
        if value > SURE:
            self.proven = player
        elif value < -SURE:
            self.proven = 1 - player
        elif self._broken == broken:
            self.proven = DRAW
        return True

    def advance(self, move: i64) -> None:
        """Play a legal move at the root and restart there; the table is kept."""
        self._root.play(move)
        self.depth = 0
        self.move = -1
        self.value = 0
        self.proven = ONGOING

    def variation(self) -> list[int]:
        """The best play found, as far as it is still in the table."""
        position = self._root.copy()
        moves: list[int] = []
        move = self.move
        while move >= 0 and len(moves) < self.depth:
            moves.append(move)
            position.play(move)
            over = position.winner != ONGOING
            move = NEVER if over else int(move_in(self._table.find(position.key())))
        return moves

    def _search(self, position: Position, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        """The value of an unfinished position for the player to act, if within alpha … beta."""
        self.nodes += 1
        if self.nodes % LOOK == 0:
            heed_signals()
            if self._asked is not None and self._asked():
                raise StoppedError
        if ply and self._drawn and not position.mid_turn and position.key() in self._drawn:
            return 0
        if depth == 0:
            self._broken += 1
            if self._evaluator is not None:
                return self._evaluator(position)
            if self._has_evaluate:
                return cast(Judged, position).evaluate()
            return 0
        key = position.key()
        entry = self._table.find(key)
        first = move_in(entry)
        value = value_in(entry, ply)
        known = depth_in(entry)
        if ply and known >= depth and settles(entry, value, alpha, beta):
            if known < COMPLETE:
                self._broken += 1
            return value
        broken = self._broken
        player = position.player
        best = -WIN
        best_move: i64 = -1
        floor = alpha
        for move in self._ordered(position.legal_moves(), first):
            after = position.copy()
            after.play(move)
            winner = after.winner
            if winner == player:
                value = WIN - ply - 1
            elif winner == DRAW:
                value = 0
            elif winner != ONGOING:
                value = ply + 1 - WIN
            elif after.player == player:
                value = self._search(after, depth - 1, floor, beta, ply + 1)
            else:
                value = -self._search(after, depth - 1, -beta, -floor, ply + 1)
            if value > best:
                best = value
                best_move = move
                if value > floor:
                    floor = value
                if value >= beta:
                    self._credit(move, depth * depth)
                    break
        kind = kind_of(best, alpha, beta)
        searched_to = depth_of(depth, self._broken == broken)
        self._table.enter(key, searched_to, kind, seen_from(best, -ply), best_move)
        return best

    def _ordered(self, moves: vec[i64], first: i64) -> vec[i64]:
        """The moves: `first`, then the others by history score."""
        ordered = vec[i64]()
        for move in moves:
            credit = self._credit(move, 0)
            if move == first:
                credit = FIRST
            ordered = append(ordered, move)
            place = len(ordered) - 1
            while place > 0:
                above = ordered[place - 1]
                if above == first or self._history[above] >= credit:
                    break
                ordered[place] = above
                place -= 1
            ordered[place] = move
        return ordered

    def _credit(self, move: i64, more: i64) -> i64:
        """The history score of a move, increased by `more`."""
        while len(self._history) <= move:
            self._history = append(self._history, 0)
        credit = self._history[move] + more
        self._history[move] = credit
        return credit
