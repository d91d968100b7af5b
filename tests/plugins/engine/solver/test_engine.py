"""The knowledge of solvers."""

from __future__ import annotations

import random
import tracemalloc
from typing import Any

import pytest
from tests.mazes import Maze, Place, any_maze
from tests.plain_solver import reachable, solve_plainly

from stackyard.position import DRAW, ONGOING
from stackyard_engine.solver.estimates import estimate
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver


def test_a_game_without_codes_is_solved_too() -> None:
    rng = random.Random(5)
    for _ in range(200):
        maze = any_maze(rng)
        maze.coded = False
        right = solve_plainly(maze)
        solver, proof = ExhaustiveSolver(maze), ProofSolver(maze)
        for each in (solver, proof):
            while not each.done:
                each.run(100)
        for key, place in reachable(maze).items():
            winner, plies = right[key]
            exact = ExactResult(winner, None if winner == DRAW else plies)
            assert solver.known(place) == exact
        known = proof.known(maze)
        assert known is not None
        assert known.winner == right[0][0]


@pytest.mark.parametrize(("way", "repeats"), [(0, True), (2, False)])
def test_a_move_to_the_same_position_is_a_repetition(way: int, repeats: bool) -> None:
    solver = ExhaustiveSolver(Maze([(0, ONGOING, (way, 1)), (0, 0, ()), (0, 1, ())]))
    solver.run(10)
    assert solver.done
    assert solver.repeats == repeats


def test_keys_count_as_memory() -> None:
    places: list[Place] = [(n % 2, ONGOING, (n + 1, n // 2)) for n in range(30_000)]
    places.append((0, 0, ()))
    used = []
    for coded in (True, False):
        solver = ExhaustiveSolver(Maze(places, coded=coded))
        solver.run(len(places))
        assert solver.done
        used.append(solver.memory)
    assert used[1] > used[0] + 10 * len(places)
    solver = ExhaustiveSolver(Maze(places, coded=False), used[0])
    while not (solver.full or solver.done):
        solver.run(1000)
    assert solver.full
    assert solver.memory < 1.2 * used[0]


class Board(Maze):
    """A position whose key is a large object, as those of third parties may be."""

    def copy(self) -> Board:
        return Board(self.places, self.at, coded=False)

    def key(self) -> Any:
        cells = [(self.at + cell, "white" if cell % 2 else "black") for cell in range(25)]
        return tuple(cells), frozenset(cells[:3])

    def code(self) -> int:
        return -1


@pytest.mark.nightly
def test_large_keys_are_measured() -> None:
    places: list[Place] = [(n % 2, ONGOING, (n + 1, n // 2)) for n in range(2500)]
    start = Board([*places, (0, 0, ())], coded=False)
    tracemalloc.start()
    solver = ExhaustiveSolver(start)
    before, _ = tracemalloc.get_traced_memory()
    solver.run(2400)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert solver.memory == pytest.approx(after - before, rel=0.25)
    expected = estimate(start)
    each = (after - before) / solver.positions
    assert expected.each == pytest.approx(each, rel=0.25)
    assert expected.memory == int(expected.positions * expected.each)


def test_the_estimate_is_near_where_games_are_short() -> None:
    ring: list[Place] = [(0, ONGOING, (n + 1, n + 2)) for n in range(100)]
    ring += [(0, 0, ()), (0, 0, ())]
    assert 90 <= estimate(Maze(ring)).positions <= 110
