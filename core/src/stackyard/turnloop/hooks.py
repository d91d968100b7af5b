"""The hooks of the turn loop, called for one match."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from math import isfinite
from typing import Any

from stackyard.errors import PluginError
from stackyard.plugins.discovery import Provider
from stackyard.plugins.guard import BadResultError, Guard
from stackyard.plugins.problems import is_strict, way_out
from stackyard.plugins.registry import Registry
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


@dataclass(frozen=True)
class HookFailure:
    """A plugin that was switched off for a match; `str(failure)` is a sentence about it.

    `what` describes the fault, `cause` is the exception of its hook, if any.
    """

    provider: Provider
    what: str
    cause: BaseException | None

    def __str__(self) -> str:
        remedy = way_out(self.provider)
        return f"plugin {self.provider}: {self.what}; it is switched off for this match ({remedy})"


class TurnHooks(Guard):
    """The turn-loop hooks of all plugins for one match; one that fails is switched off for it.

    `match` is that stackyard.Match during a call, otherwise None.
    """

    def __init__(self, plugins: Registry) -> None:
        super().__init__()
        self.match: Any = None
        self.failures: list[HookFailure] = []
        self._plugins = plugins
        manager = plugins.manager
        self._calls = {  # most have no implementation
            hook: manager.caller(hook, self)
            for hook in TURN_LOOP
            if manager.is_traced or manager.implementations(hook)
        }

    def call(self, hook: str, match: Any, **arguments: Any) -> Any:
        """Call a hook of every plugin; None if it has no implementation."""
        call = self._calls.get(hook)
        if call is None:
            return None
        before, self.match = self.match, match
        try:
            return call(match=match, **arguments)
        finally:
            self.match = before

    def check(self, hook: str, value: Any, whole: bool) -> None:
        """Refuse illegal moves and times that are not numbers."""
        if hook == "stackyard_choose_move":
            if not isinstance(value, int) or value not in self.match.position.legal_moves():
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
        provider = self._plugins.provider(plugin)
        words = str(failure) if bad else f"{hook} failed: {provider.told(failure)}"
        cause = None if bad else failure
        found = HookFailure(provider, words, cause)
        if is_strict():
            raise PluginError(str(found)) from cause
        log.warning(printable(str(found)))
        self.failures.append(found)
        self.off.add(plugin)
