"""Proof-number search: decides only whether one player can force a win from a position.

Depth-first with a table (df-pn, Nagai 2002). A proof is a finite tree of wins, so it holds for
any history. A disproof may depend on a repetition: reaching a position of the path again is not a
win. Such a disproof is provisional and holds only below that position: it becomes final when the
position is disproved itself, and is forgotten when the position is left undecided.

The proof search beside the tree (`mcts.local_dfpn`) serves another purpose: it visits a few
thousand positions, drops the older half of its table when that is full, has a depth limit, and
respects positions that end the match. This one drops no entries, has no depth limit, gives exact
disproofs, and can look up any position that it has visited, hence its table by codes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit
from stackyard.position import ONGOING, heed_signals
from stackyard.position import Coded as Position
from stackyard_engine.solver.hash_table import SEGMENTS, HashTable

NEVER: Final = 0x3FFFFFFF  # the number for a proof or disproof that is impossible
MUCH: Final = 0x3FFFFFFE  # the largest other number

# The words of an entry, a visited position. Two more entries stand for finished games.
PROOF: Final = 0  # proof number: positions still to be won, at least; 0: proved
DISPROOF: Final = 1  # disproof number, likewise
DEPTH: Final = 2  # 1 + its index on the path, or 0
RESTS: Final = 3  # the set of steps (see `step_bit`) that its disproof depends on
ENTRY: Final = 4  # words of an entry
WON: Final = 0  # the entry of a game won by the attacker
SPOILT: Final = 1  # of a game not won by the attacker

# The words of a step of the path.
HERE: Final = 0  # the entry
ATTACKS: Final = 1  # whether the attacker acts
PROOFS: Final = 2  # the proof number at which the step is left
DISPROOFS: Final = 3
FIRST: Final = 4  # its children in the stack of children: an entry and a move for each
LAST: Final = 5
LOG: Final = 6  # the length of the log of provisional disproofs at entry
STEP: Final = 7

LOGGED: Final = 3  # words of the log of provisional disproofs: the entry and its previous numbers

DEEP: Final = 61  # steps from this depth on share a bit in the sets of steps


@final
class Attack:
    """Proves or disproves that `attacker` wins; call `run` until `result` is 1 (wins) or 0.

    `failed`, `full` and `codes` have the same meaning as in Exhaustive. It is full when it uses
    more than `most` bytes, and goes on when it may use more.
    """

    def __init__(
        self,
        position: Position,
        attacker: int,
        most: int,
        codes: Callable[[Position], int] | None = None,
    ) -> None:
        self.result = -1
        self.full = False
        self.failed = False
        self.nodes: i64 = 0
        self._attacker: i64 = attacker
        self.most: i64 = most
        self._codes = codes
        self._table = HashTable()
        self._entries = vec[i64]([0, NEVER, 0, 0, NEVER, 0, 0, 0])
        self._path = vec[i64]()
        self._depth: i64 = 0
        self._children = vec[i64]()
        self._top: i64 = 0
        self._log = vec[i64]()
        self._logged: i64 = 0
        self._line: list[Position] = []
        self._root = position.copy()
        self._begin()

    def _begin(self) -> None:
        """Start the path with the first position."""
        root = self._entry(self._root)
        if root >= 0:
            self._enter(self._root.copy(), root, NEVER, NEVER)

    def run(self, nodes: i64) -> None:
        """Expand `nodes` more positions, or fewer if the result is decided."""
        self.full = False
        goal = self.nodes + nodes
        turns: i64 = 0
        while self._depth and self.nodes < goal and not self.failed:
            turns += 1
            if turns & 1023 == 0:
                heed_signals()
            if self.memory() > self.most:
                self.full = True
                return
            self._look()

    def state(self) -> list[int]:
        """The numbers needed by `restore`, besides the parts."""
        return [int(self._table.used), int(self.nodes), self.result]

    def parts(self) -> list[list[object]]:
        """The memory needed by `restore`: the table's segments, then the entries, each in pieces.

        The path is not included: this attack also leaves it and restarts from the first position.
        """
        if self.result < 0:
            self._leave_path()
            self.nodes -= 1  # the first position is counted again
            self._begin()
        found: list[list[object]] = []
        for segment in self._table.segments:
            found.append([segment])
        found.append([self._entries])
        return found

    def restore(self, state: list[int], parts: list[memoryview]) -> None:
        """Continue from the state and parts of another attack from the same position."""
        self._leave_path()
        self._table.restore(parts[:SEGMENTS], state[0])
        self._entries = vec[i64](parts[SEGMENTS].cast("q"))
        self.nodes, self.result = state[1:]
        if self.result < 0:
            self._entries[ENTRY * self._entry(self._root) + DEPTH] = 0
            self.nodes -= 1
            self._begin()

    def _leave_path(self) -> None:
        """Leave the whole path at once and forget the disproofs that depend on it."""
        entries = self._entries
        log = self._log
        while self._logged:
            self._logged -= LOGGED
            at = ENTRY * log[self._logged]
            entries[at + PROOF] = log[self._logged + 1]
            entries[at + DISPROOF] = log[self._logged + 2]
            entries[at + RESTS] = 0
        while self._depth:
            self._depth -= 1
            entries[ENTRY * self._path[STEP * self._depth + HERE] + DEPTH] = 0
        self._top = 0
        self._line = []

    def memory(self) -> int:
        """The memory in use in bytes, without the positions of the path."""
        words = len(self._entries) + len(self._path) + len(self._children) + len(self._log)
        return int(12 * self._table.slots + 8 * words)

    def verdict(self, position: Position) -> int:
        """1 if a visited position is proved, 0 if it is disproved, otherwise -1."""
        if position.winner != ONGOING:
            return 1 if position.winner == self._attacker else 0
        entry = self._table.number(self._code(position))
        if entry < 0:
            return -1
        at = ENTRY * entry
        if self._entries[at + PROOF] == 0:
            return 1
        if self._entries[at + DISPROOF] == 0 and self._entries[at + RESTS] == 0:
            return 0
        return -1

    def _entry(self, position: Position) -> i64:
        """The entry of a position, created if necessary; -1 for a position without a code."""
        if position.winner != ONGOING:
            return WON if position.winner == self._attacker else SPOILT
        code = self._code(position)
        if code < 0:
            self.failed = True
            return -1
        table = self._table
        if table.crowded >= 0:
            table.grow()
        place = table.find(code)
        if place >= 0:
            return table.word(place)
        entries = self._entries
        entry = len(entries) // ENTRY
        table.add(-1 - place, code, entry)
        # Where the attacker acts, one move has to be proved, or every move disproved.
        proof: i64 = 1
        disproof: i64 = len(position.legal_moves())
        if position.player != self._attacker:
            proof, disproof = disproof, proof
        self._entries = append(append(append(append(entries, proof), disproof), 0), 0)
        return entry

    def _code(self, position: Position) -> i64:
        """The number of a position in the table; -1 if it has none."""
        if self._codes is None:
            return position.code()
        return self._codes(position)

    def _enter(self, position: Position, entry: i64, proofs: i64, disproofs: i64) -> None:
        """Append a position to the path, with the numbers at which to leave it."""
        self.nodes += 1
        path = self._path
        at = STEP * self._depth
        if at == len(path):
            words: i64 = 0
            while words < STEP:
                path = append(path, 0)
                words += 1
            self._path = path
        self._depth += 1
        self._entries[ENTRY * entry + DEPTH] = self._depth
        path[at + HERE] = entry
        path[at + ATTACKS] = 0
        if position.player == self._attacker:
            path[at + ATTACKS] = 1
        path[at + PROOFS] = proofs
        path[at + DISPROOFS] = disproofs
        path[at + FIRST] = self._top
        path[at + LOG] = self._logged
        for move in position.legal_moves():
            child = position.copy()
            child.play(move)
            there = self._entry(child)
            if there < 0:
                return
            if self._top == len(self._children):
                self._children = append(append(self._children, there), move)
            else:
                self._children[self._top] = there
                self._children[self._top + 1] = move
            self._top += 2
        path[at + LAST] = self._top
        self._line.append(position)

    def _look(self) -> None:
        """Combine the children at the end of the path; leave it, or enter the best child."""
        path = self._path
        at = STEP * (self._depth - 1)
        attacks = path[at + ATTACKS]
        entries = self._entries
        children = self._children
        # "Easy" is the number minimised by the player to act: the proof number if the attacker
        # acts, else the disproof number. "Hard" is the other one, summed over all children.
        easy: i64 = NEVER
        second: i64 = NEVER
        hard: i64 = 0
        best: i64 = -1
        best_hard: i64 = 0
        every: i64 = 0  # dependencies of a disproof that needs all children …
        one: i64 = -1  # … and of one that needs a single child
        child = path[at + FIRST]
        while child < path[at + LAST]:
            there = ENTRY * children[child]
            proof = entries[there + PROOF]
            disproof = entries[there + DISPROOF]
            on = entries[there + RESTS]
            if entries[there + DEPTH]:  # a repetition
                proof = NEVER
                disproof = 0
                on = step_bit(entries[there + DEPTH])
            if disproof == 0:
                every |= on
                if one == -1 or (one and (on == 0 or on & -on > one & -one)):
                    one = on
            if attacks == 0:
                proof, disproof = disproof, proof
            if proof < easy:
                second = easy
                easy = proof
                best = child
                best_hard = disproof
            elif proof < second:
                second = proof
            if disproof == NEVER:
                hard = NEVER
            elif hard < MUCH:
                hard += disproof
                if hard > MUCH:
                    hard = MUCH
            child += 2
        proof = easy
        disproof = hard
        if attacks == 0:
            proof, disproof = hard, easy
            every = one
        if proof >= path[at + PROOFS] or disproof >= path[at + DISPROOFS]:
            self._leave(proof, disproof, every)
            return
        limit = second + second // 4 + 1
        if attacks:
            if limit > path[at + PROOFS]:
                limit = path[at + PROOFS]
            other = path[at + DISPROOFS] - disproof + best_hard
        else:
            if limit > path[at + DISPROOFS]:
                limit = path[at + DISPROOFS]
            other = path[at + PROOFS] - proof + best_hard
        if hard >= MUCH or other > NEVER:
            other = NEVER
        position = self._line[len(self._line) - 1].copy()
        position.play(children[best + 1])
        if attacks:
            self._enter(position, children[best], limit, other)
        else:
            self._enter(position, children[best], other, limit)

    def _leave(self, proof: i64, disproof: i64, rests: i64) -> None:
        """Leave the end of the path and store the numbers found there."""
        path = self._path
        depth = self._depth
        at = STEP * (depth - 1)
        entries = self._entries
        here = path[at + HERE]
        self._depth -= 1
        self._top = path[at + FIRST]
        self._line.pop()
        old_proof = entries[ENTRY * here + PROOF]
        old_disproof = entries[ENTRY * here + DISPROOF]
        if proof and disproof:  # numbers that never decrease guarantee that every search ends
            if proof < old_proof:
                proof = old_proof
            if disproof < old_disproof:
                disproof = old_disproof
        entries[ENTRY * here + PROOF] = proof
        entries[ENTRY * here + DISPROOF] = disproof
        entries[ENTRY * here + DEPTH] = 0
        if disproof:
            rests = 0
        elif depth < DEEP:  # a repetition of this position itself no longer makes it provisional
            rests &= step_bit(depth) - 1
        self._review(path[at + LOG], step_bit(depth), disproof == 0, rests)
        entries[ENTRY * here + RESTS] = rests
        if rests:
            if self._logged == len(self._log):
                self._log = append(append(append(self._log, 0), 0), 0)
            log = self._log
            log[self._logged] = here
            log[self._logged + 1] = old_proof
            log[self._logged + 2] = old_disproof
            self._logged += LOGGED
        if self._depth == 0:
            self.result = 1 if proof == 0 else 0

    def _review(self, mark: i64, step: i64, disproved: bool, rests: i64) -> None:
        """Update the provisional disproofs found below a step that is left.

        A disproof that depends on the step inherits the dependencies of the step's own disproof;
        if the step is not disproved, it is forgotten.
        """
        entries = self._entries
        log = self._log
        kept = mark
        number = mark
        while number < self._logged:
            at = ENTRY * log[number]
            on = entries[at + RESTS]
            if on & step and disproved:
                on |= rests
                if step < step_bit(DEEP):
                    on &= step - 1
                entries[at + RESTS] = on
            elif on & step:
                entries[at + RESTS] = 0
                entries[at + PROOF] = log[number + 1]
                entries[at + DISPROOF] = log[number + 2]
            if entries[at + RESTS]:
                log[kept] = log[number]
                log[kept + 1] = log[number + 1]
                log[kept + 2] = log[number + 2]
                kept += LOGGED
            number += LOGGED
        self._logged = kept


def step_bit(depth: i64) -> i64:
    """The bit of a step of the path in a set of steps; deep steps share the last bit."""
    if depth > DEEP:
        depth = DEEP
    return bit(depth)
