"""Make the sets of puzzles that ship, and tell what is in a set.

`python docs/researchers/puzzle_sets.py GAME` tells of the shipped set: the boards, the moves to
choose from and to find, how often greedy players and levels 2 and 3 are wrong at the first move,
and how many puzzles each level solves. `--make FILE` makes the set anew by its SEARCHES.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from stackyard.game import Game
from stackyard.plugins.registry import load_game
from stackyard.rng import derive
from stackyard_coach.puzzle_difficulty import GLANCING, choice, solves
from stackyard_coach.puzzle_finder import find_puzzles
from stackyard_coach.puzzle_search import PuzzleSearch
from stackyard_coach.puzzles import Puzzle, begin_puzzle, puzzles_of, write_puzzles
from stackyard_engine.levels import STRENGTHS, STRONGEST
from stackyard_engine.successors import successor
from stackyard_lab.study.restricted_player import greedy_move

SEED = 1000  # of choices, others than those by which puzzles are rated
TRIALS = 8  # of levels 2 and 3 at the first move
ROUNDS = 2  # of each level at a puzzle

# For each game: the number of puzzles, the options, and what differs from the default search.
Searches = list[tuple[int, dict[str, Any], dict[str, Any]]]
THREE, FOUR = {"choices": 3, "positions": 10_000}, {"choices": 4, "positions": 10_000}
SEARCHES: dict[str, Searches] = {
    "silo": [
        (60, {}, THREE | {"seed": 1}),
        (14, {"goal": "end"}, THREE | {"seed": 2}),
        (14, {"size": 8, "height": 2}, THREE | {"seed": 3}),
        (12, {"size": 4, "height": 4}, THREE | {"seed": 4}),
        (20, {"height": 2}, THREE | {"seed": 5}),
        (8, {}, THREE | {"seed": 11}),
    ],
    "filo": [
        (20, {"empty_reserve": "skip"}, THREE | {"seed": 2}),
        (7, {"empty_reserve": "skip"}, THREE | {"seed": 3, "length": 3}),
        (33, {}, THREE | {"seed": 1}),
        (15, {"variant": "proposal-1"}, THREE | {"seed": 4}),
        (11, {}, THREE | {"seed": 6}),
        (5, {}, THREE | {"seed": 7}),
        (1, {}, THREE | {"seed": 8}),
        (8, {"empty_reserve": "skip"}, THREE | {"seed": 5}),
        (5, {"empty_reserve": "skip"}, THREE | {"seed": 12, "length": 3}),
    ],
    "slicron": [
        (40, {"side": 3}, FOUR | {"seed": 1}),
        (20, {}, FOUR | {"seed": 2, "positions": 3000}),
        (25, {"side": 4}, FOUR | {"seed": 3}),
        (6, {}, FOUR | {"seed": 12, "positions": 8000}),
        (12, {}, FOUR | {"seed": 13, "positions": 20_000}),
        (11, {}, FOUR | {"seed": 15, "positions": 20_000}),
        (6, {}, FOUR | {"seed": 16, "positions": 20_000, "length": 2}),
    ],
    "splay": [
        (60, {}, FOUR | {"seed": 1, "positions": 5000}),
        (15, {}, FOUR | {"seed": 2, "length": 3}),
        (25, {"side": 5}, FOUR | {"seed": 3, "length": 3}),
    ],
    "pit_of_pillars": [
        (20, {"size": 4}, THREE | {"seed": 1, "positions": 40_000}),
        (20, {"size": 4, "self_elimination": "loses"}, THREE | {"seed": 2, "positions": 40_000}),
    ],
}


def made(name: str) -> list[Puzzle]:
    """The set of a game, by one search after another."""
    found: list[Puzzle] = []
    for number, options, changes in SEARCHES[name]:
        game = load_game(name, **options)
        found += find_puzzles(
            PuzzleSearch(game, number, known=tuple(found), tempting=True, **changes)
        )
    return sorted(found, key=lambda puzzle: puzzle.rating)


def asked(puzzle: Puzzle, kind: type[Game]) -> tuple[Game, list[tuple[Any, int]]]:
    """The game, and the positions with a choice, each with the right move."""
    attempt = begin_puzzle(puzzle, kind)
    game, position = attempt.course.game, attempt.course.position
    found, wrong = [], iter(puzzle.wrong)
    for text in attempt.line:
        move = game.parse_move(text, position)
        if position.player == attempt.learner and next(wrong):
            found.append((position, move))
        position = successor(position, move)
    return game, found


def tell(name: str, puzzles: list[Puzzle]) -> None:
    """Print the figures of a set."""
    kind = type(load_game(name))
    greedy, glancing, lengths = 0, [], list[int]()
    solved: Counter[int] = Counter()
    for puzzle in puzzles:
        game, positions = asked(puzzle, kind)
        lengths.append(len(positions))
        first, right = positions[0]
        wanted = successor(first, right).key()
        greedy += successor(first, greedy_move(game, first, SEED)).key() != wanted
        wrong = [
            successor(first, choice(game, first, level, derive(SEED, trial))).key() != wanted
            for level in GLANCING
            for trial in range(TRIALS)
        ]
        glancing.append(mean(wrong))
        for level in STRENGTHS:
            rounds = 1 if level == STRONGEST else ROUNDS
            solved[level] += sum(
                [
                    solves(game, positions, level, derive(SEED, trial)) * ROUNDS // rounds
                    for trial in range(rounds)
                ]
            )
    total = len(puzzles)
    boards = Counter(str(puzzle.options or "default") for puzzle in puzzles)
    choices = Counter(len(puzzle.wrong[0]) + 1 for puzzle in puzzles)
    print(f"{name}: {total} puzzles")
    print("boards:", ", ".join([f"{number} {board}" for board, number in boards.most_common()]))
    print("moves to choose from:", dict(sorted(choices.items())))
    print("moves to find:", dict(sorted(Counter(lengths).items())))
    print(
        f"wrong at the first move: greedy {greedy / total:.0%}, levels 2 and 3 {mean(glancing):.0%}"
        f" of choices, and mostly in {mean([share > 0.5 for share in glancing]):.0%}"
    )
    shares = [f"{solved[level] / ROUNDS / total:.0%}" for level in STRENGTHS]
    print("solved by levels 1 to 8:", " ".join(shares))
    ratings = [puzzle.rating for puzzle in puzzles]
    quarters = [round(quarter) for quarter in quantiles(ratings, n=4)]
    print("ratings:", min(ratings), *quarters, max(ratings))


def main() -> None:
    """Make a set or tell of one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(SEARCHES))
    parser.add_argument("--make", metavar="FILE", type=Path)
    arguments = parser.parse_args()
    if arguments.make is not None:
        arguments.make.write_bytes(write_puzzles(made(arguments.game)))
        return
    tell(arguments.game, list(puzzles_of(load_game(arguments.game))))


if __name__ == "__main__":
    main()
