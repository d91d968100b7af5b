"""Exhaustive search and proof search of one position in turns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.mazes import any_maze
from tests.plain_solver import solve_plainly

import stackyard_engine.solver.combined as combining
from stackyard import load_game
from stackyard.position import DRAW
from stackyard_engine.solver.checkpoints import (
    checkpoint_beside,
    read_checkpoints,
    write_checkpoint,
)
from stackyard_engine.solver.combined import CombinedSolver
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver

GERING = "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w"
# A position that exhaustive search visits 1,100 others for, and where positions can come back.
SKIP = {"size": 5, "pieces": 5, "variant": "proposal-2", "empty_reserve": "skip"}
LATE = "b/bb/b/bww/- 0,0 3,0 w"


def ended(solver: CombinedSolver, visits: int = 1000) -> ExhaustiveSolver | ProofSolver:
    """The part that has the answer, after a run in steps of this many visits."""
    while not solver.done:
        assert not solver.full
        solver.run(visits)
    part = solver.current
    assert isinstance(part, (ExhaustiveSolver, ProofSolver))
    return part


def test_it_agrees_with_a_plain_solver_whichever_part_ends_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = random.Random(11)
    methods = set[str]()
    for number in range(600):
        monkeypatch.setattr(combining, "BLOCK", rng.choice([1, 4, 64]))
        monkeypatch.setattr(combining, "PROOF_TURN", rng.choice([1, 4]))
        monkeypatch.setattr(combining, "ENOUGH", rng.choice([0, 1000]))
        maze = any_maze(rng)
        maze.coded = number % 3 > 0
        winner, plies = solve_plainly(maze)[0]
        part = ended(CombinedSolver(maze), rng.randint(1, 9))
        known = part.known(maze)
        methods.add(part.method)
        if isinstance(part, ExhaustiveSolver):
            assert known == ExactResult(winner, None if winner == DRAW else plies)
        else:
            assert known == ExactResult(winner, None)
    assert methods == {"exhaustive", "proof"}


def test_a_short_proof_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combining, "ENOUGH", 0)
    game = load_game("filo")
    start = game.parse_position(GERING)
    solver = CombinedSolver(start)
    part = ended(solver)
    assert isinstance(part, ProofSolver)
    assert part.known(start) == ExactResult(1, None)
    assert solver.positions <= combining.BLOCK + 200


def test_a_small_board_is_solved_with_the_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combining, "BLOCK", 64)
    start = load_game("filo", **SKIP).parse_position(LATE)
    solver = CombinedSolver(start)
    part = ended(solver)
    assert solver.proof.done  # earlier
    assert isinstance(part, ExhaustiveSolver)
    known = part.known(start)
    assert known is not None
    assert known.plies


def test_steps_and_interruptions_do_not_change_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(combining, "BLOCK", 64)
    game = load_game("filo", **SKIP)
    start = game.parse_position(LATE)
    whole = ExhaustiveSolver(start)
    whole.run(10**6)
    rng = random.Random(3)
    table = tmp_path / "filo.table"
    right = whole.known(start)
    assert right is not None
    for enough, method in ((0, "proof"), (10**6, "exhaustive")):
        monkeypatch.setattr(combining, "ENOUGH", enough)
        answers = [ended(CombinedSolver(start), steps) for steps in (7, 10**6)]
        assert {part.method for part in answers} == {method}
        assert len({part.positions for part in answers}) == 1
        solver: Any = CombinedSolver(start)
        while not solver.done:
            solver.run(rng.randint(800, 3000))
            if not solver.done:
                for part in solver.parts:
                    write_checkpoint(checkpoint_beside(table, part.method), game, start, part)
                solver, paths = read_checkpoints(table, game, start, "")
                assert len(paths) == 2
        for part in [*answers, solver.current]:
            known = part.known(start)
            assert known is not None
            assert known.winner == right.winner
            assert known.plies == (right.plies if part.method == "exhaustive" else None)


def test_a_checkpoint_of_one_part_is_enough(tmp_path: Path) -> None:
    game = load_game("filo", **SKIP)
    start = game.parse_position(LATE)
    table = tmp_path / "filo.table"
    assert read_checkpoints(table, game, start, "") == (None, [])
    exhaustive = ExhaustiveSolver(start)
    exhaustive.run(300)
    write_checkpoint(checkpoint_beside(table, "exhaustive"), game, start, exhaustive)
    solver, _ = read_checkpoints(table, game, start, "")
    assert isinstance(solver, CombinedSolver)
    assert solver.positions == exhaustive.positions + ProofSolver(start).positions
    alone, _ = read_checkpoints(table, game, start, "exhaustive")
    assert isinstance(alone, ExhaustiveSolver)
    assert read_checkpoints(table, game, start, "proof") == (None, [])
    checkpoint_beside(table, "exhaustive").unlink()
    write_checkpoint(checkpoint_beside(table, "proof"), game, start, ProofSolver(start))
    assert isinstance(read_checkpoints(table, game, start, "")[0], ProofSolver)


def test_the_proof_goes_on_alone_where_memory_does_not_suffice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(combining, "PROOF_TURN", 10**6)  # it begins when it is alone
    start = load_game("filo").parse_position(GERING)
    solver = CombinedSolver(start, 1_000_000)
    part = ended(solver)
    assert isinstance(part, ProofSolver)
    assert solver.exhaustive is None
    assert solver.positions > 3000  # those of exhaustive search count


def test_both_are_full_in_the_end() -> None:
    solver = CombinedSolver(load_game("filo").initial(), 200_000)
    while not (solver.done or solver.full):
        solver.run(500)
    assert solver.full
    assert solver.memory < 400_000
