"""Selective alpha-beta: its values are those of minimax, its proofs true however it is reduced."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from mypy_extensions import i64
from tests.mazes import Maze, any_maze
from tests.plain_solver import solve_plainly

from stackyard.position import DRAW, ONGOING, WIN
from stackyard_engine.position_table import SURE
from stackyard_engine.selective import Selective

if TYPE_CHECKING:
    from tests.toy_games import HeapMaker, WalkMaker

B, C = 1, 2  # moves of a Walk: the spots they lead to
FULL = 0, 0, 0, 0, False  # no window, no reductions, no pruning, no longer turns
KEEN = 300, 1, 300, 100, True  # all of them, more than any game would have


class Counted(Maze):
    """A maze that never comes back, as the moves count; each place has a value."""

    def __init__(self, maze: Maze, at: int = 0, plies: int = 0) -> None:
        super().__init__(maze.places, at)
        self.maze = maze
        self.plies = plies

    def copy(self) -> Counted:
        return Counted(self.maze, self.at, self.plies)

    def play(self, move: i64) -> None:
        super().play(move)
        self.plies += 1

    def key(self) -> int:
        return 100 * self.plies + self.at

    def evaluate(self) -> i64:
        return self.at * 7919 % 1000 - 500


def minimax(position: Counted, depth: int) -> tuple[int, int]:
    """The value of an unfinished position for the player to act, and how many positions it took."""
    if depth == 0:
        return int(position.evaluate()), 0
    best, made = -WIN, 0
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        made += 1
        value, more = 0, 0
        if after.winner == ONGOING:
            value, more = minimax(after, depth - 1)
            if abs(value) > SURE:
                value -= 1 if value > 0 else -1
            value = value if after.player == position.player else -value
        elif after.winner != DRAW:
            value = WIN - 1 if after.winner == position.player else 1 - WIN
        best, made = max(best, value), made + more
    return best, made


def mazes(number: int) -> list[Maze]:
    rng = random.Random(28)
    found = [any_maze(rng) for _ in range(number)]
    return [maze for maze in found if maze.winner == ONGOING]


def selective(position: Maze, numbers: tuple[int, int, int, int, bool]) -> Selective:
    search = Selective(position)
    search.adopt(*numbers)
    return search


@pytest.mark.parametrize("window", [0, 1, 200])
def test_unreduced_values_are_those_of_minimax(window: int) -> None:
    saved = 0
    for maze in mazes(80):
        search = selective(Counted(maze), (window, 0, 0, 0, False))
        for depth in range(1, 6):
            search.deepen()
            if search.depth == depth:
                value, made = minimax(Counted(maze), depth)
                assert search.value == value
                saved += made
                before = int(search.nodes)
        saved -= before
    assert saved > 0


@pytest.mark.parametrize("numbers", [FULL, KEEN])
def test_nothing_is_proven_that_is_not_so(numbers: tuple[int, int, int, int, bool]) -> None:
    proven = 0
    for maze in mazes(300):
        winner, distance = solve_plainly(maze)[maze.key()]
        search = selective(maze, numbers)
        while search.depth < 8 and search.proven == ONGOING:
            search.deepen()
        if search.proven == ONGOING:
            continue
        proven += 1
        assert search.proven == winner
        if winner != DRAW:
            assert WIN - abs(search.value) >= distance
            if numbers == FULL:
                assert WIN - abs(search.value) == distance
    assert proven > 60


def test_reductions_save_positions(heap: HeapMaker) -> None:
    def nodes(numbers: tuple[int, int, int, int, bool]) -> int:
        search = Selective(heap(60))
        search.adopt(*numbers)
        for _ in range(12):
            search.deepen()
        return int(search.nodes)

    assert nodes((0, 1, 0, 0, False)) < nodes(FULL)


def test_a_turn_is_followed_to_its_end_beyond_the_last_move(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 0 mid d", "c 1 e", "d 1 won 0", "e 0 won 1").initial()
    search = Selective(position)
    search.adopt(0, 0, 0, 0, True)
    search.deepen()
    assert (search.depth, search.proven, search.move) == (1, 0, B)


def test_a_turn_without_end_is_broken_off(walk: WalkMaker) -> None:
    search = Selective(walk("a 0 mid b", "b 0 mid a").initial())
    search.adopt(0, 0, 0, 0, True)
    assert search.deepen()
    assert search.proven == ONGOING


def test_what_would_end_the_match_by_repetition_is_a_draw(walk: WalkMaker) -> None:
    position = walk("a 0 bc", "b 1 d", "c 1 e", "d 0 won 0", "e 0 won 1").initial()
    search = Selective(position, drawn={"b"})
    for _ in range(3):
        search.deepen()
    assert (search.proven, search.move) == (DRAW, B)


def test_a_search_that_is_stopped_has_a_move_and_goes_on(heap: HeapMaker) -> None:
    search = Selective(heap(59))
    search.deepen()
    while search.deepen(lambda: search.nodes > 2000):
        assert search.depth < 59
    assert search.move in (1, 2, 3)
    before = search.depth
    assert search.deepen()
    assert search.depth == before + 1


def test_the_table_serves_the_next_moves(heap: HeapMaker) -> None:
    search = Selective(heap(30))
    for _ in range(8):
        search.deepen()
    line = search.variation()
    search.advance(line[0])
    begun = int(search.nodes)
    for _ in range(7):
        search.deepen()
    fresh = Selective(heap(30 - line[0], 1))
    for _ in range(7):
        fresh.deepen()
    assert search.value == fresh.value
    assert search.nodes - begun < fresh.nodes
