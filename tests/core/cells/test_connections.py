"""Floods and groups of all three kinds of sets agree with a plain search of the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

import pytest

from stackyard.boards import Board, HexHex, Row, Square
from stackyard.cells import bits, pairs, wide

pytestmark = pytest.mark.builds

BOARDS = (Row(9), Square(7, omit=["d4"]), Square(5), HexHex(3), HexHex(4), HexHex(6), Square(13))
SPARSE, HALF_FULL, FULL = 0.3, 0.6, 1.0


@dataclass
class Kind:
    """A module of sets on one board: how a set is made, and the sets of a table."""

    module: ModuleType
    board: Board
    made: Callable[[Iterable[int]], Any]
    each: Callable[[Any], list[Any]]

    def near(self) -> Any:
        return self.module.table([self.made(near) for near in self.board.neighbours])

    def cells(self, made: Any) -> set[int]:
        return set(self.module.members(made))


def kinds() -> dict[str, Kind]:
    found = {}
    for board in BOARDS:
        size = len(board)
        if size <= bits.CELLS:
            found[f"bits {board}"] = Kind(bits, board, bits.set_of, list)
        if size <= pairs.CELLS:

            def two(table: Any) -> list[Any]:
                return [pairs.at(table, n) for n in range(len(table) // 2)]

            found[f"pairs {board}"] = Kind(pairs, board, pairs.set_of, two)
        words = (size + wide.WORD - 1) // wide.WORD

        def several(table: Any, words: int = words) -> list[Any]:
            return [wide.at(table, n, words) for n in range(len(table) // words)]

        def made(cells: Iterable[int], size: int = size) -> Any:
            return wide.set_of(cells, size)

        found[f"wide {board}"] = Kind(wide, board, made, several)
    return found


KINDS = kinds()
each = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def plain_flood(board: Board, start: set[int], within: set[int]) -> set[int]:
    """The cells met by a search of the graph, one after the other."""
    met = start & within
    todo = list(met)
    while todo:
        for near in board.neighbours[todo.pop()]:
            if near in within and near not in met:
                met.add(near)
                todo.append(near)
    return met


def plain_groups(board: Board, cells: set[int]) -> list[set[int]]:
    found: list[set[int]] = []
    for cell in sorted(cells):
        if not any(cell in group for group in found):
            found.append(plain_flood(board, {cell}, cells))
    return found


def samples(board: Board) -> list[tuple[set[int], set[int]]]:
    """Starts, and sets in which to walk, sparse, half full and full, repeatably."""
    rng, cells = Random(2024), range(len(board))

    def some(share: float) -> set[int]:
        return {cell for cell in cells if rng.random() < share}

    shares = [SPARSE, HALF_FULL, FULL]
    return [(some(0.1), some(share)) for share in shares for _ in range(40)]


@each
def test_a_flood_reaches_what_a_search_of_the_graph_reaches(kind: Kind) -> None:
    near = kind.near()
    for start, within in samples(kind.board):
        reached = kind.module.flood(near, kind.made(start), kind.made(within))
        assert kind.cells(reached) == plain_flood(kind.board, start, within)


@each
def test_groups_are_those_of_a_search_in_the_order_of_their_smallest_cells(kind: Kind) -> None:
    near = kind.near()
    for _, within in samples(kind.board):
        groups = kind.each(kind.module.groups(near, kind.made(within)))
        assert [kind.cells(group) for group in groups] == plain_groups(kind.board, within)


@each
def test_the_cells_beside_a_set_are_the_neighbours_of_its_cells(kind: Kind) -> None:
    near = kind.near()
    for start, _ in samples(kind.board):
        beside = {near for cell in start for near in kind.board.neighbours[cell]}
        assert kind.cells(kind.module.adjacent(near, kind.made(start))) == beside


@each
def test_nothing_is_reached_from_nowhere_and_nothing_is_changed(kind: Kind) -> None:
    near, module = kind.near(), kind.module
    none, every = kind.made([]), kind.made(range(len(kind.board)))
    assert kind.cells(module.flood(near, none, every)) == set()
    assert kind.cells(module.flood(near, every, none)) == set()
    assert kind.each(module.groups(near, none)) == []
    assert kind.cells(none) == set()
    assert kind.cells(every) == set(range(len(kind.board)))
