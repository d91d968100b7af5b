"""The puzzles that ship with the five games: what they ask, and their proof by another solver."""

from __future__ import annotations

import msgspec
import pytest

from stackyard.plugins.registry import load_game
from stackyard_cli.screen import Screen
from stackyard_coach.motifs import motifs_between
from stackyard_coach.prompts.puzzle_progress import PuzzleProgress
from stackyard_coach.prompts.puzzle_prompt import PuzzlePrompt
from stackyard_coach.puzzle_likeness import SeenPuzzles
from stackyard_coach.puzzles import (
    Outcome,
    Puzzle,
    begin_puzzle,
    level_of,
    puzzles_of,
)
from stackyard_coach.turns import played_on
from stackyard_kit.testing.puzzle_checks import PlainSolver, check_proof

SHIPPED = {"silo": 110, "filo": 104, "slicron": 120, "pit_of_pillars": 33, "splay": 100}
CHOICES = {"silo": 3, "filo": 3, "slicron": 4, "pit_of_pillars": 3, "splay": 4}
COLUMNS = 80  # of a terminal
# The plain solver visits all that can follow. Where that is too much, each move of a puzzle wins or
# loses by force.
FORCED = ("filo", "pit_of_pillars")


@pytest.mark.parametrize("name", SHIPPED)
def test_each_game_ships_puzzles_from_easy_to_hard(name: str) -> None:
    puzzles = puzzles_of(load_game(name))
    total = len(puzzles)
    assert total == SHIPPED[name]
    assert len({puzzle.name for puzzle in puzzles}) == total
    assert puzzles[0].rating + 300 < puzzles[-1].rating
    assert level_of(total - 1, total) == 5


@pytest.mark.parametrize("name", SHIPPED)
def test_each_puzzle_offers_a_choice_in_which_a_wrong_move_tempts(name: str) -> None:
    for puzzle in puzzles_of(load_game(name)):
        assert len(puzzle.wrong[0]) + 1 >= CHOICES[name]
        assert puzzle.tempting in puzzle.wrong[0]


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_puzzles_are_nearly_the_same(name: str) -> None:
    kind = type(load_game(name))
    seen = SeenPuzzles()
    for puzzle in puzzles_of(kind()):
        attempt = begin_puzzle(puzzle, kind)
        game, position = attempt.course.game, attempt.course.position
        own = [(position, game.parse_move(attempt.line[0], position))]
        assert seen.is_new(game, own), puzzle.position
        seen.add(game, own)


@pytest.mark.parametrize("name", SHIPPED)
def test_solutions_and_refutations_of_tempting_moves_end_the_game(name: str) -> None:
    kind = type(load_game(name))
    for puzzle in puzzles_of(kind()):
        start = begin_puzzle(puzzle, kind).course
        refutation = puzzle.wrong[0][puzzle.tempting]
        solved = played_on(start, f"{puzzle.line} {puzzle.end}".split())
        refuted = played_on(start, [puzzle.tempting, *refutation.line.split()])
        assert solved.result is not None or puzzle.keeps is Outcome.DRAWS
        assert refuted.result is not None or refutation.outcome is Outcome.DRAWS


@pytest.mark.nightly
@pytest.mark.parametrize("name", SHIPPED)
def test_a_plain_solver_confirms_each_puzzle(name: str) -> None:
    kind = type(load_game(name))
    for puzzle in puzzles_of(kind()):
        solver = PlainSolver(plies=13, most=0) if name in FORCED else PlainSolver(most=200_000)
        assert check_proof(begin_puzzle(puzzle, kind), solver), puzzle.position


@pytest.mark.parametrize("name", SHIPPED)
def test_the_question_of_each_puzzle_fits_a_line(name: str) -> None:
    kind = type(load_game(name))
    puzzles, screen = puzzles_of(kind()), Screen()
    every, progress = range(len(puzzles)), PuzzleProgress(name, screen.complain)
    for first in every:
        asked = (puzzles, every, kind, screen, progress)
        prompt = PuzzlePrompt(*asked, first=first, again="", levelled=True)
        assert len(f"{prompt.question()} > ") <= COLUMNS


def test_the_task_names_the_options_of_the_board_and_the_rating() -> None:
    game = load_game("silo")
    made = {"position": "bbb/-/r/rrbr r", "line": "c", "keeps": "wins", "rating": 1300}
    more = {"wrong": [{"d": ["", "loses"]}], "options": {"size": 4, "goal": "end"}}
    puzzle = msgspec.convert({**made, **more}, Puzzle)
    text = begin_puzzle(puzzle, type(game)).step.text
    assert text == (
        "You are red. Only one move wins; find it. The option goal is `end` (where the run must "
        "stand: in any column, or in the far-right one (end); home: all checkers there, in any "
        "order). Rated 1300."
    )
    made = {"position": "2b/1wb1/wb2w/b1w1/2b w -", "line": "a1", "keeps": "wins"}
    more = {"wrong": [{"b4": ["", "loses"]}], "options": {"side": 3, "pie": False}}
    puzzle = msgspec.convert({**made, **more}, Puzzle)
    text = begin_puzzle(puzzle, type(load_game("slicron"))).step.text
    assert " The option pie is `off` (whether the second player may answer " in text


@pytest.mark.parametrize("name", SHIPPED)
def test_an_idea_is_none_of_the_tempting_move(name: str) -> None:
    kind = type(load_game(name))
    for puzzle in puzzles_of(kind()):
        start = begin_puzzle(puzzle, kind).course
        tempted = start.play(puzzle.tempting).position
        assert not {*puzzle.themes} & {*motifs_between(start.game, start.position, tempted)}


def test_another_move_to_the_wanted_position_is_played_as_it_was_typed() -> None:
    game = load_game("splay")
    begun = begin_puzzle(puzzles_of(game)[29], type(game)).answer("e9").attempt
    answer = begun.answer("c6")  # the puzzle has c5, which makes both towers markers, too
    assert answer.moves[0].endswith("(c6).")
    assert "Solved: e9 c6." in answer.sentence
