"""Calls with less time for levels than where Stackyard is installed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from stackyard_web.workers import calls

SECONDS = 1.8  # for a move of a level; with what else it takes, 2
carry_out = calls.carry_out


def limited(call: Callable[..., Any], arguments: Mapping[str, Any], now: float) -> dict[str, Any]:
    """The arguments of a call, with an end to the thinking of a level.

    Players that were chosen by their seconds have these.
    """
    given = dict(arguments)
    if call is calls.choose and not any("seconds=" in one.spec for one in given["header"].players):
        until = given.get("until")
        given["until"] = now + SECONDS if until is None else min(until, now + SECONDS)
    return given


def _carry_out(server: str, call: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    return carry_out(server, call, limited(call, arguments, time.time()))


def limit_levels() -> None:
    """Let all calls be limited; to be called before `stackyard_web.workers.pool` is imported."""
    calls.carry_out = _carry_out
