"""Solve a position by visiting every position reachable from it.

One depth-first pass finds the strongly connected components of the positions (Tarjan, 1972). A
component is complete when all its successors outside are solved. Most games never repeat a
position: then each position is its own component, and its result follows from those of its moves.
A larger component is solved backwards from its exits in order of distance (see `components`);
positions that no exit decides are draws by repetition.

The winner makes the game as short as possible, the loser as long. Distances count moves. Positions
with equal `symmetric_code`, where a game has one, are treated as the same position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.position import ONGOING, heed_signals
from stackyard.position import Coded as Position
from stackyard_engine.solver.components import (
    DRAWN,
    LOST,
    MEMBER,
    MOST_MEMBERS,
    PLACE,
    WON,
    Component,
    credit,
    seen_by,
)
from stackyard_engine.solver.hash_table import BITS, SEGMENTS, WORDS, HashTable, IntArray

UNSOLVED: Final = 0x40000000  # flag in a number whose other bits are a member's index

# The path from the root to the current position; the words of a step.
INDEX: Final = 0  # the member
ROOT: Final = 1  # the first member known to be in the same component
FIRST: Final = 2  # the start of its moves in the stack of moves, while they are there
NEXT: Final = 3  # the number of moves already made
EDGES: Final = 4  # the number of edges before this step
STEP: Final = 5  # words of a step

# A path may contain every position. Positions and moves are kept only at its end, plus one position
# of every APART steps, from which the others are replayed.
NEAR: Final = 1024
APART: Final = 64
POSITION: Final = 400  # rough size of a position in bytes


@final
class Exhaustive:
    """Solves a position and all positions reachable from it; call `run` until `done`.

    `table` then maps each of these positions that is not over to four times the distance to the
    end, plus WON, LOST or DRAWN for the player to act (a draw has distance 0). A position without
    a code sets `failed` and stops it; using more than `most` bytes sets `full`. `codes` gives the
    codes of positions without codes of their own.
    """

    def __init__(
        self, position: Position, most: int, codes: Callable[[Position], int] | None = None
    ) -> None:
        self.table = HashTable()
        self.done = False
        self.full = False
        self.failed = False
        self.largest: i64 = 1  # positions of the largest component, 2 at least if one comes back
        self.deepest: i64 = 0  # of the path
        self.most: i64 = most
        self._fold: Callable[[Position], int] | None = codes or getattr(
            type(position), "symmetric_code", None
        )
        self._component = Component(self.table)
        self._path = IntArray()
        self._depth: i64 = 0
        self._moves = vec[i64]()
        self._top: i64 = 0  # of the stack of moves
        self._made: i64 = 0  # the index of the last step's next move in it
        self._low: i64 = 0  # the first step from which on all moves are in it
        self._near: list[Position] = []  # the positions from that step on
        self._marks: list[Position] = []  # one of every APART steps
        self._root = position.copy()
        code = self._code(position)
        if code < 0:
            self.failed = True
        else:
            self._enter(position.copy(), code, -1 - self.table.find(code))

    def run(self, visits: i64) -> None:
        """Visit this many more positions, or fewer if it is solved or has to stop."""
        table = self.table
        component = self._component
        goal = table.used + visits
        turns: i64 = 0
        self.full = False
        while self._depth and table.used < goal:
            turns += 1
            if turns & 4095 == 0:
                heed_signals()
            if table.crowded >= 0 and not self._grow():
                return
            if self._made == self._top:
                self._leave()
                continue
            position = self._near[len(self._near) - 1]
            child = position.copy()
            child.play(self._moves[self._made])
            self._made += 1
            step = STEP * (self._depth - 1)
            winner = child.winner
            if winner != ONGOING:
                member = self._path.get(step + INDEX)
                credit(component.members, member, relative(winner, position.player), 1)
                continue
            code = self._code(child)
            if code < 0:
                self.failed = True
                return
            place = table.find(code)
            if place < 0:
                self._path.set(step + NEXT, self._made - self._path.get(step + FIRST))
                self._enter(child, code, -1 - place)
                continue
            word = table.word(place)
            same = child.player == position.player
            if word & UNSOLVED:
                self._join(step, word ^ UNSOLVED, same)
            else:
                member = self._path.get(step + INDEX)
                credit(component.members, member, seen_by(word & 3, same), (word >> 2) + 1)
        self.done = self._depth == 0

    def state(self) -> list[int]:
        """The numbers needed by `restore`, besides the parts."""
        component = self._component
        path = self._path
        if self._depth:
            at = STEP * (self._depth - 1)
            path.set(at + NEXT, self._made - path.get(at + FIRST))
        counts = [self.table.used, self._depth, component.count, component.edge]
        return [int(n) for n in (*counts, self.largest, self.deepest)]

    def parts(self) -> list[list[object]]:
        """The memory needed by `restore`: the table's segments, then members, path and edges.

        Each is in pieces.
        """
        found: list[list[object]] = []
        for segment in self.table.segments:
            found.append([segment])
        for numbers in (self._component.members, self._path, self._component.edges):
            found.append([piece for piece in numbers.pieces])  # noqa: C416 - a vec is no list
        return found

    def restore(self, state: list[int], parts: list[memoryview]) -> None:
        """Continue from the state and parts of another solver of the same position."""
        component = self._component
        self.table.restore(parts[:SEGMENTS], state[0])
        component.members.unpack(parts[SEGMENTS])
        self._path.unpack(parts[SEGMENTS + 1])
        component.edges.unpack(parts[SEGMENTS + 2])
        self._depth, component.count, component.edge, self.largest, self.deepest = state[1:]
        self.done = self._depth == 0
        self._marks = []
        position = self._root.copy()
        step: i64 = 0
        while step < self._depth:
            if step % APART == 0:
                self._marks.append(position)
            position = position.copy()
            made = self._path.get(STEP * step + NEXT)
            if made:
                position.play(position.legal_moves()[made - 1])
            step += 1
        if self._depth:
            self._recall()

    def memory(self) -> int:
        """The approximate memory in use, in bytes."""
        component = self._component
        numbers = component.members.size + component.edges.size + self._path.size
        positions = len(self._near) + len(self._marks)
        return int(12 * self.table.slots + 4 * numbers + POSITION * positions)

    def number(self, position: Position) -> int:
        """The table's number for a position that is not over; -1 if it has none."""
        return int(self.table.number(self._code(position)))

    def _code(self, position: Position) -> i64:
        """The number of a position in the table."""
        if self._fold is None:
            return position.code()
        return self._fold(position)

    def _grow(self) -> bool:
        """Grow the crowded segment of the table if memory allows."""
        table = self.table
        growth = table.growth()
        component = self._component
        beyond = component.count >= MOST_MEMBERS or component.edge >= WORDS // 4
        if beyond or growth == 0 or self.memory() + growth > self.most:
            self.full = True
            return False
        number = table.crowded
        table.grow()
        place = number << BITS
        members = component.members
        for code in table.codes(number):
            if code:
                word = table.word(place)
                if word & UNSOLVED:
                    members.set(MEMBER * (word ^ UNSOLVED) + PLACE, place)
            place += 1
        return True

    def _enter(self, position: Position, code: i64, place: i64) -> None:
        """Visit a position for the first time: it becomes a member and the end of the path."""
        component = self._component
        index = component.add(place)
        self.table.add(place, code, UNSOLVED | index)
        path = self._path
        at = STEP * self._depth
        path.reach(at + STEP)
        path.set(at + INDEX, index)
        path.set(at + ROOT, index)
        path.set(at + NEXT, 0)
        path.set(at + EDGES, component.edge)
        if self._depth % APART == 0:
            self._marks.append(position)
        self._depth += 1
        if self._depth > self.deepest:
            self.deepest = self._depth
        if len(self._near) >= 2 * NEAR:
            self._forget()
        self._near.append(position)
        path.set(at + FIRST, self._top)
        self._made = self._top
        self._list_moves(position)

    def _list_moves(self, position: Position) -> None:
        """Put the moves of a position on the stack."""
        moves = self._moves
        for move in position.legal_moves():
            if self._top == len(moves):
                moves = append(moves, move)
            else:
                moves[self._top] = move
            self._top += 1
        self._moves = moves

    def _forget(self) -> None:
        """Drop the positions and moves of the path except those at its end."""
        self._near = self._near[NEAR:]
        self._low += NEAR
        path = self._path
        moves = self._moves
        gone = path.get(STEP * self._low + FIRST)
        move: i64 = gone
        while move < self._top:
            moves[move - gone] = moves[move]
            move += 1
        self._top -= gone
        step: i64 = self._low
        while step < self._depth - 1:  # the last one is about to be overwritten
            at = STEP * step + FIRST
            path.set(at, path.get(at) - gone)
            step += 1

    def _recall(self) -> None:
        """Replay the end of the path from the last position kept before it."""
        path = self._path
        step = (self._depth - 1) // APART * APART
        self._low = step
        self._top = 0
        position = self._marks[len(self._marks) - 1]
        self._near = []
        while True:
            at = STEP * step
            path.set(at + FIRST, self._top)
            self._near.append(position)
            self._made = self._top + path.get(at + NEXT)
            self._list_moves(position)
            step += 1
            if step == self._depth:
                break
            position = position.copy()
            position.play(self._moves[self._made - 1])

    def _join(self, step: i64, other: i64, same: bool) -> None:
        """Record that a move at a step leads to a member, possibly of the same component."""
        path = self._path
        if self.largest == 1:  # the member may lead to itself
            self.largest = 2
        if other < path.get(step + ROOT):
            path.set(step + ROOT, other)
        self._component.join(path.get(step + INDEX), other, same)

    def _leave(self) -> None:
        """Leave the last step of the path after all its moves have been made."""
        path = self._path
        component = self._component
        self._depth -= 1
        at = STEP * self._depth
        index = path.get(at + INDEX)
        root = path.get(at + ROOT)
        edges = path.get(at + EDGES)
        self._top = path.get(at + FIRST)
        position = self._near.pop()
        if self._depth % APART == 0:
            self._marks.pop()
        before = at - STEP
        same = False
        if self._depth:
            if self._depth == self._low:
                self._recall()
            else:
                self._made = path.get(before + FIRST) + path.get(before + NEXT)
            same = position.player == self._near[len(self._near) - 1].player
        if root < index:
            if root < path.get(before + ROOT):
                path.set(before + ROOT, root)
            component.join(path.get(before + INDEX), index, same)
            return
        size = component.count - index
        place = component.members.get(MEMBER * index + PLACE)
        if size > self.largest:
            self.largest = size
        component.solve(index, edges)
        if self._depth:
            word = self.table.word(place)
            member = path.get(before + INDEX)
            credit(component.members, member, seen_by(word & 3, same), (word >> 2) + 1)


def relative(winner: i64, player: i64) -> i64:
    """The result of a finished game, as seen by a player."""
    if winner == player:
        return WON
    if winner == 1 - player:
        return LOST
    return DRAWN
