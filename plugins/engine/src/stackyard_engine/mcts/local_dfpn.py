"""A quick search for proofs beside the tree: depth-first proof-number search (df-pn; Nagai, 2002).

In thousands of positions it proves narrow forced lines that random games rarely find.
"""

from __future__ import annotations

from collections.abc import Hashable, Set
from math import exp
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.position import ONGOING, Position, heed_signals

# The state of a position holds its proof and refutation numbers: the least number of positions
# to prove, or to refute, before the attacker's win is; packed as proof << HALF | refutation.
HALF: Final = 31
ONE: Final = 0x8000_0000  # 1 << HALF
NEVER: Final = 0x4000_0000
LOW: Final = 0x7FFF_FFFF
WON: Final = NEVER
FAILED: Final = 0x2000_0000_0000_0000  # NEVER << HALF

NOWHERE: Final = 1_000_000
DEEPEST: Final = 250  # moves; each is one level of recursion
UNIT: Final = 1000.0  # of learned weights: see stackyard_engine.eval.model
TRUST: Final = 128.0  # estimated effort to prove a sure loss, relative to that of a sure win


@final
class Proof:
    """A search for a proof that the player to act wins or cannot win.

    A repetition on the path, or a position whose key is in `drawn`, does not count as a win, so
    every proof consists of lines that end; but after a repetition or a draw, a refuted win is not
    known to be a loss. `found` collects the moves at the root with proven results, each with its
    winner. The table holds at most twice `entries` positions.
    `evaluator` estimates by learned weights how hard a new position is to prove; this affects only
    the order of the search.
    """

    def __init__(
        self, position: Position, drawn: Set[Hashable], entries: int, evaluator: Any = None
    ) -> None:
        self.positions: i64 = 0  # visited so far
        self.found: list[tuple[int, int]] = []
        self._root = position.copy()
        self._attacker: i64 = position.player
        self._drawn = drawn
        self._entries = entries
        self._evaluator = evaluator
        self._exact = True
        self._table: dict[Hashable, int] = {}
        self._before: dict[Hashable, int] = {}  # the previous table, which was full
        self._path: dict[Hashable, int] = {}  # the depths of the keys on the current path
        self._origin: i64 = NOWHERE  # the shallowest depth that a failure depends on
        self._until: i64 = 0
        self._over = False

    def run(self, positions: i64) -> None:
        """Visit `positions` more positions, or fewer if everything is proven."""
        self._until = self.positions + positions
        while self.positions < self._until and not self._over:
            self._path.clear()
            state = self._search(self._root, self._root.key(), NEVER, NEVER)
            self._over = state in (WON, FAILED)

    def advance(self, move: i64) -> None:
        """Play a legal move at the root."""
        self._root.play(move)
        self._over = self._root.winner != ONGOING
        self.found.clear()

    def line(self, move: i64) -> list[int]:
        """The proven line after a move at the root, from the table, including the move."""
        position = self._root.copy()
        moves = [int(move)]
        met = {position.key()}
        position.play(move)
        while position.winner == ONGOING:
            key = position.key()
            state = self._noted(key)
            if key in met or (state != WON and state != FAILED):
                break
            met.add(key)
            best: i64 = -1
            for reply in position.legal_moves():
                after = position.copy()
                after.play(reply)
                if self._result(after) == state:
                    best = reply
                    break
            if best < 0:
                break
            moves.append(int(best))
            position.play(best)
        return moves

    def _search(self, position: Position, key: Hashable, proof: i64, refutation: i64) -> i64:
        """Search an unfinished position until a number reaches its bound; return its state."""
        heed_signals()
        attacks = position.player == self._attacker
        success: i64 = WON if attacks else FAILED
        failure: i64 = FAILED if attacks else WON
        moves = vec[i64]()
        states = vec[i64]()
        after: list[Position] = []
        keys: list[Hashable] = []
        depth: i64 = len(self._path)
        self._path[key] = int(depth)
        origin: i64 = NOWHERE
        result: i64 = failure
        for move in position.legal_moves():
            child = position.copy()
            child.play(move)
            its_key: Hashable = None
            state = self._ended(child)
            if state < 0:
                its_key = child.key()
                state = self._known(child, its_key)
                if state == FAILED:
                    origin = self._origin if success == FAILED else min(origin, self._origin)
            if state == success:
                result = success
            if depth == 0 and state in (success, failure):
                self._tell(move, state)
            if result == success:
                break
            if state != failure:
                moves = append(moves, move)
                states = append(states, state)
                after.append(child)
                keys.append(its_key)
        while result == failure:
            best: i64 = -1
            least: i64 = NEVER
            second: i64 = NEVER
            total: i64 = 0
            place: i64 = 0
            while place < len(states):
                state = states[place]
                if state != failure:
                    ease = state >> HALF if attacks else state & LOW
                    total += state & LOW if attacks else state >> HALF
                    if ease < least:
                        second = least
                        least = ease
                        best = place
                    elif ease < second:
                        second = ease
                place += 1
            if best < 0:
                break
            least = min(least, NEVER - 1)
            total = min(total, NEVER - 1)
            bound = proof if attacks else refutation
            other = refutation if attacks else proof
            if least >= bound or total >= other or self.positions >= self._until:
                result = least << HALF | total if attacks else total << HALF | least
                break
            bound = min(bound, second + 1 + second // 8)
            if other < NEVER:
                other += (states[best] & LOW if attacks else states[best] >> HALF) - total
            if attacks:
                state = self._search(after[best], keys[best], bound, other)
            else:
                state = self._search(after[best], keys[best], other, bound)
            states[best] = state
            if state == FAILED:
                origin = self._origin if success == FAILED else min(origin, self._origin)
            if state == success:
                result = success
            if depth == 0 and state in (success, failure):
                self._tell(moves[best], state)
        del self._path[key]
        self._origin = origin
        if result == FAILED and origin < depth:
            return result  # but it may be won by another path
        self._origin = NOWHERE
        if len(self._table) >= self._entries:
            self._before = self._table
            self._table = {}
        self._table[key] = int(result)
        return result

    def _ended(self, position: Position) -> i64:
        """The state of a finished game; -1 if it is not over."""
        self.positions += 1
        winner = position.winner
        if winner == ONGOING:
            return -1
        if winner == self._attacker:
            return WON
        if winner != 1 - self._attacker:
            self._exact = False
        return FAILED

    def _result(self, position: Position) -> i64:
        """The state of a position, finished or not; -1 if it is not in the table."""
        if position.winner == ONGOING:
            return self._noted(position.key())
        return WON if position.winner == self._attacker else FAILED

    def _known(self, position: Position, key: Hashable) -> i64:
        """The state of an unfinished position from the table, or else an estimate."""
        self._origin = NOWHERE
        if self._drawn and not position.mid_turn and key in self._drawn:
            self._exact = False
            return FAILED
        if key in self._path or len(self._path) >= DEEPEST:
            self._exact = False
            self._origin = self._path.get(key, 0)
            return FAILED
        state = self._noted(key)
        if state >= 0:
            return state
        return self._guessed(position)

    def _guessed(self, position: Position) -> i64:
        """The estimated state of a new position."""
        attacks = position.player == self._attacker
        replies: i64 = len(position.legal_moves())
        if self._evaluator is None:
            return ONE | replies if attacks else replies << HALF | 1
        chance: float = 1 / (1 + exp(-float(self._evaluator.value(position)) / UNIT))
        easy: i64 = 1 + i64(TRUST * (1 - chance))  # for the player to act to win: one move suffices
        hard: i64 = replies * (1 + i64(TRUST * chance))  # for it not to win: all moves must fail
        return easy << HALF | hard if attacks else hard << HALF | easy

    def _noted(self, key: Hashable) -> i64:
        """The state of a position in the table; -1 if it is not there."""
        found = self._table.get(key)
        if found is None:
            found = self._before.get(key)
        return -1 if found is None else found

    def _tell(self, move: i64, state: i64) -> None:
        """Record the proven result of a move at the root."""
        if state == WON:
            self.found.append((int(move), int(self._attacker)))
        elif self._exact:
            self.found.append((int(move), int(1 - self._attacker)))
