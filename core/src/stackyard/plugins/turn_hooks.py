"""Calling the turn-loop hooks of all plugins, each on its own."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

from stackyard.errors import PluginError
from stackyard.plugins.finding import Provider, words_of
from stackyard.plugins.hookspecs import TURN_LOOP
from stackyard.plugins.host import Plugins
from stackyard.plugins.problems import is_strict

if TYPE_CHECKING:
    from stackyard.match import Match

log = logging.getLogger("stackyard")


@dataclass(frozen=True)
class HookFailure:
    """A plugin that was switched off for a match; `str(failure)` is a sentence about it.

    `what` says what was wrong, `cause` is what its hook raised, if it did.
    """

    provider: Provider
    what: str
    cause: BaseException | None

    def __str__(self) -> str:
        return f"plugin {self.provider}: {self.what}; it is switched off for this match"


class TurnHooks:
    """The turn-loop hooks of all plugins; one that fails is reported and switched off."""

    def __init__(self, plugins: Plugins) -> None:
        self.busy = False  # inside a hook
        self.failures: list[HookFailure] = []
        self._callers: dict[str, list[tuple[Provider, Any]]] = {
            hook: list(plugins.hook_callers(hook)) for hook in TURN_LOOP
        }
        self._off: set[str] = set()

    def choose(self, match: Match) -> int | None:
        """The first legal move that a plugin chooses."""
        for provider, caller in self._callers["stackyard_choose_move"]:
            move = self._guarded(provider, caller, match=match)
            if move is None:
                continue
            if isinstance(move, int) and move in match.position.legal_moves():
                return move
            self._switch_off(provider, f"{caller.name} chose {move!r:.40}, which is not legal")
        return None

    def time_left(self, match: Match, player: int) -> float | None:
        """The least time that a plugin leaves a player; None if none limits it."""
        least = None
        for provider, caller in self._callers["stackyard_time_left"]:
            left = self._guarded(provider, caller, match=match, player=player)
            if isinstance(left, int | float) and not isnan(left):
                least = left if least is None else min(left, least)
            elif left is not None:
                words = f"{caller.name} answered {left!r:.40}, which is no number of seconds"
                self._switch_off(provider, words)
        return least

    def call(self, hook: str, **arguments: Any) -> None:
        """Call a hook of every plugin."""
        for provider, caller in self._callers[hook]:
            self._guarded(provider, caller, **arguments)

    def _guarded(self, provider: Provider, caller: Any, **arguments: Any) -> Any:
        if provider.name in self._off:
            return None
        before, self.busy = self.busy, True
        try:
            return caller(**arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            words = f"{caller.name} failed ({words_of(failure)})"
            self._switch_off(provider, words, failure)
            return None
        finally:
            self.busy = before

    def _switch_off(
        self, provider: Provider, words: str, failure: BaseException | None = None
    ) -> None:
        found = HookFailure(provider, words, failure)
        if is_strict():
            raise PluginError(str(found)) from failure
        log.warning(str(found))
        self.failures.append(found)
        self._off.add(provider.name)
