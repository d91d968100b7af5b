"""Proof-number search: whether one player can force a win from a position, and nothing more.

Depth-first with a table (df-pn, Nagai 2002). A proof is a finite tree of wins, so it holds whatever
was played before. A disproof may rest on a repetition: on a position of the path being reached
again, which is no win. It then holds only below that position, until that one is disproved itself
(and all that rests on it with it) or is left, when what rests on it is forgotten.

The search for proofs beside the tree (`proof`) is another one for its purpose: it looks for a few
thousand positions, forgets the older half of its table when that is full, gives up at a depth,
and heeds positions that end the match. Here nothing is forgotten, paths are as long as they are,
a disproof is exact, and any position that was met can be asked for; that takes a table by codes.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.cells.bits import bit
from stackyard.position import ONGOING, heed_signals
from stackyard.position import Coded as Position
from stackyard_engine.solver.hash_table import SEGMENTS, HashTable

NEVER: Final = 0x3FFFFFFF  # the number of what cannot be proved, or disproved
MUCH: Final = 0x3FFFFFFE  # the largest other number

# An entry is a position that was met; its words. Two more stand for ends of the game.
PROOF: Final = 0  # positions to win, at least, before it is proved; 0: proved
DISPROOF: Final = 1  # the same for a disproof
DEPTH: Final = 2  # 1 + where it stands on the path, or 0
RESTS: Final = 3  # the set of steps, as of `step_bit`, that its disproof rests on
ENTRY: Final = 4  # words of an entry
WON: Final = 0  # the entry of a game that the attacker has won
SPOILT: Final = 1  # of one that the attacker has not won

# The words of a step of the path.
HERE: Final = 0  # the entry
ATTACKS: Final = 1  # whether the attacker acts
PROOFS: Final = 2  # the number of proof at which the step is left
DISPROOFS: Final = 3
FIRST: Final = 4  # its children in the stack of children: an entry and a move for each
LAST: Final = 5
LOG: Final = 6  # how long the log of provisional disproofs was
STEP: Final = 7

LOGGED: Final = 3  # words of the log of provisional disproofs: the entry, and its numbers before

DEEP: Final = 61  # steps from this depth on share a bit in the sets of steps


@final
class Attack:
    """Proves or disproves that `attacker` wins; `run` until `result` is 1 (wins) or 0.

    `failed` and `full` stop it as they do Exhaustive.
    """

    def __init__(self, position: Position, attacker: int, most: int) -> None:
        self.result = -1
        self.full = False
        self.failed = False
        self.nodes: i64 = 0
        self._attacker: i64 = attacker
        self._most: i64 = most
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
        """Enter the first position, with nothing before it on the path."""
        root = self._entry(self._root)
        if root >= 0:
            self._enter(self._root.copy(), root, NEVER, NEVER)

    def run(self, nodes: i64) -> None:
        """Expand `nodes` positions more, or fewer if that decides."""
        goal = self.nodes + nodes
        turns: i64 = 0
        while self._depth and self.nodes < goal and not self.failed:
            turns += 1
            if turns & 1023 == 0:
                heed_signals()
            if self.memory() > self._most:
                self.full = True
                return
            self._look()

    def state(self) -> list[int]:
        """The numbers that `restore` wants, besides the parts."""
        return [int(self._table.used), int(self.nodes), self.result]

    def parts(self) -> list[list[object]]:
        """The memory that `restore` wants: the table's segments, then the entries, each in pieces.

        The path is no part of it: this attack leaves it, too, and goes on from the first position.
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
        """Go on where another attack from the same position was when it told its parts."""
        self._leave_path()
        self._table.restore(parts[:SEGMENTS], state[0])
        self._entries = vec[i64](parts[SEGMENTS].cast("q"))
        self.nodes, self.result = state[1:]
        if self.result < 0:
            self._entries[ENTRY * self._entry(self._root) + DEPTH] = 0
            self.nodes -= 1
            self._begin()

    def _leave_path(self) -> None:
        """Leave all positions of the path at once; what rests on it is forgotten."""
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
        """How many bytes it holds, positions of the path aside."""
        words = len(self._entries) + len(self._path) + len(self._children) + len(self._log)
        return int(12 * self._table.places + 8 * words)

    def verdict(self, position: Position) -> int:
        """1 if a position that was met is proved, 0 if it is disproved, else -1."""
        if position.winner != ONGOING:
            return 1 if position.winner == self._attacker else 0
        entry = self._table.number(position.code(), -1)
        if entry < 0:
            return -1
        at = ENTRY * entry
        if self._entries[at + PROOF] == 0:
            return 1
        if self._entries[at + DISPROOF] == 0 and self._entries[at + RESTS] == 0:
            return 0
        return -1

    def _entry(self, position: Position) -> i64:
        """The entry of a position, made if need be; -1 for one without a code."""
        if position.winner != ONGOING:
            return WON if position.winner == self._attacker else SPOILT
        code = position.code()
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
        # Of the moves of the player to act one has to be proved, or each disproved.
        proof: i64 = 1
        disproof: i64 = len(position.legal_moves())
        if position.player != self._attacker:
            proof, disproof = disproof, proof
        self._entries = append(append(append(append(entries, proof), disproof), 0), 0)
        return entry

    def _enter(self, position: Position, entry: i64, proofs: i64, disproofs: i64) -> None:
        """Make a position the end of the path, to be left at these numbers."""
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
        """Sum up the children at the end of the path; leave it, or enter the child to look at."""
        path = self._path
        at = STEP * (self._depth - 1)
        attacks = path[at + ATTACKS]
        entries = self._entries
        children = self._children
        # "Easy" is the number of which the player to act needs the smallest: of proof if the
        # attacker acts, of disproof else. "Hard" is the other, of which all children's are summed.
        easy: i64 = NEVER
        second: i64 = NEVER
        hard: i64 = 0
        best: i64 = -1
        best_hard: i64 = 0
        every: i64 = 0  # what a disproof rests on where all children are needed …
        one: i64 = -1  # … and where one will do
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
        """Go back from the end of the path with what was found there."""
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
        if proof and disproof:  # numbers that never fall have every search come to an end
            if proof < old_proof:
                proof = old_proof
            if disproof < old_disproof:
                disproof = old_disproof
        entries[ENTRY * here + PROOF] = proof
        entries[ENTRY * here + DISPROOF] = disproof
        entries[ENTRY * here + DEPTH] = 0
        if disproof:
            rests = 0
        elif depth < DEEP:  # to come back to this position itself is no reservation
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
        """Go through the provisional disproofs that were found below a step that is left.

        What rested on that step rests on what its own disproof rests on, or on nothing; without
        one it is forgotten.
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
    """The bit of a step of the path in a set of steps; deep ones share the last bit."""
    if depth > DEEP:
        depth = DEEP
    return bit(depth)
