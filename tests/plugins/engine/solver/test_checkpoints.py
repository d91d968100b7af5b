"""Solvers that go through a file now and then, and end as they do without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.plain_solver import reachable

from stackyard import load_game
from stackyard.position import ONGOING
from stackyard.solver import ExactResult
from stackyard_engine.solver.checkpoints import read_checkpoint, write_checkpoint
from stackyard_engine.solver.engine import ExhaustiveSolver, ProofSolver

# Positions, and how many each solver visits between two checkpoints. In that of F.I.L.O.
# positions can come back.
SKIP = {"size": 5, "pieces": 5, "variant": "proposal-2", "empty_reserve": "skip"}
GAMES: list[tuple[str, dict[str, Any], str, int, int]] = [
    ("silo", {"size": 4}, "rr/bb/rr/bb r", 2000, 1000),
    ("splay", {"side": 3}, "3/1,b1,w1,1/1,w1,1,w1,1/1,b2,w1,1/3 b", 50, 25),
    ("filo", SKIP, "b/bb/b/bww/- 0,0 3,0 w", 3000, 250),
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
