"""The regret of moves, compared with a plain solver that shares no code with the engine's."""

from __future__ import annotations

import pytest
from tests.plain_solver import solve_plainly

from stackyard import Match, load_game
from stackyard_engine.regret import interval, judge
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.successors import points_of, successors

BOARDS = [
    ("silo", {"size": 4, "height": 1}),
    ("slicron", {"side": 2, "pie": False}),
]


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_regrets_are_those_of_a_plain_solver(name: str, options: dict[str, object]) -> None:
    game = load_game(name, **options)
    known = solve_plainly(game.initial())
    deciding = 0
    for seed in range(8):
        match = Match(game, ("random", "random"), seed=seed)
        match.run()
        course = match.course
        judged = judge(course, SolverEngine(fallback="exhaustive"), 60.0)
        expected = []
        for ply in range(course.ply):
            position = course.at(ply).position
            player = int(position.player)
            worth = {
                move: points_of(known[after.key()][0], player)
                for move, after in successors(position)
            }
            if len(worth) > 1:
                best = max(worth.values())
                own = worth[course.moves[ply]]
                expected.append((player, best - own, best > min(worth.values())))
        assert [tuple(each) for each in judged.decisions] == expected, seed
        assert judged.unknown == 0
        deciding += sum(each.deciding for each in judged.decisions)
    assert deciding  # else nothing was compared


def test_too_little_time_leaves_the_early_moves_unjudged() -> None:
    match = Match(load_game("silo"), ("random", "random"), seed=1)
    match.run()
    judged = judge(match.course, SolverEngine(fallback="exhaustive"), 0.02)
    decisions = [
        ply for ply in range(match.ply) if len(match.course.at(ply).position.legal_moves()) > 1
    ]
    assert judged.unknown > 0
    assert judged.unknown + len(judged.decisions) == len(decisions)


def test_an_interval_holds_the_mean_and_needs_two_matches() -> None:
    assert interval([0.5]) is None
    assert interval([0.0] * 5) == (0.0, 0.0)
    low, high = interval([0.0, 1.0] * 20) or (1.0, 0.0)
    assert 0.2 < low < 0.5 < high < 0.8
    assert interval([0.0, 1.0] * 20) == (low, high)  # the same draws again
