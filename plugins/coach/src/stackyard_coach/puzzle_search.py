"""The puzzles that a search is to find; `puzzle_finder`, which finds them, imports the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stackyard.game import Game
from stackyard.turnloop.history import Course
from stackyard_coach.puzzles import Puzzle

POSITIONS = 200_000  # the default effort for a game


@dataclass(frozen=True)
class PuzzleSearch:
    """The puzzles wanted: `number` of them, each with at least `length` moves of the solver.

    The first move is one of at least `choices`; with `tempting`, players who glance miss it. The
    puzzles are positions of `courses`, one of each; without these, of games that the computer plays
    from the start of `game`, the same for a `seed`. Of each, the last positions are examined that a
    solver settles by visiting at most `positions`. None is nearly the same as one of the `known`.
    """

    game: Game
    number: int
    length: int = 1
    positions: int = POSITIONS
    seed: int = 1
    courses: Sequence[Course] | None = None
    choices: int = 2
    tempting: bool = False
    known: Sequence[Puzzle] = ()
