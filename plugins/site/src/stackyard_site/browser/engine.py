"""Calls with less time for levels than where Stackyard is installed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stackyard.position import Position
from stackyard_web.workers import calls

SECONDS = 1.8  # for a turn of a level; with what else it takes, 2
STEPS = 2  # of a turn that goes on after a move, as in Pit of Pillars
carry_out = calls.carry_out


def limited(call: Callable[..., Any], arguments: Mapping[str, Any], now: float) -> dict[str, Any]:
    """The arguments of a call, with an end to the thinking of a level.

    Players that were chosen by their seconds have these.
    """
    given = dict(arguments)
    if _is_of_level(call, given):
        until = given.get("until")
        position = calls.course_after(given["header"], given["moves"]).position
        end = now + SECONDS / (STEPS if _goes_on(position) else 1)
        given["until"] = end if until is None else min(until, end)
    return given


def is_short(function: Callable[..., Any], given: Sequence[Any]) -> bool:
    """Tell if a job takes 2 seconds at most: the turn of a level, or nothing."""
    return function is calls.get_ready or _is_of_level(*given[1:])


def _is_of_level(call: Callable[..., Any], arguments: Mapping[str, Any]) -> bool:
    return call is calls.choose and not any(
        "seconds=" in player.spec for player in arguments["header"].players
    )


def _goes_on(position: Position) -> bool:
    """Tell if the turn has another move before or after the one to choose."""

    def is_unfinished(move: int) -> bool:
        after = position.copy()
        after.play(move)
        return bool(after.mid_turn)

    return bool(position.mid_turn) or any(map(is_unfinished, position.legal_moves()))


def _carry_out(server: str, call: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    return carry_out(server, call, limited(call, arguments, time.time()))


def limit_levels() -> None:
    """Let all calls be limited; to be called before `stackyard_web.workers.pool` is imported."""
    calls.carry_out = _carry_out
