"""Puzzles found on small boards, against what a plain solver knows."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from typing import Any

import pytest
from tests.toy_games import WalkMaker

from stackyard.errors import StackyardError
from stackyard.plugins.registry import load_game
from stackyard.processes import WorkerProcesses
from stackyard.turnloop.history import Course
from stackyard.workforce import Workforce
from stackyard_coach.errors import PuzzleError
from stackyard_coach.puzzle_finder import PuzzleFinder, find_puzzles
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Outcome, begin_puzzle
from stackyard_kit.testing.puzzle_checks import (
    PlainSolver,
    check_different,
    check_proof,
    check_rules,
)

# White: b wins (both of Black's replies lead to h or g), c loses, d is a draw.
TREE = (
    *("a 0 bcd", "b 1 ef", "c 1 won 1", "d 1 drawn", "e 0 gh", "f 0 h", "g 0 won 0"),
    "h 0 won 1",
)
FORK = ("a 0 bc", "b 1 de", "c 1 won 1", "d 0 fg", "e 0 f", "f 0 won 0", "g 0 won 1")


def searched(walk: WalkMaker, *spots: str, length: int = 1) -> list[str]:
    """The lines of the puzzles at the start of a game that was played to its end."""
    game = walk(*spots)
    course = Course(game)
    while course.result is None:
        course = course.advance(int(course.position.legal_moves()[-1]))
    found = find_puzzles(PuzzleSearch(game, 5, length, courses=[course]))
    return [puzzle.line for puzzle in found if puzzle.position == "a"]


def test_the_only_move_that_keeps_the_win_is_found_with_its_line(walk: WalkMaker) -> None:
    assert searched(walk, *FORK) == ["b d f"]  # Black's other reply leaves a forced move


def test_forced_moves_at_the_end_are_cut(walk: WalkMaker) -> None:
    forced = ("a 0 bc", "b 1 d", "c 1 won 1", "d 0 e", "e 0 won 0")
    assert searched(walk, *forced) == ["b"]


def test_a_lost_position_is_no_puzzle(walk: WalkMaker) -> None:
    assert searched(walk, "a 0 bc", "b 1 de", "c 1 d", "d 0 won 1", "e 0 won 0") == []


def test_two_moves_that_keep_the_result_are_no_puzzle(walk: WalkMaker) -> None:
    assert searched(walk, "a 0 bcd", "b 0 won 0", "c 0 won 0", "d 0 won 1") == []


def test_the_only_move_to_a_draw_is_found(walk: WalkMaker) -> None:
    game = walk("a 0 bc", "b 0 drawn", "c 0 won 1")
    [puzzle] = find_puzzles(PuzzleSearch(game, 1, courses=[Course(game).play("c")]))
    assert (puzzle.line, puzzle.keeps) == ("b", Outcome.DRAWS)
    assert puzzle.wrong[0]["c"].outcome is Outcome.LOSES


def test_the_other_side_holds_the_draw_as_well(walk: WalkMaker) -> None:
    spots = (
        "a 0 bc",
        "b 1 de",
        "c 1 won 1",
        "d 0 fg",
        "e 0 h",
        "f 0 won 0",
        "g 0 won 1",
        "h 1 drawn",
    )
    assert searched(walk, *spots) == ["b"]  # after d White would win: e is the reply


def test_a_pass_counts_as_a_move(walk: WalkMaker) -> None:
    passing = ("a 0 bc", "b 0 won 0", "c 1 d", "d 0 won 0")  # c does nothing but pass
    assert searched(walk, *passing) == []


def test_a_length_leaves_out_shorter_lines(walk: WalkMaker) -> None:
    assert searched(walk, *FORK, length=2) == ["b d f"]
    assert searched(walk, *FORK, length=3) == []


def test_choices_leave_out_positions_with_fewer_moves(walk: WalkMaker) -> None:
    game = walk(*FORK)
    course = Course(game).play("c")
    assert find_puzzles(PuzzleSearch(game, 5, courses=[course], choices=3)) == []


def test_a_game_gives_one_puzzle(walk: WalkMaker) -> None:
    game = walk(*FORK)
    course = Course(game).play("b").play("d").play("f")
    [puzzle] = find_puzzles(PuzzleSearch(game, 5, courses=[course]))
    assert puzzle.line == "b d f"  # not the one at d


def test_games_begin_at_random_for_good_players_repeat_theirs(walk: WalkMaker) -> None:
    spots = ("a 0 bc", "b 0 won 0", "c 1 d", "d 0 efg", "e 0 won 0", "f 0 won 1", "g 0 won 1")
    [puzzle] = find_puzzles(PuzzleSearch(walk(*spots), 1, positions=10, choices=3))
    assert (puzzle.position, puzzle.line) == ("d", "e")


def test_no_puzzle_is_nearly_the_same_as_a_known_one() -> None:
    game = load_game("silo", size=4, height=2)
    known = find_puzzles(PuzzleSearch(game, 3, positions=600))
    fresh = find_puzzles(PuzzleSearch(game, 1, positions=600, known=known))
    check_different(type(game), [*known, *fresh])
    assert known[0] not in fresh


def test_a_tempting_puzzle_names_the_wrong_move_that_tempts() -> None:
    game = load_game("silo", size=4, height=3)
    for puzzle in find_puzzles(PuzzleSearch(game, 3, positions=2000, choices=3, tempting=True)):
        assert len(puzzle.wrong[0]) >= 2
        assert puzzle.tempting in puzzle.wrong[0]
        assert 300 < puzzle.rating < 2800


def test_a_board_that_cannot_be_visited_gives_puzzles_by_forced_wins() -> None:
    game = load_game("filo")
    [puzzle] = find_puzzles(PuzzleSearch(game, 1, positions=5000, choices=3))
    attempt = begin_puzzle(puzzle, type(game))
    check_rules(attempt)
    assert check_proof(attempt, PlainSolver(plies=13, most=0))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("silo", {"size": 4, "height": 2}),
        ("splay", {"side": 3}),
        ("filo", {"size": 5, "pieces": 5, "empty_reserve": "skip"}),
    ],
)
def test_a_plain_solver_agrees_on_the_puzzles_found(game: str, options: dict[str, object]) -> None:
    board = load_game(game, **options)
    found = find_puzzles(PuzzleSearch(board, 3, positions=600))
    assert found
    check_different(type(board), found)
    solver = PlainSolver()
    for puzzle in found:
        attempt = begin_puzzle(puzzle, type(board))
        assert attempt.course.game.settings == board.settings
        check_rules(attempt)
        assert check_proof(attempt, solver)


def test_the_watch_ends_the_search_with_the_puzzles_found_so_far() -> None:
    board = load_game("silo", size=4, height=2)
    calls: list[float] = []

    def watch(share: float) -> bool:
        calls.append(share)
        return share >= 0.5

    found = find_puzzles(PuzzleSearch(board, 2, positions=600), watch)
    assert len(found) == 1
    assert calls[0] == 0


def test_an_interrupt_keeps_the_puzzles_found_so_far() -> None:
    board = load_game("silo", size=4, height=2)

    def watch(share: float) -> bool:
        if share:
            raise KeyboardInterrupt
        return False

    assert len(find_puzzles(PuzzleSearch(board, 5, positions=600), watch)) == 1


def test_an_interrupt_before_the_first_puzzle_tells_how_many_games_were_examined() -> None:
    def watch(share: float) -> bool:
        raise KeyboardInterrupt

    search = PuzzleSearch(load_game("silo", size=4, height=2), 5, positions=600)
    with pytest.raises(KeyboardInterrupt) as pressed:
        find_puzzles(search, watch)
    [note] = pressed.value.__notes__
    assert note.startswith("No puzzle was found in no games; ")


def test_too_small_a_budget_says_what_to_allow() -> None:
    game = load_game("silo")
    course = Course(game).play("a").play("b")
    with pytest.raises(PuzzleError) as refused:
        find_puzzles(PuzzleSearch(game, 1, positions=5, courses=[course]))
    assert str(refused.value) == (
        "no position was solved within 5 positions: allow more by --positions 50, or play on a "
        "smaller board"
    )


@pytest.mark.nightly
def test_workers_find_the_puzzles_that_one_process_finds() -> None:
    search = PuzzleSearch(load_game("silo", size=4, height=2), 4, positions=5000)
    here = find_puzzles(search)
    with Workforce(partial(WorkerProcesses, 2)) as workforce:
        assert find_puzzles(search, workforce=workforce) == here
    assert here


def test_workers_find_puzzles_in_games_that_were_played() -> None:
    game = load_game("silo", size=4, height=1)
    course = Course(game)
    for text in "adbc":
        course = course.play(text)
    search = PuzzleSearch(game, 1, courses=[course])
    here = find_puzzles(search)
    with Workforce(partial(WorkerProcesses, 2)) as workforce:
        assert find_puzzles(search, workforce=workforce) == here


class Dying(Executor):
    """Does a number of tasks, then takes no more, as if its scheduler had died."""

    in_flight = 1

    def __init__(self, tasks: int) -> None:
        self.left = tasks

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if not self.left:
            raise BrokenExecutor("the scheduler is gone")
        self.left -= 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments, **named))
        return future


def test_what_was_found_before_the_workers_were_lost_is_kept() -> None:
    finder = PuzzleFinder(
        PuzzleSearch(load_game("silo", size=4, height=2), 1000, positions=5000),
        workforce=Workforce(iter([Dying(6), Dying(0)]).__next__),
    )
    with pytest.raises(StackyardError, match="takes no task: the scheduler is gone"):
        finder.run()
    assert finder.found


def test_the_watch_ends_a_search_by_workers() -> None:
    search = PuzzleSearch(load_game("silo", size=4, height=2), 1000, positions=5000)
    with Workforce(partial(WorkerProcesses, 2)) as workforce:
        found = find_puzzles(search, lambda share: share > 0, workforce)
    assert 0 < len(found) < 1000
