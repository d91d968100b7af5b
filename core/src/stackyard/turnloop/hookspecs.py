"""The hooks of the turn loop, in the order in which they are called, and that of analysis."""

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
    """Choose the next move; None leaves it to the next plugin and at last to the player."""


@hookspec
def stackyard_time_left(match: Match, player: int) -> float | None:
    """How many seconds a player, 0 or 1, has left by the clock; None: no limit.

    For the player to act they are those for the move that it is now asked for. The turn loop asks
    for both players before each move that it waits for, counts the time of the one to act down,
    and ends the match when it is over. Where several plugins limit the time, the shortest counts.
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
