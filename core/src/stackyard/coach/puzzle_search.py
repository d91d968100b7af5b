"""The search for puzzles, which plugins with a solver carry out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stackyard.coach.puzzles import Puzzle
from stackyard.errors import PuzzleError
from stackyard.game import Game
from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import registry
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch

POSITIONS = 200_000  # the default effort for a game


@dataclass(frozen=True)
class PuzzleSearch:
    """The puzzles wanted: `number` of them, each with at least `length` moves of the solver.

    They are positions of `courses`; without these, of games that the computer plays from the start
    of `game`, the same for a `seed`. Of each, the last positions are examined that a solver settles
    by visiting at most `positions`.
    """

    game: Game
    number: int
    length: int = 1
    positions: int = POSITIONS
    seed: int = 1
    courses: Sequence[Course] | None = None


def find_puzzles(search: PuzzleSearch, watch: Watch | None = None) -> list[Puzzle]:
    """The puzzles that the first plugin with a solver finds, the easiest first.

    There may be fewer than wanted. Raises PuzzleError if no plugin searches for puzzles of the
    game, or if the effort suffices for no position.
    """
    call = registry().manager.caller("stackyard_find_puzzles", guard=None)
    found = call(search=search, watch=watch)
    if found is None:
        raise PuzzleError(
            f"no installed solver finds puzzles of {search.game.title}; Stackyard's own is "
            f"installed by: {install_command('engine')}"
        )
    return sorted(found, key=lambda puzzle: puzzle.simulations)
