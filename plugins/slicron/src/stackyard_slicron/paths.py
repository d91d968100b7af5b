"""Plain versions of groups and paths, for explanations; the rules module has faster ones."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from stackyard.boards import Board

Chain = tuple[int, ...]  # cells from one end to the other


def steps_from(board: Board, cell: int, stones: Collection[int]) -> dict[int, int]:
    """The distance in steps from `cell` to each stone of its group."""
    steps, ring = {cell: 0}, [cell]
    for here in ring:  # it grows meanwhile
        for near in board.neighbours[here]:
            if near in stones and near not in steps:
                steps[near] = steps[here] + 1
                ring.append(near)
    return steps


def chain_through(
    board: Board, via: int, ends: tuple[int, int], stones: Collection[int]
) -> Chain | None:
    """A shortest chain of stones between two ends through the stone `via`, if there is one."""
    first, second = (steps_from(board, end, stones) for end in ends)
    if via not in first or first[via] + second[via] != first[ends[1]]:
        return None
    halves = []
    for steps in (first, second):
        half = [via]
        while steps[half[-1]]:
            nearer = steps[half[-1]] - 1
            half.append(min(c for c in board.neighbours[half[-1]] if steps.get(c) == nearer))
        halves.append(half)
    return (*reversed(halves[0][1:]), *halves[1])


def paths_of(board: Board, cell: int, stones: Collection[int]) -> Iterator[Chain]:
    """One path for each two edge stones of the group on a cell."""
    ends = sorted(set(steps_from(board, cell, stones)) & set(board.edge))
    for a, b in combinations(ends, 2):
        chain = chain_through(board, a, (a, b), stones)
        if chain:
            yield chain


def paths_through(board: Board, via: int, stones: Collection[int]) -> Iterator[Chain]:
    """The same, limited to ends joined by a path through the stone `via`."""
    for path in paths_of(board, via, stones):
        chain = chain_through(board, via, (path[0], path[-1]), stones)
        if chain:
            yield chain


def joined(board: Board, stones: Collection[int]) -> set[tuple[int, int]]:
    """The pairs of neighbours, the lower cell first, that lie one after the other on a path."""
    ends = sorted(set(board.edge) & set(stones))
    steps = {end: steps_from(board, end, stones) for end in ends}
    found = set()
    for one, other in combinations(ends, 2):
        near, far = steps[one], steps[other]
        length = near.get(other)
        if length is None:
            continue
        for cell, step in near.items():
            if step + far[cell] == length:
                next_cells = [c for c in board.neighbours[cell] if near.get(c) == step + 1]
                found |= {
                    (min(cell, c), max(cell, c)) for c in next_cells if far[c] == far[cell] - 1
                }
    return found
