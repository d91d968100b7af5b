"""Proof-number search on made-up games, compared with a plain solver."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from tests.mazes import Maze, Place, any_maze
from tests.plain_solver import reachable, solve_plainly

from stackyard.position import DRAW, ONGOING
from stackyard_engine.solver.dfpn import Attack
from stackyard_engine.solver.solvers import ProofSolver

MUCH = 10**9  # bytes


def decided(maze: Maze, attacker: int, step: int = 10_000) -> Attack:
    proof = Attack(maze, attacker, MUCH)
    for _ in range(100 + 20_000 // step):
        if proof.result >= 0:
            return proof
        proof.run(step)
    raise AssertionError(f"no end: {maze.places}")


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_proved_or_disproved_is_what_a_plain_solver_finds(seed: int) -> None:
    rng = random.Random(seed)
    for case in range(500):
        maze = any_maze(rng)
        right = solve_plainly(maze)
        for attacker in (0, 1):
            proof = decided(maze, attacker, step=rng.choice([1, 1000]))
            assert proof.result == (right[0][0] == attacker), (seed, case, attacker, maze.places)
            for key, place in reachable(maze).items():
                assert isinstance(place, Maze)
                verdict = proof.verdict(place)
                wins = right[key][0] == attacker
                assert verdict in {-1, wins}, (seed, case, attacker, maze.places, key)


def test_disproofs_that_rest_on_one_another_come_to_an_end() -> None:
    """No game here ends; the same positions are reached on paths that allow other disproofs."""
    players = (0, 0, 1, 1, 0, 1, 1, 1)
    ways = ((2, 2, 1), (4, 5, 2), (1, 6), (2, 2), (7, 5), (3,), (1, 1), (4, 6, 2))
    maze = Maze([(player, ONGOING, to) for player, to in zip(players, ways, strict=True)])
    assert [decided(maze, attacker, step=1000).result for attacker in (0, 1)] == [0, 0]


def test_a_repetition_is_no_win() -> None:
    ring: list[Place] = [(n % 2, ONGOING, ((n + 1) % 6,)) for n in range(6)]
    assert [decided(Maze(ring), attacker).result for attacker in (0, 1)] == [0, 0]
    ring[3] = (1, ONGOING, (4, 6))
    ring.append((0, 1, ()))
    assert [decided(Maze(ring), attacker).result for attacker in (0, 1)] == [0, 1]


def test_a_draw_is_no_win() -> None:
    places: list[Place] = [(0, ONGOING, (1, 2)), (0, DRAW, ()), (0, 1, ())]
    assert [decided(Maze(places), attacker).result for attacker in (0, 1)] == [0, 0]


def test_a_path_longer_than_a_set_of_steps_is_walked() -> None:
    """From each place the attacker may go on or back, and the defender only on."""
    length = 300
    places: list[Place] = [
        (n % 2, ONGOING, (n + 1, max(n - 3, 0)) if n % 2 == 0 else (n + 1,)) for n in range(length)
    ]
    places.append((0, 0, ()))
    assert [decided(Maze(places), attacker).result for attacker in (0, 1)] == [1, 0]


def test_a_position_without_a_code_stops_the_search() -> None:
    places: list[Place] = [(0, ONGOING, (1,)), (0, ONGOING, (2,)), (0, 0, ())]
    proof = Attack(Maze(places, coded=False), 0, MUCH)
    proof.run(10)
    assert proof.failed
    assert proof.result == -1


def test_of_a_position_without_a_code_nothing_is_known() -> None:
    places: list[Place] = [(0, ONGOING, (1,)), (0, 0, ()), (0, ONGOING, (1,))]
    assert decided(Maze(places), 0).verdict(Maze(places, 2, coded=False)) == -1


def test_a_table_that_may_not_grow_stops_the_search() -> None:
    places: list[Place] = [(0, ONGOING, (n + 1, n + 2)) for n in range(5000)]
    places += [(0, 1, ()), (0, 1, ())]
    proof = Attack(Maze(places), 0, 100_000)
    proof.run(10**6)
    assert proof.full
    assert proof.result == -1


class Fan:
    """A tree four wide, which one side loses at once by a draw, and which is long to search."""

    mid_turn = False
    depth = 16

    def __init__(self, place: int = 0, ply: int = 0) -> None:
        self.place, self.ply = place, ply
        self.player = ply % 2
        self.winner = ONGOING
        if ply == self.depth:
            self.winner = 0 if (place * 2_654_435_761 >> 7) % 1000 < 480 else DRAW
        elif (place, ply) == (4, 1):
            self.winner = DRAW

    def copy(self) -> Fan:
        return Fan(self.place, self.ply)

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([] if self.winner != ONGOING else range(4))

    def play(self, move: int) -> None:
        self.__init__(self.place * 4 + int(move) + 1, self.ply + 1)  # type: ignore[misc]

    def key(self) -> tuple[int, int]:
        return self.place, self.ply

    def code(self) -> int:
        return self.place * 32 + self.ply


def test_an_attack_may_use_the_memory_that_the_other_leaves() -> None:
    memory = 400_000
    solver = ProofSolver(Fan(), memory)  # type: ignore[arg-type]
    while not (solver.done or solver.full):
        solver.run(200)
    assert solver.full
    assert solver.memory > 0.9 * memory
