"""The hooks of the turn loop, in the order in which they are called, then those of engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stackyard.plugins.hookspecs import hookspec

if TYPE_CHECKING:
    from stackyard.analysis import Analysis, Limit
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
