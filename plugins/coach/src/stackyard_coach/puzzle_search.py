"""The search for puzzles: what is wanted, and the plugins that are asked for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
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


def find_puzzles(search: PuzzleSearch, watch: Watch | None = None) -> list[Puzzle]:
    """The puzzles that the first plugin finds, the easiest first; there may be fewer than wanted.

    Raises PuzzleError if the effort suffices for no position.
    """
    call = registry().manager.caller("stackyard_find_puzzles")
    found = call(search=search, watch=watch)
    return sorted(found, key=lambda puzzle: puzzle.rating)
