"""Every hook that a plugin may implement.

A plugin is a module (or an object) found through the entry-point group `stackyard`. It marks its
functions with `hookimpl`, and takes only those arguments that it needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pluggy

from stackyard.info import About, Exporter, PlayerKind, Term

if TYPE_CHECKING:
    from stackyard.analysis import Analysis, Limit
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match
    from stackyard.turnloop.watch import Watch

PROJECT = "stackyard"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

# A target is "module:attribute", imported when first used, or the object itself.
RegisterGame = Callable[[About, Any], None]
RegisterPlayer = Callable[[PlayerKind, Any], None]
RegisterTerm = Callable[[Term, Any], None]
RegisterExporter = Callable[[Exporter, Any], None]
RegisterNamed = Callable[[str, Any, str], None]


@hookspec
def stackyard_register_games(register: RegisterGame) -> None:
    """Call `register(about, target)` for each game; the target is a subclass of Game."""


@hookspec
def stackyard_register_players(register: RegisterPlayer) -> None:
    """Call `register(kind, target)` for each kind of player.

    The target is called as `target(game, seed, **settings)`, the settings being those of the
    kind's options, and returns a Player.
    """


@hookspec
def stackyard_register_commands(commands: RegisterNamed) -> None:
    """Call `commands(name, target, sentence)` for each command; the target is a click command."""


@hookspec
def stackyard_register_executors(register: RegisterNamed) -> None:
    """Call `register(name, target, sentence)` for each way to run work in parallel.

    The target is called with what stands behind the colon of `NAME:ARGUMENT` (an empty string
    without one) and returns a `concurrent.futures.Executor`. A call whose worker died raises
    `concurrent.futures.BrokenExecutor`.
    """


@hookspec
def stackyard_register_terms(register: RegisterTerm) -> None:
    """Call `register(term, target)` for each thing that can be agreed for a match.

    The target is called with a text that a person gave, and returns the text that is kept with
    the match (`match.terms`, where the plugin's hooks find it) and in its record. It raises
    OptionError for a text that will not do.
    """


@hookspec
def stackyard_register_exporters(register: RegisterExporter) -> None:
    """Call `register(exporter, target)` for each form in which matches can be written.

    The target is called as `target(records, view)`: a sequence of stackyard.Record, of one record
    unless the exporter takes `many`, and a stackyard.records.export.View. It returns bytes.
    """


@hookspec
def stackyard_match_started(match: Match) -> None:
    """Called once, before the first turn of a match."""


@hookspec
def stackyard_turn_started(match: Match) -> None:
    """Called at the start of each turn; `match.position.player` is about to act."""


@hookspec(firstresult=True)
def stackyard_choose_move(match: Match) -> int | None:
    """Choose the next move; None leaves it to the next plugin and at last to the player."""


@hookspec(firstresult=True)
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


TURN_LOOP = (
    "stackyard_match_started",
    "stackyard_turn_started",
    "stackyard_choose_move",
    "stackyard_time_left",
    "stackyard_move_played",
    "stackyard_turn_finished",
    "stackyard_match_finished",
)
