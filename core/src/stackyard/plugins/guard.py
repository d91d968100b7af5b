"""Calls of hooks in which a plugin that fails does not affect the others.

pluggy lets an exception of one plugin end a hook call for all. Here a plugin that fails has no
effect on the call: the other plugins, and the wrappers around it, see the same call as without it.
Order, wrappers and results are pluggy's.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from threading import local
from typing import Any, cast

import pluggy

Wrapper = Generator[None, Any, Any]


class _Calls(local):
    """The hooks that were called in this thread."""

    def __init__(self) -> None:
        self.last: dict[str, str] = {}  # that of each plugin, the newest last


_calls = _Calls()


class BadResultError(Exception):
    """An implementation returned a value that its hook does not allow; the message says why."""


class Guard:
    """Makes the hook calls of one caller, such as the turn loop of a match.

    Subclasses define what happens to a plugin that fails; here its exception reaches the caller, as
    in pluggy. KeyboardInterrupt is no failure of a plugin and always passes, with a note where it
    came; wrappers can clean up on the way.
    """

    def __init__(self) -> None:
        self.off: set[str] = set()  # names of plugins that are no longer called

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Handle the failure of a plugin; an exception raised here ends the hook call."""
        raise failure

    def check(self, hook: str, value: Any, whole: bool) -> None:
        """Raise BadResultError for a value that the hook does not allow; None is not checked.

        `whole` says that the value comes from a wrapper, and is the result of the whole call.
        """

    def run(
        self,
        hook: str,
        implementations: Sequence[pluggy.HookImpl],
        arguments: Mapping[str, Any],
        first: bool,
    ) -> Any:
        """The result of a hook, the last implementation being called first.

        With `first` it is the first result that is not None, otherwise a list of all such results.
        """
        results: list[Any] = []
        wrappers: list[tuple[str, Wrapper]] = []
        passing: BaseException | None = None  # ends the call, after the wrappers have cleaned up
        for each in reversed(implementations):
            plugin = each.plugin_name
            if plugin in self.off:
                continue
            try:
                given = [arguments[name] for name in each.argnames]
            except KeyError as missing:
                passing = pluggy.HookCallError(f"hook call must provide argument {missing}")
                break
            _called(plugin, hook)
            try:
                value = each.function(*given)
                if each.wrapper or each.hookwrapper:
                    wrapper = cast("Wrapper", value)
                    wrappers.append((plugin, _begun(wrapper, each.hookwrapper)))
                    continue
                _called(plugin, hook)  # it may have called hooks of others
                if value is not None:
                    self.check(hook, value, False)
            except BaseException as failure:
                passing = self._handled(plugin, hook, failure)
                if passing is not None:
                    break
                continue
            if value is not None:
                results.append(value)
                if first:
                    break
        result = (results[0] if results else None) if first else results
        for plugin, wrapper in reversed(wrappers):
            if passing is not None:
                try:
                    wrapper.throw(passing)
                except StopIteration as end:  # it has handled the exception
                    if not isinstance(passing, KeyboardInterrupt):
                        result, passing = end.value, None
                except BaseException as raised:
                    if not isinstance(passing, KeyboardInterrupt):
                        passing = raised
            elif plugin not in self.off:
                _called(plugin, hook)
                before = [*result] if isinstance(result, list) else result
                try:
                    result = _ended(wrapper, result)
                    if result is not None:
                        self.check(hook, result, True)
                except BaseException as failure:
                    result, passing = before, self._handled(plugin, hook, failure)
            with suppress(BaseException):
                wrapper.close()
        if passing is not None:
            raise passing
        return result

    def _handled(self, plugin: str, hook: str, failure: BaseException) -> BaseException | None:
        """The exception with which the call ends after a failure; None if it goes on."""
        if isinstance(failure, KeyboardInterrupt):
            if not hasattr(failure, "__notes__"):  # of a hook called inside this one
                way_out = f"--no-plugin {plugin} leaves it out"
                failure.add_note(f"It was in {hook} of plugin {plugin} ({way_out}).")
            return failure
        try:
            self.failed(plugin, hook, failure)
        except BaseException as raised:
            return raised
        return None


def last_calls() -> list[tuple[str, str]]:
    """The hook of each plugin that began or went on last in this thread, the newest first."""
    return [*_calls.last.items()][::-1]


def _called(plugin: str, hook: str) -> None:
    _calls.last.pop(plugin, None)
    _calls.last[plugin] = hook


def _begun(wrapper: Wrapper, is_old: bool) -> Wrapper:
    """A wrapper, in the new style, that has come to its `yield`."""
    begun = _in_new_style(wrapper) if is_old else wrapper
    try:
        next(begun)
    except StopIteration:
        raise RuntimeError("the wrapper did not yield") from None
    return begun


def _ended(wrapper: Wrapper, sent: Any) -> Any:
    """The value that a wrapper returns."""
    try:
        wrapper.send(sent)
    except StopIteration as end:
        return end.value
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
