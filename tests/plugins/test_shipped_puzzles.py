"""The puzzles that ship with the five games, solved by a second solver."""

from __future__ import annotations

import msgspec
import pytest

from stackyard.plugins.registry import load_game
from stackyard_coach.puzzles import Puzzle, begin_puzzle, level_of, puzzles_of
from stackyard_kit.testing.puzzle_checks import PlainSolver, check_proof

GAMES = ("silo", "filo", "slicron", "pit_of_pillars", "splay")
SHIPPED = 100
# In Pit of Pillars too many positions follow, so each move of its puzzles wins or loses by force.
LIMITS = {"pit_of_pillars": {"plies": 6, "most": 0}}


@pytest.mark.parametrize("name", GAMES)
def test_each_game_ships_a_hundred_puzzles_from_easy_to_hard(name: str) -> None:
    puzzles = puzzles_of(load_game(name))
    assert len(puzzles) == SHIPPED
    assert len({puzzle.name for puzzle in puzzles}) == SHIPPED
    assert puzzles[0].simulations < puzzles[-1].simulations
    assert level_of(SHIPPED - 1, SHIPPED) == 5
    assert len({str(puzzle.options) for puzzle in puzzles}) > 1  # boards of several kinds


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_a_plain_solver_finds_one_move_in_each_puzzle(name: str) -> None:
    game = load_game(name)
    solvers: dict[str, PlainSolver] = {}
    for puzzle in puzzles_of(game):
        solver = solvers.setdefault(str(puzzle.options), PlainSolver(**LIMITS.get(name, {})))
        assert check_proof(begin_puzzle(puzzle, type(game)), solver), puzzle.name


def test_the_task_names_the_options_that_the_board_does_not_show() -> None:
    game = load_game("silo")
    made = {"position": "bbb/-/r/rrbr r", "line": "c", "keeps": "wins"}
    more = {"wrong": [{"d": ["", "loses"]}], "options": {"size": 4, "goal": "end"}}
    puzzle = msgspec.convert({**made, **more}, Puzzle)
    text = begin_puzzle(puzzle, type(game)).step.text
    assert text == "You are red. Only one move wins; find it. The rules here: goal=end."
