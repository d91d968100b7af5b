"""Unsolved positions of a depth-first search, and the solution of cycles among them."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from stackyard.position import heed_signals
from stackyard_engine.solver.hash_table import HashTable, IntArray

# A result, for the player to act.
WON: Final = 0
LOST: Final = 1
DRAWN: Final = 2

# The words of a member; members of one component lie side by side.
PLACE: Final = 0  # its place in the table
BEST: Final = 1  # the moves to the nearest win known, else minus those to the farthest loss known
OPEN: Final = 2  # twice the moves to members of the same component, plus 1 if a move draws
MEMBER: Final = 3  # words of a member
MOST_MEMBERS: Final = 0x3FFFFFF0

# The words of an edge, a move from one member to another.
TO: Final = 0  # twice the member that it leads to, plus 1 if the same player acts there
FROM: Final = 1
EDGE: Final = 2  # words of an edge

SOLVED: Final = -1  # in the place of OPEN


def seen_by(result: i64, same: bool) -> i64:
    """A result as seen by the player to act one move earlier: the same player or the opponent."""
    if same or result == DRAWN:
        return result
    return 1 - result


def credit(members: IntArray, member: i64, result: i64, distance: i64) -> bool:
    """Record the result of a member's move for its player; True if that changes BEST."""
    at = MEMBER * member + BEST
    best = members.get(at)
    if result == WON:
        if best <= 0 or distance < best:
            members.set(at, distance)
            return True
    elif result == DRAWN:
        members.set(at + 1, members.get(at + 1) | 1)  # OPEN
    elif best <= 0 and distance > -best:
        members.set(at, -distance)
        return True
    return False


@final
class Component:
    """The unsolved members and the edges between them, solved one component at a time."""

    def __init__(self, table: HashTable) -> None:
        self.members = IntArray()
        self.count: i64 = 0
        self.edges = IntArray()
        self.edge: i64 = 0  # their number
        self._table = table
        self._links = IntArray()  # of each entry, the next one of its list; all plus 1
        self._heads = vec[i64]()  # lists of members by the distance at which they may be solved
        self._now = IntArray()  # members that may be solved at this distance
        self._later = IntArray()  # at the next one
        self._waiting: i64 = 0  # the number of members in `_later`

    def add(self, place: i64) -> i64:
        """Add a member for a place of the table and return its index."""
        index = self.count
        self.count = index + 1
        members = self.members
        at = MEMBER * index
        members.reach(at + MEMBER)
        members.set(at + PLACE, place)
        members.set(at + BEST, 0)
        members.set(at + OPEN, 0)
        return index

    def join(self, member: i64, other: i64, same: bool) -> None:
        """Add an edge for a move from one member to another."""
        members = self.members
        at = MEMBER * member
        if members.get(at + BEST) == 1:
            return  # it wins at once, so this move does not matter
        members.set(at + OPEN, members.get(at + OPEN) + 2)
        if member == other:
            return  # a move that is never decided
        edges = self.edges
        at = EDGE * self.edge
        edges.reach(at + EDGE)
        to = 2 * other
        if same:
            to += 1
        edges.set(at + TO, to)
        edges.set(at + FROM, member)
        self.edge += 1

    def solve(self, first: i64, mark: i64) -> None:
        """Solve the component of the members from `first` on, its edges being those from `mark` on.

        These members and edges are then forgotten.
        """
        if first + 1 == self.count and self.members.get(MEMBER * first + OPEN) < 2:
            self._settle(first)
        else:
            self._spread(first, mark)
        self.count = first
        self.edge = mark

    def _settle(self, member: i64) -> None:
        """Store the result of a member all of whose moves are known."""
        members = self.members
        at = MEMBER * member
        best = members.get(at + BEST)
        word: i64 = DRAWN
        if best > 0:
            word = best << 2 | WON
        elif members.get(at + OPEN) == 0:
            word = -best << 2 | LOST
        self._table.write(members.get(at + PLACE), word)

    def _spread(self, first: i64, mark: i64) -> None:
        """Solve a component: results spread from its exits backwards, the nearest first.

        A member is due at the distance of its win, or of its loss once all its moves lose; all
        members are counted from 0 on here.
        """
        members = self.members
        size = self.count - first
        starts = self._sort(first, mark, size)
        self._heads = vec[i64]()
        self._waiting = 0
        member: i64 = 0
        while member < size:
            best = members.get(MEMBER * (first + member) + BEST)
            if best > 0:
                self._expect(member, best)
            member += 1
        distance: i64 = 1
        while distance < len(self._heads) or self._waiting:
            self._now, self._later = self._later, self._now
            number = self._waiting
            self._waiting = 0
            entry: i64 = 0
            while entry < number:
                self._resolve(first, mark, self._now.get(entry), distance, starts)
                entry += 1
            if distance < len(self._heads):
                link = self._heads[distance]
                while link:
                    self._resolve(first, mark, link - 1, distance, starts)
                    link = self._links.get(link - 1)
            distance += 1
        member = 0
        while member < size:
            at = MEMBER * (first + member)
            if members.get(at + OPEN) != SOLVED:
                self._table.write(members.get(at + PLACE), DRAWN)
            member += 1

    def _expect(self, member: i64, distance: i64) -> None:
        """Schedule a member for a distance at which it may be solved."""
        heads = self._heads
        while len(heads) <= distance:
            heads = append(heads, 0)
        self._heads = heads
        self._links.set(member, heads[distance])
        heads[distance] = member + 1

    def _resolve(self, first: i64, mark: i64, member: i64, distance: i64, starts: IntArray) -> None:
        """Solve a member at its distance and update its predecessors."""
        members = self.members
        at = MEMBER * (first + member)
        if members.get(at + OPEN) == SOLVED:
            return
        self._settle(first + member)
        members.set(at + OPEN, SOLVED)
        result: i64 = LOST
        if members.get(at + BEST) > 0:
            result = WON
        edges = self.edges
        edge = EDGE * (mark + starts.get(member))
        end = EDGE * (mark + starts.get(member + 1))
        while edge < end:
            source = edges.get(edge + FROM)
            seen = seen_by(result, edges.get(edge + TO) & 1 == 1)
            edge += EDGE
            at = MEMBER * source
            left = members.get(at + OPEN)
            if left == SOLVED:
                continue
            left -= 2
            members.set(at + OPEN, left)
            changed = credit(members, source, seen, distance + 1)
            best = members.get(at + BEST)
            if seen == WON:
                if changed:
                    self._await(source - first)
            elif left == 0 and best < 0:
                if best == -1 - distance:
                    self._await(source - first)
                else:
                    self._expect(source - first, -best)

    def _await(self, member: i64) -> None:
        """Schedule a member for the next distance."""
        self._later.reach(self._waiting + 1)
        self._later.set(self._waiting, member)
        self._waiting += 1

    def _sort(self, first: i64, mark: i64, size: i64) -> IntArray:
        """Sort edges in place by the member they lead to; return the start of each list."""
        edges = self.edges
        starts = IntArray()
        starts.reach(size + 1)
        end = EDGE * self.edge
        at = EDGE * mark
        while at < end:
            to = (edges.get(at + TO) >> 1) - first
            starts.set(to, starts.get(to) + 1)
            at += EDGE
        free = self._links  # the place of each member's next edge
        free.reach(size)
        total: i64 = 0
        member: i64 = 0
        while member <= size:
            number = starts.get(member)
            starts.set(member, total)
            if member < size:
                free.set(member, total)
            total += number
            member += 1
        member = 0
        while member < size:
            if member & 4095 == 0:
                heed_signals()
            place = free.get(member)
            end = starts.get(member + 1)
            while place < end:
                at = EDGE * (mark + place)
                to = edges.get(at + TO)
                source = edges.get(at + FROM)
                target = (to >> 1) - first
                while target != member:
                    place_there = free.get(target)
                    free.set(target, place_there + 1)
                    there = EDGE * (mark + place_there)
                    next_to = edges.get(there + TO)
                    next_source = edges.get(there + FROM)
                    edges.set(there + TO, to)
                    edges.set(there + FROM, source)
                    to = next_to
                    source = next_source
                    target = (to >> 1) - first
                edges.set(at + TO, to)
                edges.set(at + FROM, source)
                place += 1
            free.set(member, place)
            member += 1
        return starts
