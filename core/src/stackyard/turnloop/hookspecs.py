"""The hooks of the turn loop, in the order in which they are called, then those of engines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stackyard.plugins.hookspecs import hookspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stackyard.analysis import Analysis, Limit
    from stackyard.coach.puzzle_search import PuzzleSearch
    from stackyard.coach.puzzles import Puzzle
    from stackyard.game import Game
    from stackyard.position import Position
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match
    from stackyard.turnloop.watch import Watch


@hookspec
def stackyard_match_started(match: Match) -> None:
    """Called once, before the first turn of a match."""


@hookspec
def stackyard_turn_started(match: Match) -> None:
    """Called at the start of each turn; `match.position.player` is about to act."""


@hookspec(firstresult=True)
def stackyard_choose_move(match: Match) -> int | None:
    """Choose the next move; None leaves it to the next plugin and finally to the player."""


@hookspec
def stackyard_time_left(match: Match, player: int) -> float | None:
    """The seconds that a player, 0 or 1, has left on the clock; None: no limit.

    The turn loop calls it for both players before each move, counts down the time of the player to
    act, and ends the match when none is left. The shortest time of all plugins counts.
    """


@hookspec
def stackyard_move_played(match: Match, move: int) -> None:
    """Called after each move, when `match.position` already holds its outcome."""


@hookspec
def stackyard_turn_finished(match: Match) -> None:
    """Called when a turn is complete; it is the last of `match.turns`."""


@hookspec
def stackyard_match_finished(match: Match) -> None:
    """Called once, when `match.result` is known."""


@hookspec(firstresult=True)
def stackyard_level_strengths(game: str) -> Mapping[int, float] | None:
    """The strength of each level of the player `level` in a game, in Elo; the weakest about 1000.

    Ratings of people and the choice of a level that fits use it. None leaves it to the next plugin.
    """


@hookspec(firstresult=True)
def stackyard_analyse(
    course: Course, limit: Limit | None, watch: Watch | None, seed: int, workers: int
) -> Analysis | None:
    """Analyse the position at the end of a course, for a hint or a review.

    The course is not over. None leaves it to the next plugin.

    :param limit: None stands for the engine's default effort.
    :param watch: called every few milliseconds with the share of the work that is done; returning
        True ends the analysis.
    :param seed: makes an analysis limited by simulations repeatable.
    :param workers: the number of processes to use.
    """


@hookspec(firstresult=True)
def stackyard_pass(game: Game, position: Position) -> Position | None:
    """The position with the opponent to act and nothing else changed, for a hint.

    A hint analyses it to tell what a player threatens. None leaves it to the next plugin; without
    any answer the hint says nothing about threats.
    """


@hookspec(firstresult=True)
def stackyard_find_puzzles(search: PuzzleSearch, watch: Watch | None) -> Sequence[Puzzle] | None:
    """Find puzzles: positions in which one move keeps the proven result.

    None leaves it to the next plugin.

    :param search: the game, the number of puzzles, and where to look.
    :param watch: called every few milliseconds with the share of the puzzles found; returning True
        ends the search.
    """
