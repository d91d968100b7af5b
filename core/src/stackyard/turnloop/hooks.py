"""The hooks of the turn loop, called for one match."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from stackyard.errors import PluginError
from stackyard.plugins.discovery import Provider, words_of
from stackyard.plugins.guard import BadResultError, Guard
from stackyard.plugins.problems import is_strict
from stackyard.plugins.registry import Registry
from stackyard.position import Position
from stackyard.text import printable, quoted

log = logging.getLogger("stackyard")

TURN_LOOP = (
    "stackyard_match_started",
    "stackyard_turn_started",
    "stackyard_choose_move",
    "stackyard_time_left",
    "stackyard_move_played",
    "stackyard_turn_finished",
    "stackyard_match_finished",
)


class HasPosition(Protocol):
    """The part of `stackyard.Match` that hooks need; the module of Match imports this one."""

    @property
    def position(self) -> Position:
        """A copy of the current position."""


@dataclass(frozen=True)
class HookFailure:
    """A plugin that was switched off for a match; `str(failure)` is a sentence about it.

    `what` describes the fault, `cause` is the exception of its hook, if any.
    """

    provider: Provider
    what: str
    cause: BaseException | None

    def __str__(self) -> str:
        return f"plugin {self.provider}: {self.what}; it is switched off for this match"


class TurnHooks(Guard):
    """The turn-loop hooks of all plugins; one that fails is reported and switched off."""

    def __init__(self, plugins: Registry) -> None:
        super().__init__()
        self.busy = False  # inside a hook
        self.failures: list[HookFailure] = []
        self._plugins = plugins
        self._match: HasPosition | None = None  # during a call that chooses a move
        manager = plugins.manager
        self._calls = {  # most have one implementation or none
            hook: manager.caller(hook, self)
            if manager.is_traced or manager.implementations(hook)
            else None
            for hook in TURN_LOOP
        }

    def choose(self, match: HasPosition) -> int | None:
        """The first legal move chosen by a plugin."""
        if self._calls["stackyard_choose_move"] is None:
            return None
        before, self._match = self._match, match
        try:
            move: int | None = self.call("stackyard_choose_move", match=match)
        finally:
            self._match = before
        return move

    def time_left(self, match: HasPosition, player: int) -> float | None:
        """The shortest time that a plugin leaves a player; None if none limits it."""
        found: list[float] | None = self.call("stackyard_time_left", match=match, player=player)
        return min(found) if found else None

    def call(self, hook: str, **arguments: Any) -> Any:
        """Call a hook of every plugin."""
        call = self._calls[hook]
        if call is None:
            return None
        before, self.busy = self.busy, True
        try:
            return call(**arguments)
        finally:
            self.busy = before

    def check(self, hook: str, value: Any, whole: bool) -> None:
        """Refuse illegal moves and times that are not numbers."""
        if hook == "stackyard_choose_move":
            assert self._match is not None
            if not isinstance(value, int) or value not in self._match.position.legal_moves():
                raise BadResultError(f"{hook} chose {quoted(value)}, which is not legal")
        elif hook == "stackyard_time_left":
            if whole and not isinstance(value, list):
                raise BadResultError(f"{hook} returned {quoted(value)} from a wrapper, not a list")
            for seconds in value if whole else [value]:
                if not isinstance(seconds, int | float) or not isfinite(seconds):
                    words = f"{hook} returned {quoted(seconds)}, which is no number of seconds"
                    raise BadResultError(words)

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Report a plugin and switch it off for this match."""
        bad = isinstance(failure, BadResultError)
        words = str(failure) if bad else f"{hook} failed ({words_of(failure)})"
        cause = None if bad else failure
        found = HookFailure(self._plugins.provider(plugin), words, cause)
        if is_strict():
            raise PluginError(str(found)) from cause
        log.warning(printable(str(found)))
        self.failures.append(found)
        self.off.add(plugin)
