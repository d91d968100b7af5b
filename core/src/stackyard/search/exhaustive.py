"""Solving a position by visiting every position that can come of it.

One depth-first pass finds, with every position, the positions that lead back to one another
(Tarjan's strongly connected components, 1972). A component is complete when all that it leads to
outside is solved. Most games never repeat a position: then each is a component of its own, and its
result follows from those of its moves. A larger component is solved backwards from its exits, in
the order of distance (retrograde analysis), and what no exit decides is a draw by repetition.

The winner makes the game as short as possible, the loser as long. Distances count moves.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from stackyard.position import DRAW, ONGOING, heed_signals
from stackyard.position import Coded as Position
from stackyard.search.table import Table

# A position visited and not yet solved is a member; its words. Members of one component lie side
# by side.
PLACE: Final = 0  # where it stands in the table
PLAYER: Final = 1  # the player to act
WIN: Final = 2  # the moves to the nearest win known; 0: none
LOSS: Final = 3  # the moves to the farthest loss known
DRAWS: Final = 4  # whether a move draws
OPEN: Final = 5  # the moves to members of the same component
MEMBER: Final = 6  # words of a member

# The path from the root to the position that is visited; the words of a step.
INDEX: Final = 0  # the member
ROOT: Final = 1  # the first member known to be in the same component
FIRST: Final = 2  # where its moves begin in the stack of moves
NEXT: Final = 3  # how many of them have been made
EDGES: Final = 4  # how many edges there were before
STEP: Final = 5  # words of a step

# Positions of the path are kept near its end, and else one of each APART: a path may be as long
# as there are positions, and the rest can be played again.
NEAR: Final = 2048
APART: Final = 64

LEFT: Final = 31  # an edge is a member and, LEFT bits higher, the one that it leads to
LOW: Final = 0x7FFFFFFF


@final
class Exhaustive:
    """Solves a position and all that can come of it; `run` until `done`.

    `table` then holds each of these positions that is not over: four times the distance to the end,
    plus the winner (0, 1 or DRAW; a draw has distance 0). A position without a code stops it with
    `failed`, a table that would be larger than `most` bytes with `full`.
    """

    def __init__(self, position: Position, most: int) -> None:
        self.table = Table()
        self.done = False
        self.full = False
        self.failed = False
        self.largest: i64 = 1  # positions of the largest component
        self.deepest: i64 = 0  # of the path
        self._most: i64 = most
        self._members = vec[i64]()
        self._count: i64 = 0
        self._path = vec[i64]()
        self._depth: i64 = 0
        self._moves = vec[i64]()
        self._top: i64 = 0  # of the stack of moves
        self._edges = vec[i64]()
        self._edge: i64 = 0
        self._line: list[Position | None] = []
        self._root = position.copy()
        self._enter(position.copy(), position.code())

    def run(self, visits: i64) -> None:
        """Visit this many more positions, or fewer if that solves it or is not possible."""
        table = self.table
        goal = table.used + visits
        turns: i64 = 0
        while self._depth and table.used < goal:
            turns += 1
            if turns & 4095 == 0:
                heed_signals()
            if table.is_full() and not self._grow():
                return
            at = STEP * (self._depth - 1)
            path = self._path
            made = path[at + FIRST] + path[at + NEXT]
            if made == self._top:
                self._leave()
                continue
            path[at + NEXT] += 1
            child = self._here().copy()
            child.play(self._moves[made])
            winner = child.winner
            member = path[at + INDEX]
            if winner != ONGOING:
                self._credit(member, winner, 1)
                continue
            code = child.code()
            if code < 0:
                self.failed = True
                return
            place = table.find(code)
            if table.codes[place] == 0:
                self._enter_at(child, code, place)
                continue
            word = i64(table.words[place])
            if word >= 0:
                self._credit(member, word & 3, (word >> 2) + 1)
            else:
                self._join(at, member, -1 - word)
        self.done = self._depth == 0

    def memory(self) -> int:
        """How many bytes it holds, positions of the path aside."""
        words = len(self._members) + len(self._path) + len(self._moves) + len(self._edges)
        return int(12 * self.table.places + 8 * words)

    def stored(self) -> tuple[vec[i64], vec[i32]]:
        """The codes, 1 more each, and the numbers of the table, made as small as it serves."""
        self.table.resize(self.table.used + self.table.used // 3 + 1)
        return self.table.codes, self.table.words

    def number(self, code: i64) -> int:
        """What the table holds for a code, -1 if it does not know it."""
        return int(self.table.number(code, -1))

    def _grow(self) -> bool:
        """Let the table grow if it may."""
        table = self.table
        if self.memory() + 12 * table.next_places() > self._most or table.next_places() <= (
            table.places
        ):
            self.full = True
            return False
        codes = table.codes
        table.grow()
        members = self._members
        member: i64 = 0
        while member < self._count:
            at = MEMBER * member + PLACE
            members[at] = table.find(codes[members[at]] - 1)
            member += 1
        return True

    def _here(self) -> Position:
        """The position at the end of the path, played again from the last one kept if need be."""
        line = self._line
        top = int(self._depth) - 1
        found = line[top]
        if found is not None:
            return found
        kept = top
        while line[kept] is None:
            kept -= 1
        position = line[kept]
        assert position is not None
        while kept < top:
            at = STEP * kept
            position = position.copy()
            position.play(self._moves[self._path[at + FIRST] + self._path[at + NEXT] - 1])
            kept += 1
            line[kept] = position
        return position

    def _enter(self, position: Position, code: i64) -> None:
        if code < 0:
            self.failed = True
            return
        self._enter_at(position, code, self.table.find(code))

    def _enter_at(self, position: Position, code: i64, place: i64) -> None:
        """Visit a position for the first time: it becomes a member and the end of the path."""
        index = self._count
        self.table.add(place, code, -1 - index)
        self._count = index + 1
        members = self._members
        at = MEMBER * index
        if at == len(members):
            words: i64 = 0
            while words < MEMBER:
                members = append(members, 0)
                words += 1
            self._members = members
        members[at + PLACE] = place
        members[at + PLAYER] = position.player
        members[at + WIN] = 0
        members[at + LOSS] = 0
        members[at + DRAWS] = 0
        members[at + OPEN] = 0
        path = self._path
        at = STEP * self._depth
        if at == len(path):
            words = 0
            while words < STEP:
                path = append(path, 0)
                words += 1
            self._path = path
        path[at + INDEX] = index
        path[at + ROOT] = index
        path[at + FIRST] = self._top
        path[at + NEXT] = 0
        path[at + EDGES] = self._edge
        moves = self._moves
        for move in position.legal_moves():
            if self._top == len(moves):
                moves = append(moves, move)
            else:
                moves[self._top] = move
            self._top += 1
        self._moves = moves
        line = self._line
        line.append(position)
        far = int(self._depth) - NEAR
        if far > 0 and far % APART:
            line[far] = None
        self._depth += 1
        if self._depth > self.deepest:
            self.deepest = self._depth

    def _credit(self, member: i64, winner: i64, distance: i64) -> None:
        """Note that a move of a member leads to a result, `distance` moves away."""
        members = self._members
        at = MEMBER * member
        if winner == members[at + PLAYER]:
            if members[at + WIN] == 0 or distance < members[at + WIN]:
                members[at + WIN] = distance
        elif winner == DRAW:
            members[at + DRAWS] = 1
        elif distance > members[at + LOSS]:
            members[at + LOSS] = distance

    def _join(self, step: i64, member: i64, other: i64) -> None:
        """Note that a move of a member leads to another one, both perhaps of one component."""
        path = self._path
        if other < path[step + ROOT]:
            path[step + ROOT] = other
        self._members[MEMBER * member + OPEN] += 1
        edge = other << LEFT | member
        if self._edge == len(self._edges):
            self._edges = append(self._edges, edge)
        else:
            self._edges[self._edge] = edge
        self._edge += 1

    def _leave(self) -> None:
        """Go back from the end of the path, all moves there having been made."""
        path = self._path
        self._depth -= 1
        at = STEP * self._depth
        index = path[at + INDEX]
        root = path[at + ROOT]
        self._top = path[at + FIRST]
        self._line.pop()
        before = at - STEP
        if root < index:
            if root < path[before + ROOT]:
                path[before + ROOT] = root
            self._join(before, path[before + INDEX], index)
            return
        if index + 1 == self._count and self._edge == path[at + EDGES]:
            self._settle(index)
        else:
            self._solve(index, path[at + EDGES])
        self._edge = path[at + EDGES]
        self._count = index
        if self._depth:
            word = i64(self.table.words[self._members[MEMBER * index + PLACE]])
            self._credit(path[before + INDEX], word & 3, (word >> 2) + 1)

    def _settle(self, member: i64) -> None:
        """Write down the result of a member, all of whose moves are known."""
        at = MEMBER * member
        members = self._members
        player = members[at + PLAYER]
        if members[at + WIN]:
            self._write(member, player, members[at + WIN])
        elif members[at + DRAWS]:
            self._write(member, DRAW, 0)
        else:
            self._write(member, 1 - player, members[at + LOSS])

    def _write(self, member: i64, winner: i64, distance: i64) -> None:
        """Write down a result."""
        self.table.words[self._members[MEMBER * member + PLACE]] = i32(distance << 2 | winner)

    def _is_settled(self, member: i64) -> bool:
        """Whether the result of a member is written down."""
        return self.table.words[self._members[MEMBER * member + PLACE]] >= 0

    def _solve(self, first: i64, mark: i64) -> None:
        """Solve the component of the members from `first` on, its edges being those from `mark` on.

        Results spread from the exits backwards, the nearest first. `due` are lists of members, one
        for each distance, that may have their result at that distance; all by number from 0 on.
        """
        members = self._members
        size = self._count - first
        if size > self.largest:
            self.largest = size
        starts, sources = self._reversed(first, mark, size)
        heads = vec[i64]()
        queue = vec[i64]()  # of each entry: the member, and the next entry of the same distance + 1
        member: i64 = 0
        while member < size:
            at = MEMBER * (first + member)
            due = members[at + WIN]
            if due:
                while len(heads) <= due:
                    heads = append(heads, 0)
                queue = append(append(queue, member), heads[due])
                heads[due] = len(queue) // 2
            member += 1
        distance: i64 = 1
        while distance < len(heads):
            entry = heads[distance]
            while entry:
                member = queue[2 * entry - 2]
                entry = queue[2 * entry - 1]
                if self._is_settled(first + member):
                    continue
                self._settle(first + member)
                at = MEMBER * (first + member)
                winner = members[at + PLAYER]
                if members[at + WIN] == 0:
                    winner = 1 - winner
                edge = starts[member]
                while edge < starts[member + 1]:
                    source = sources[edge]
                    edge += 1
                    at = MEMBER * (first + source)
                    members[at + OPEN] -= 1
                    if self._is_settled(first + source):
                        continue
                    self._credit(first + source, winner, distance + 1)
                    due = members[at + WIN]
                    if winner != members[at + PLAYER]:
                        if due or members[at + OPEN] or members[at + DRAWS]:
                            continue
                        due = members[at + LOSS]
                    if due > distance:
                        while len(heads) <= due:
                            heads = append(heads, 0)
                        queue = append(append(queue, source), heads[due])
                        heads[due] = len(queue) // 2
            distance += 1
        member = 0
        while member < size:
            if not self._is_settled(first + member):
                self._write(first + member, DRAW, 0)
            member += 1

    def _reversed(self, first: i64, mark: i64, size: i64) -> tuple[vec[i64], vec[i64]]:
        """The edges by their ends: where the list of each member begins, and all the lists."""
        edges = self._edges
        starts = vec[i64]([0] * (size + 1))
        sources = vec[i64]([0] * (self._edge - mark))
        edge = mark
        while edge < self._edge:
            starts[(edges[edge] >> LEFT) - first] += 1
            edge += 1
        total: i64 = 0
        member: i64 = 0
        while member <= size:
            total += starts[member]
            starts[member] = total
            member += 1
        edge = mark
        while edge < self._edge:
            other = (edges[edge] >> LEFT) - first
            starts[other] -= 1
            sources[starts[other]] = (edges[edge] & LOW) - first
            edge += 1
        return starts, sources
