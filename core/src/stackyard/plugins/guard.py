"""Guards around hook implementations, so that a failing plugin does not affect others.

pluggy lets an exception of one plugin end a hook call for all. A guard wraps each
implementation in a function of the same kind (plain, wrapper, old-style wrapper), which pluggy
calls instead. A plugin that fails then has no effect on the call: the other plugins, and the
wrappers around it, see the same call as without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import suppress
from copy import copy
from typing import Any

import pluggy

Wrapper = Generator[None, Any, Any]


class BadResultError(Exception):
    """An implementation returned a value that its hook does not allow; the message says why."""


class Guard(ABC):
    """Guards the hook calls of one caller, such as the turn loop of a match.

    Subclasses define what happens to a plugin that fails. KeyboardInterrupt is no failure of a
    plugin and always passes; wrappers can clean up on the way.
    """

    passing: tuple[type[BaseException], ...] = (KeyboardInterrupt,)

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

    def prepared(self, plugin: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The form in which a plugin's function is called."""
        return function

    def around(self, hook: str, implementation: pluggy.HookImpl) -> pluggy.HookImpl:
        """The same implementation, guarded."""
        known = self._guarded.get(implementation)
        if known is None:
            if implementation.wrapper:
                function = self._wrapper(hook, implementation)
            elif implementation.hookwrapper:
                function = self._old_wrapper(hook, implementation)
            else:
                function = self._plain(hook, implementation)
            known = self._guarded[implementation] = copy(implementation)
            known.function = function  # type: ignore[misc]
        return known

    def _plain(self, hook: str, implementation: pluggy.HookImpl) -> Callable[..., Any]:
        plugin, off, passing = implementation.plugin_name, self.off, self.passing
        function = self.prepared(plugin, implementation.function)

        def guarded(*args: Any, **kwargs: Any) -> Any:
            if plugin in off:
                return None
            try:
                value = function(*args, **kwargs)
                if value is not None:
                    self.check(hook, value, False)
            except passing:
                raise
            except BaseException as failure:
                self.failed(plugin, hook, failure)
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
                value = self.prepared(plugin, _ended)(wrapper, result)
                self._check_whole(hook, value)
            except self.passing:
                raise
            except BaseException as failure:
                self.failed(plugin, hook, failure)
                return before
            return value

        return guarded

    def _old_wrapper(self, hook: str, implementation: pluggy.HookImpl) -> Callable[..., Wrapper]:
        def guarded(*args: Any, **kwargs: Any) -> Wrapper:
            wrapper = self._begun(hook, implementation, *args, **kwargs)
            outcome = yield
            if wrapper is None:
                return
            try:
                self._end_old(hook, implementation.plugin_name, wrapper, outcome)
            except BaseException as passing:
                outcome.force_exception(passing)

        return guarded

    def _end_old(
        self, hook: str, plugin: str, wrapper: Wrapper, outcome: pluggy.Result[Any]
    ) -> None:
        """Run the second half of an old-style wrapper."""
        passing = outcome.exception
        if passing is not None:
            with suppress(BaseException):
                wrapper.send(outcome)
            _close(wrapper)
            raise passing
        if plugin in self.off:
            _close(wrapper)
            return
        result = outcome.get_result()
        before = list(result) if isinstance(result, list) else result
        try:
            self.prepared(plugin, _ended)(wrapper, outcome)
            self._check_whole(hook, outcome.get_result())
        except self.passing:
            raise
        except BaseException as failure:
            outcome.force_result(before)
            self.failed(plugin, hook, failure)

    def _begun(
        self, hook: str, implementation: pluggy.HookImpl, *args: Any, **kwargs: Any
    ) -> Wrapper | None:
        """A wrapper advanced to its `yield`; None if its plugin is off or failed."""
        plugin = implementation.plugin_name
        if plugin in self.off:
            return None
        try:
            wrapper: Wrapper = self.prepared(plugin, implementation.function)(*args, **kwargs)
            self.prepared(plugin, _begin)(wrapper)
        except self.passing:
            raise
        except BaseException as failure:
            self.failed(plugin, hook, failure)
            return None
        return wrapper

    def _check_whole(self, hook: str, value: Any) -> None:
        if value is not None:
            self.check(hook, value, True)


def _begin(wrapper: Wrapper) -> None:
    try:
        next(wrapper)
    except StopIteration:
        raise RuntimeError("the wrapper did not yield") from None


def _ended(wrapper: Wrapper, sent: Any) -> Any:
    """The value that a wrapper returns."""
    try:
        wrapper.send(sent)
    except StopIteration as end:
        return end.value
    _close(wrapper)
    raise RuntimeError("the wrapper yielded twice")


def _close(wrapper: Wrapper) -> None:
    with suppress(BaseException):
        wrapper.close()
