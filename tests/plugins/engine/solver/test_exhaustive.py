"""The exhaustive solver on made-up games, compared with a plain one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.mazes import Maze, Place, any_maze
from tests.plain_solver import reachable, solve_plainly

from stackyard.position import DRAW, ONGOING
from stackyard_engine.solver.components import DRAWN
from stackyard_engine.solver.exhaustive import Exhaustive

MUCH = 10**9  # bytes


def solved(maze: Maze, step: int = 10**9) -> Exhaustive:
    solver = Exhaustive(maze, MUCH)
    while not solver.done:
        solver.run(step)
    return solver


def found(solver: Exhaustive, maze: Maze) -> tuple[int, int]:
    number = solver.number(maze)
    result = number & 3
    return DRAW if result == DRAWN else abs(int(maze.player) - result), number >> 2


@pytest.mark.parametrize("seed", range(10))
def test_every_position_of_any_game_is_solved_as_by_a_plain_solver(seed: int) -> None:
    rng = random.Random(seed)
    for case in range(400):
        maze = any_maze(rng)
        solver = solved(maze, step=rng.choice([1, 2, 10**9]))
        right = solve_plainly(maze)
        for key, place in reachable(maze).items():
            if place.winner == ONGOING:
                assert isinstance(place, Maze)
                assert found(solver, place) == right[key], (seed, case, maze.places, key)


def gone_on_with(solver: Exhaustive, maze: Maze) -> Exhaustive:
    """A new solver that goes on where another one was."""
    memory: Any = solver.parts()
    parts = [b"".join([bytes(memoryview(piece)) for piece in pieces]) for pieces in memory]
    other = Exhaustive(maze, MUCH)
    other.restore(solver.state(), [memoryview(part) for part in parts])
    assert other.done == solver.done
    return other


def test_a_solver_goes_on_where_another_one_was() -> None:
    rng = random.Random(11)
    for case in range(300):
        maze = any_maze(rng)
        solver, stops = Exhaustive(maze, MUCH), 0
        while not solver.done:
            solver.run(rng.choice([1, 2, 3]))
            solver, stops = gone_on_with(solver, maze), stops + 1
        right = solve_plainly(maze)
        for key, place in reachable(maze).items():
            if place.winner == ONGOING:
                assert isinstance(place, Maze)
                assert found(solver, place) == right[key], (case, stops, maze.places, key)


def test_what_can_go_on_for_ever_is_a_draw() -> None:
    ring: list[Place] = [(n % 2, ONGOING, ((n + 1) % 6,)) for n in range(6)]
    assert found(solved(Maze(ring)), Maze(ring)) == (DRAW, 0)
    ring[3] = (1, ONGOING, (4, 6))
    ring.append((0, 1, ()))
    assert found(solved(Maze(ring)), Maze(ring)) == (1, 4)


@pytest.mark.parametrize("length", [3000, 20000])
def test_a_path_as_long_as_there_are_positions_is_walked(length: int) -> None:
    """Every place leads back by one too, so that all but one are one component."""
    places: list[Place] = [(0, ONGOING, (n + 1, max(n - 1, 0))) for n in range(length)]
    places += [(0, 0, ()), (0, 1, ())]
    gap = length // 3
    places[gap] = (1, ONGOING, (gap + 1, length + 1))
    solver = Exhaustive(Maze(places), MUCH)
    while not solver.done:
        solver.run(length // 3)
        solver = gone_on_with(solver, Maze(places))
    assert solver.deepest == length
    assert found(solver, Maze(places, gap)) == (1, 1)
    assert found(solver, Maze(places)) == (DRAW, 0)
    for at in (gap + 1, length // 2, length - 1):
        assert found(solver, Maze(places, at)) == (0, length - at)


def test_the_winner_hurries_and_the_loser_delays() -> None:
    places: list[Place] = [
        (0, ONGOING, (1, 2)),
        (1, ONGOING, (5,)),
        (0, ONGOING, (3,)),
        (0, ONGOING, (5,)),
        (1, ONGOING, (0, 5)),
        (0, 0, ()),
    ]
    assert found(solved(Maze(places)), Maze(places)) == (0, 2)
    solver = solved(Maze(places, 4))
    assert found(solver, Maze(places, 4)) == (0, 3)


def test_a_table_that_may_not_grow_stops_the_solver() -> None:
    places: list[Place] = [(0, ONGOING, (n + 1,)) for n in range(5000)]
    places.append((0, 0, ()))
    solver = Exhaustive(Maze(places), 100_000)
    solver.run(10**6)
    assert solver.full
    assert not solver.done
    assert 12 * solver.table.slots <= solver.memory() <= 300_000


def test_a_position_without_a_code_stops_the_solver() -> None:
    places: list[Place] = [(0, ONGOING, (1,)), (0, ONGOING, (2,)), (0, 0, ())]
    solver = Exhaustive(Maze(places, coded=False), MUCH)
    solver.run(10)
    assert solver.failed
    assert not solver.done


def test_what_was_not_visited_has_no_number() -> None:
    places: list[Place] = [(0, ONGOING, (1,)), (0, 0, ()), (0, ONGOING, (1,))]
    for coded in (True, False):
        assert solved(Maze(places)).number(Maze(places, 2, coded)) == -1
