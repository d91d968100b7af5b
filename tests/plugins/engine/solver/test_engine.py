"""What solvers know."""

from __future__ import annotations

import random

from tests.mazes import Maze, Place, any_maze
from tests.plain_solver import reachable, solve_plainly

from stackyard.position import DRAW, ONGOING
from stackyard.solver import ExactResult
from stackyard_engine.solver.engine import ExhaustiveSolver, ProofSolver, at_least


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


def test_keys_count_as_memory() -> None:
    places: list[Place] = [(n % 2, ONGOING, (n + 1, n // 2)) for n in range(30_000)]
    places.append((0, 0, ()))
    solver = ExhaustiveSolver(Maze(places, coded=False), 4_000_000)
    while not (solver.full or solver.done):
        solver.run(1000)
    assert solver.full
    assert 100_000 < solver.memory < 5_000_000


def test_the_estimate_is_near_where_games_are_short() -> None:
    ring: list[Place] = [(0, ONGOING, (n + 1, n + 2)) for n in range(100)]
    ring += [(0, 0, ()), (0, 0, ())]
    assert 90 <= at_least(Maze(ring)) <= 110
