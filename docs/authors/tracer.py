"""Says which hook is called, after how many moves and in which position: put it beside your own."""

from __future__ import annotations

from stackyard import Match, hookimpl


@hookimpl
def stackyard_match_started(match: Match) -> None:
    """The match begins, or goes on."""
    trace(match, "match_started")


@hookimpl
def stackyard_turn_started(match: Match) -> None:
    """A player is about to act."""
    trace(match, "turn_started")


@hookimpl
def stackyard_choose_move(match: Match) -> None:
    """Leaves the choice to the player."""
    trace(match, "choose_move")


@hookimpl
def stackyard_move_played(match: Match, move: int) -> None:
    """The move has been made."""
    trace(match, f"move_played {move}")


@hookimpl
def stackyard_turn_finished(match: Match) -> None:
    """The turn is the last of `match.turns`."""
    trace(match, "turn_finished")


@hookimpl
def stackyard_match_finished(match: Match) -> None:
    """The result is known."""
    trace(match, "match_finished")


def trace(match: Match, what: str) -> None:
    """Say what happens and how the match stands."""
    turns, begun = len(match.turns), len(match.course.unfinished)
    position = match.game.format_position(match.position)
    match.say(f"{what:14} {turns} turns + {begun} moves: {position}")
