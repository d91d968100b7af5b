"""Solvers that go through a file now and then, and end as they do without."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.mazes import Maze, Place
from tests.plain_solver import reachable

from stackyard import load_game
from stackyard.position import ONGOING
from stackyard_engine.solver.checkpoints import read_checkpoint, write_checkpoint
from stackyard_engine.solver.codes import KEY_PARTS, plain_bytes
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver

# Positions, and how many each solver visits between two checkpoints. In that of F.I.L.O.
# positions can come back; that of Slicron has no codes.
SKIP = {"size": 5, "pieces": 5, "variant": "proposal-2", "empty_reserve": "skip"}
GAMES: list[tuple[str, dict[str, Any], str, int, int]] = [
    ("silo", {"size": 4}, "rr/bb/rr/bb r", 2000, 1000),
    ("splay", {"side": 3}, "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b", 50, 25),
    ("filo", SKIP, "b/bb/b/bww/- 0,0 3,0 w", 3000, 250),
    ("slicron", {"side": 4}, "bb1w/4w/w3b1/bb2wwb/wb1wwb/b1b2/wbww b -", 500, 60),
]


@pytest.mark.parametrize(("name", "options", "text", "visits", "expanded"), GAMES)
@pytest.mark.parametrize("kind", [ExhaustiveSolver, ProofSolver])
def test_a_solver_that_is_read_again_and_again_ends_alike(
    kind: type[ExhaustiveSolver | ProofSolver],
    name: str,
    options: dict[str, Any],
    text: str,
    visits: int,
    expanded: int,
    tmp_path: Path,
) -> None:
    game = load_game(name, **options)
    start = game.parse_position(text)
    whole = ExhaustiveSolver(start)
    while not whole.done:
        whole.run(10_000)
    solver: ExhaustiveSolver | ProofSolver = kind(start)
    times = 0
    while not solver.done:
        solver.run(visits if kind is ExhaustiveSolver else expanded)
        if write_checkpoint(tmp_path / "checkpoint", game, start, solver):
            again = read_checkpoint(tmp_path / "checkpoint", game, start)
            assert type(again) is kind
            assert again.positions == solver.positions
            assert again.done == solver.done
            solver = again
            times += 1
    assert times > 2
    told = 0
    for place in reachable(start).values():
        known, right = solver.known(place), whole.known(place)
        assert right is not None
        if kind is ProofSolver and place.winner == ONGOING:
            right = known and ExactResult(
                right.winner, None
            )  # it knows what it has met, and the winner
        assert known == right
        told += known is not None
    assert told > 10
    assert solver.known(start) is not None


@pytest.mark.parametrize("kind", [ExhaustiveSolver, ProofSolver])
def test_keys_are_restored_where_the_start_alone_has_a_code(
    kind: type[ExhaustiveSolver | ProofSolver],
) -> None:
    places: list[Place] = [(n % 2, ONGOING, (n + 1, n + 2)) for n in range(40)]
    start = Maze([*places, (0, 0, ()), (0, 1, ())], coded=False)
    solver = kind(start)
    solver.run(10)
    assert not solver.done
    saved = solver.saved()
    assert saved is not None
    numbers, pieces = saved
    parts = [memoryview(b"".join(bytes(memoryview(one)) for one in part)) for part in pieces]
    again = kind(start)
    again.restore(numbers, parts[:-KEY_PARTS], parts[-KEY_PARTS:])
    for each in (solver, again):
        each.run(100_000)
        assert each.done
    assert again.known(start) == solver.known(start)
    other = kind(Maze(start.places, 1, coded=False))
    with pytest.raises(ValueError, match="^$"):  # its first key is another
        other.restore(numbers, parts[:-KEY_PARTS], parts[-KEY_PARTS:])


class Point(NamedTuple):
    """A key that is not of a plain type."""

    at: int


class Pointed(Maze):
    """A position whose keys are not plain."""

    def copy(self) -> Pointed:
        return Pointed(self.places, self.at, coded=False)

    def key(self) -> Any:
        return Point(self.at)


def test_keys_of_other_types_leave_no_checkpoint_and_are_solved_alike() -> None:
    places: list[Place] = [(n % 2, ONGOING, (n + 1, n // 2)) for n in range(40)]
    places.append((0, 0, ()))
    results = []
    for start in (Maze(places, coded=False), Pointed(places, coded=False)):
        solver = ExhaustiveSolver(start)
        solver.run(1000)
        assert solver.done
        assert (solver.saved() is None) == isinstance(start, Pointed)
        results.append((solver.positions, solver.known(start)))
    assert results[0] == results[1]


def test_different_keys_have_different_bytes_and_equal_ones_equal_bytes() -> None:
    keys: list[Any] = [1, 256, "1", b"1", (1,), (1, (2, 3)), ((1, 2), 3), ("ab",), ("a", "b"), None]
    keys += [-1, 2**70, 1.5, frozenset("abc"), frozenset("abd"), ()]
    made = [plain_bytes(key) for key in keys]
    assert None not in made
    assert len(set(made)) == len(keys)
    assert plain_bytes(("".join(["a", "bcd"]), 1)) == plain_bytes((sys.intern("abcd"), 1))
    assert plain_bytes(Point(1)) is None
