"""A second side: the rules of Slicron in plain Python, word by word and without any cleverness."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest

from stackyard.boards import HexHex

Cells = frozenset[int]


class Plain:
    """The effects of a stone placed beside own stones, by definition."""

    def __init__(self, side: int, revised: bool) -> None:
        self.board = HexHex(side)
        self.edge = frozenset(self.board.edge)
        self.revised = revised

    def group(self, cell: int, own: Cells) -> Cells:
        group, todo = {cell}, [cell]
        while todo:
            more = {near for near in self.board.neighbours[todo.pop()] if near in own} - group
            group |= more
            todo += more
        return frozenset(group)

    def steps(self, start: int, stones: Cells) -> dict[int, int]:
        steps, ring = {start: 0}, [start]
        for here in ring:
            for near in self.board.neighbours[here]:
                if near in stones and near not in steps:
                    steps[near] = steps[here] + 1
                    ring.append(near)
        return steps

    def chains(self, a: int, b: int, stones: Cells) -> Iterator[tuple[int, ...]]:
        """All shortest chains from a to b."""
        steps = self.steps(b, stones)
        if a not in steps:
            return
        todo: list[tuple[int, ...]] = [(a,)]
        while todo:
            chain = todo.pop()
            if chain[-1] == b:
                yield chain
            for near in self.board.neighbours[chain[-1]]:
                if near in stones and steps[near] == steps[chain[-1]] - 1:
                    todo.append((*chain, near))

    def paths(self, group: Cells) -> list[tuple[int, ...]]:
        ends = sorted(group & self.edge)
        return [chain for a, b in combinations(ends, 2) for chain in self.chains(a, b, group)]

    def distances(self, stones: Cells, ends: Cells) -> dict[tuple[int, int], int | None]:
        table = {}
        for a in ends:
            steps = self.steps(a, stones)
            table.update({(a, b): steps.get(b) for b in ends})
        return table

    def least(self, group: Cells, ends: Cells) -> set[Cells]:
        """The sets that taking surplus stones off one at a time can lead to."""
        wanted = self.distances(group, ends)
        found: set[Cells] = set()
        seen = {group}
        todo = [group]
        while todo:
            stones = todo.pop()
            smaller = [stones - {stone} for stone in stones - ends]
            smaller = [rest for rest in smaller if self.distances(rest, ends) == wanted]
            if not smaller:
                found.add(stones)
            todo += [rest for rest in smaller if rest not in seen]
            seen.update(smaller)
        return found

    def results(self, x: int, own: Cells) -> set[Cells]:
        """The own stones that may be left after placing one on x; none if it is illegal."""
        after = own | {x}
        group = self.group(x, after)
        near = {cell for cell in self.board.neighbours[x] if cell in own}
        old = {self.group(cell, own) for cell in near}
        old_paths = [path for there in old for path in self.paths(there)]
        ends = group & self.edge
        rest = after - group
        if self.revised:
            new = [p for p in self.paths(group) if x in p and len(self.edge & set(p)) == 2]
            if not new:
                return {after}
            bound = min([len(path) for path in old_paths], default=1000)
            return {rest | set(path) for path in new if len(path) < bound}
        for path in old_paths:
            if near & set(path) and self.steps(path[0], group)[path[-1]] + 1 >= len(path):
                return set()
        if len(ends) < 2:
            return {after}
        return {rest | stones for stones in self.least(group, ends)}


@pytest.fixture(scope="session")
def plain() -> Callable[[int, bool], Plain]:
    return Plain
