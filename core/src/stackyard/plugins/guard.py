"""Guards around hook implementations, so that a failing plugin does not affect others.

pluggy lets an exception of one plugin end a hook call for all. A guard wraps each implementation
in a function of the same kind, plain or a wrapper, which pluggy calls instead. A plugin that fails
then has no effect on the call: the other plugins, and the wrappers around it, see the same call as
without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import wraps
from typing import Any, cast

import pluggy

Wrapper = Generator[None, Any, Any]

_calls: dict[str, str] = {}  # the hook of each plugin that was called last, the newest last


class BadResultError(Exception):
    """An implementation returned a value that its hook does not allow; the message says why."""


class Guard(ABC):
    """Guards the hook calls of one caller, such as the turn loop of a match.

    Subclasses define what happens to a plugin that fails. KeyboardInterrupt is no failure of a
    plugin and always passes, with a note where it came; wrappers can clean up on the way.
    """

    def __init__(self) -> None:
        self.off: set[str] = set()  # names of plugins that are no longer called
        self._guarded: dict[pluggy.HookImpl, pluggy.HookImpl] = {}

    @abstractmethod
    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Handle the failure of a plugin; an exception raised here ends the hook call."""

    def check(self, hook: str, value: Any, whole: bool) -> None:  # noqa: B027 - may stay empty
        """Raise BadResultError for a value that the hook does not allow; None is not checked.

        `whole` says that the value comes from a wrapper, and is the result of the whole call.
        """

    def around(self, hook: str, implementation: pluggy.HookImpl) -> pluggy.HookImpl:
        """The same implementation, guarded."""
        known = self._guarded.get(implementation)
        if known is None:
            opts = implementation.opts
            if implementation.wrapper or implementation.hookwrapper:
                guarded = self._wrapper(hook, implementation)
                opts = {**opts, "wrapper": True, "hookwrapper": False}
            else:
                guarded = self._plain(hook, implementation)
            function = wraps(implementation.function)(guarded)  # pluggy reads its arguments
            plugin, name = implementation.plugin, implementation.plugin_name
            known = pluggy.HookImpl(plugin, name, function, opts)
            self._guarded[implementation] = known
        return known

    def _plain(self, hook: str, implementation: pluggy.HookImpl) -> Callable[..., Any]:
        plugin, function, off = implementation.plugin_name, implementation.function, self.off

        def guarded(*args: Any, **kwargs: Any) -> Any:
            if plugin in off:
                return None
            _called(plugin, hook)
            try:
                value = function(*args, **kwargs)
                if value is not None:
                    self.check(hook, value, False)
            except BaseException as failure:
                self._handle(plugin, hook, failure)
                return None
            return value

        return guarded

    def _wrapper(self, hook: str, implementation: pluggy.HookImpl) -> Callable[..., Wrapper]:
        plugin = implementation.plugin_name

        def guarded(*args: Any, **kwargs: Any) -> Wrapper:
            wrapper = self._begun(hook, implementation, *args, **kwargs)
            try:
                result = yield
            except BaseException as passing:
                if wrapper is not None:
                    with suppress(BaseException):
                        wrapper.throw(passing)
                    _close(wrapper)
                raise
            if wrapper is None:
                return result
            if plugin in self.off:
                _close(wrapper)
                return result
            before = list(result) if isinstance(result, list) else result
            try:
                value = _ended(wrapper, result, plugin, hook)
                if value is not None:
                    self.check(hook, value, True)
            except BaseException as failure:
                self._handle(plugin, hook, failure)
                return before
            return value

        return guarded

    def _begun(
        self, hook: str, implementation: pluggy.HookImpl, *args: Any, **kwargs: Any
    ) -> Wrapper | None:
        """A wrapper advanced to its `yield`; None if its plugin is off or failed."""
        plugin = implementation.plugin_name
        if plugin in self.off:
            return None
        _called(plugin, hook)
        try:
            wrapper: Wrapper = cast("Wrapper", implementation.function(*args, **kwargs))
            if implementation.hookwrapper:
                wrapper = _in_new_style(wrapper)
            next(wrapper)
        except StopIteration:
            self.failed(plugin, hook, RuntimeError("the wrapper did not yield"))
            return None
        except BaseException as failure:
            self._handle(plugin, hook, failure)
            return None
        return wrapper

    def _handle(self, plugin: str, hook: str, failure: BaseException) -> None:
        if isinstance(failure, KeyboardInterrupt):
            if not hasattr(failure, "__notes__"):  # of a hook called inside this one
                way_out = f"--no-plugin {plugin} leaves it out"
                failure.add_note(f"It was in {hook} of plugin {plugin} ({way_out}).")
            raise failure
        self.failed(plugin, hook, failure)


class Passing(Guard):
    """Lets failures reach the caller."""

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Raise the failure."""
        raise failure


def last_called() -> tuple[str, str]:
    """The plugin whose implementation of a hook began or went on last, and the hook."""
    return last_calls()[0]


def last_calls() -> list[tuple[str, str]]:
    """The hook of each plugin that began or went on last, the newest first."""
    return [*_calls.items()][::-1]


def _called(plugin: str, hook: str) -> None:
    _calls.pop(plugin, None)
    _calls[plugin] = hook


def _ended(wrapper: Wrapper, sent: Any, plugin: str, hook: str) -> Any:
    """The value that a wrapper returns."""
    _called(plugin, hook)
    try:
        wrapper.send(sent)
    except StopIteration as end:
        return end.value
    _close(wrapper)
    raise RuntimeError("the wrapper yielded twice")


def _in_new_style(old: Wrapper) -> Wrapper:
    """A wrapper of the old style, which is sent the outcome of the call, in the new style."""
    for _ in old:
        try:
            outcome: pluggy.Result[Any] = pluggy.Result((yield), None)
        except BaseException as passing:
            outcome = pluggy.Result(None, passing)
        try:
            old.send(outcome)
        except StopIteration:
            return outcome.get_result()
        raise RuntimeError("the wrapper yielded twice")


def _close(wrapper: Wrapper) -> None:
    with suppress(BaseException):
        wrapper.close()
