"""Calling the turn-loop hooks of all plugins, each on its own."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from typing import Any, Protocol

from stackyard.errors import PluginError
from stackyard.plugins.discovery import Provider, words_of
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

Call = Callable[..., Any]  # with the arguments of a hook by name


class HasPosition(Protocol):
    """A match, as far as it matters here: `stackyard.Match`, whose module imports this one."""

    @property
    def position(self) -> Position:
        """A copy of the position it has come to."""


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


def _direct(caller: Any) -> Call:
    """A call of the one function behind a caller, without the detour through pluggy.

    The turn loop calls hooks for each move, and the detour takes longer than most hooks do.
    """
    implementations = caller.get_hookimpls()
    wrappers = [each for each in implementations if each.hookwrapper or each.wrapper]
    if len(implementations) != 1 or wrappers:
        return caller  # type: ignore[no-any-return]
    function, names = implementations[0].function, implementations[0].argnames

    def call(**arguments: Any) -> Any:
        return function(*[arguments[name] for name in names])

    return call


class TurnHooks:
    """The turn-loop hooks of all plugins; one that fails is reported and switched off."""

    def __init__(self, plugins: Registry) -> None:
        self.busy = False  # inside a hook
        self.failures: list[HookFailure] = []
        self._calls: dict[str, list[tuple[Provider, Call]]] = {
            hook: [(provider, _direct(caller)) for provider, caller in plugins.hook_callers(hook)]
            for hook in TURN_LOOP
        }
        self._off: set[str] = set()

    def choose(self, match: HasPosition) -> int | None:
        """The first legal move that a plugin chooses."""
        hook = "stackyard_choose_move"
        for provider, call in self._calls[hook]:
            move = self._guarded(provider, hook, call, match=match)
            if move is None:
                continue
            if isinstance(move, int) and move in match.position.legal_moves():
                return move
            self._switch_off(provider, f"{hook} chose {quoted(move)}, which is not legal")
        return None

    def time_left(self, match: HasPosition, player: int) -> float | None:
        """The least time that a plugin leaves a player; None if none limits it."""
        hook, least = "stackyard_time_left", None
        for provider, call in self._calls[hook]:
            left = self._guarded(provider, hook, call, match=match, player=player)
            if isinstance(left, int | float) and not isnan(left):
                least = left if least is None else min(left, least)
            elif left is not None:
                words = f"{hook} answered {quoted(left)}, which is no number of seconds"
                self._switch_off(provider, words)
        return least

    def call(self, hook: str, **arguments: Any) -> None:
        """Call a hook of every plugin."""
        for provider, call in self._calls[hook]:
            self._guarded(provider, hook, call, **arguments)

    def _guarded(self, provider: Provider, hook: str, call: Call, **arguments: Any) -> Any:
        if provider.name in self._off:
            return None
        before, self.busy = self.busy, True
        try:
            return call(**arguments)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            words = f"{hook} failed ({words_of(failure)})"
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
        log.warning(printable(str(found)))
        self.failures.append(found)
        self._off.add(provider.name)
