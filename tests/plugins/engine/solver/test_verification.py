"""A game with wrong codes or keys is not solved: the positions that collide are shown."""

from __future__ import annotations

from typing import Any

import pytest
from tests.plugins.kit.testing.share import Share, ShareGame

from stackyard.analysis import Limit
from stackyard.position import DRAW
from stackyard.turnloop.history import Course
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.game_solver import ExactResult
from stackyard_engine.solver.solvers import ExhaustiveSolver, ProofSolver
from stackyard_engine.solver.verification import CollisionError, Verification


class Coded(Share):
    def code(self) -> int:
        white, black = self.taken
        return int(4 * ((self.left * 41 + white) * 41 + black) + 2 * self.player + self.mid_turn)


class Careless(Coded):
    def code(self) -> int:
        return int(4 * self.left + 2 * self.player + self.mid_turn)


class Keyless(Share):
    def key(self) -> Any:
        return self.left, int(self.player), self.mid_turn


def course(kind: type[Share]) -> Course:
    game = type("SharedGame", (ShareGame,), {"kind": kind})(counters=16)
    return Course(game)


@pytest.mark.parametrize("method", ["", "exhaustive", "proof"])
def test_a_sound_game_is_solved(method: str) -> None:
    analysis = SolverEngine(method).analyse(course(Coded), Limit())
    assert analysis.proven in (0, 1, DRAW)


@pytest.mark.parametrize("method", ["", "exhaustive", "proof"])
@pytest.mark.parametrize(("kind", "what"), [(Careless, "code"), (Keyless, "key")])
def test_positions_with_one_code_or_key_are_shown(
    method: str, kind: type[Share], what: str
) -> None:
    engine = SolverEngine(method)
    with pytest.raises(CollisionError) as caught:
        engine.analyse(course(kind), Limit())
    told = str(caught.value)
    assert told.startswith(f"two positions have the {what} ")
    assert " and " in told
    assert "nothing is solved" in told
    assert f"({what} is in test_verification.py, line " in told


class Changed:
    """The results of a solver, but for one position."""

    def __init__(self, solver: Any, text: str, result: ExactResult) -> None:
        self.solver, self.text, self.result = solver, text, result

    def known(self, position: Any) -> ExactResult | None:
        told = ShareGame.format_position(ShareGame(counters=16), position)
        found: ExactResult | None = self.solver.known(position)
        return self.result if told == self.text else found


@pytest.mark.parametrize("solver", [ExhaustiveSolver, ProofSolver])
def test_a_false_result_of_the_start_is_found_where_no_codes_were_seen_to_collide(
    solver: Any,
) -> None:
    given = course(Coded)
    solving = solver(given.position)
    while not solving.done:
        solving.run(1000)
    verification = Verification(given.game, given.position)
    verification.keep_up(0)
    verification.check_results(solving)
    true = solving.known(given.position)
    false = ExactResult(1 - true.winner if true.winner != DRAW else 0, None)
    start = given.game.format_position(given.position)
    with pytest.raises(CollisionError, match=f"the result of {start} does not follow"):
        verification.check_results(Changed(solving, start, false))


def test_a_distance_that_does_not_follow_is_found() -> None:
    given = course(Coded)
    solving = ExhaustiveSolver(given.position)
    while not solving.done:
        solving.run(1000)
    start = given.game.format_position(given.position)
    true = solving.known(given.position)
    assert true is not None
    assert true.plies is not None
    false = ExactResult(true.winner, true.plies + 1)
    with pytest.raises(CollisionError, match="does not follow"):
        Verification(given.game, given.position).check_results(Changed(solving, start, false))
