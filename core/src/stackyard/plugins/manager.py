"""The plugin manager: pluggy's own, with guarded calls and a trace of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pluggy

from stackyard.plugins.guard import Guard, Passing
from stackyard.plugins.hookspecs import PROJECT
from stackyard.text import printable, quoted

if TYPE_CHECKING:
    from pluggy import HookimplOpts, HookspecOpts

LONGEST = 60  # characters of a value in the trace


class Manager(pluggy.PluginManager):
    """pluggy's plugin manager, in which a hook call survives plugins that fail.

    Order, wrappers and results are pluggy's. `guard` takes care of failures in calls through
    `manager.hook`; `caller` makes calls with another guard.
    """

    def __init__(self, guard: Guard) -> None:
        super().__init__(PROJECT)
        self.guard = guard
        self.is_traced = False

    def implementations(self, hook: str) -> list[pluggy.HookImpl]:
        """The implementations of a hook, in reverse order of calls; none without a spec."""
        caller = getattr(self.hook, hook, None)
        return caller.get_hookimpls() if caller is not None and caller.has_spec() else []

    def is_first_result(self, hook: str) -> bool:
        """Tell if calls of a hook end with the first result that is not None."""
        caller = getattr(self.hook, hook, None)
        return caller is not None and bool(caller.spec and caller.spec.opts.get("firstresult"))

    def caller(self, hook: str, guard: Guard | None = None) -> Callable[..., Any]:
        """A caller of the currently registered plugins.

        Without a guard the exceptions of plugins reach the caller, as in pluggy.
        """
        guard = guard or Passing()
        implementations = [guard.around(hook, each) for each in self.implementations(hook)]
        first = self.is_first_result(hook)

        def call(**arguments: Any) -> Any:
            called = [each for each in implementations if each.plugin_name not in guard.off]
            return super(Manager, self)._hookexec(hook, called, arguments, first)

        return call

    def _hookexec(
        self,
        hook_name: str,
        methods: Sequence[pluggy.HookImpl],
        kwargs: Mapping[str, object],
        firstresult: bool,
    ) -> object | list[object]:
        guarded = [self.guard.around(hook_name, method) for method in methods]
        return super()._hookexec(hook_name, guarded, kwargs, firstresult)

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> HookimplOpts | None:
        """The marks of an implementation; None for anything else."""
        return None if _is_no_function(plugin, name) else super().parse_hookimpl_opts(plugin, name)

    def parse_hookspec_opts(self, module_or_class: Any, name: str) -> HookspecOpts | None:
        """The marks of a specification; None for anything else."""
        if _is_no_function(module_or_class, name):
            return None
        return super().parse_hookspec_opts(module_or_class, name)

    def add_hookspecs(self, module_or_class: Any) -> None:
        """Add specifications of hooks.

        A plugin that was registered before and does not fit one of them is reported to the guard
        and unregistered; it does not stop the others.
        """
        try:
            super().add_hookspecs(module_or_class)
        except pluggy.PluginValidationError as failure:
            name = self.get_name(failure.plugin)
            if name is None:
                raise
            self.unregister(failure.plugin)
            self.guard.failed(name, "", failure)
            waiting = {
                each: getattr(module_or_class, each)
                for each in dir(module_or_class)
                if self.parse_hookspec_opts(module_or_class, each) is not None
                if not getattr(getattr(self.hook, each, None), "spec", None)
            }
            if waiting:
                self.add_hookspecs(SimpleNamespace(**waiting))

    def show_calls(self) -> None:
        """Show each hook call on standard error: its arguments, its plugins, its result."""
        self.is_traced = True

        def before(
            hook: str, methods: Sequence[pluggy.HookImpl], arguments: Mapping[str, Any]
        ) -> None:
            given = ", ".join(f"{name}={_brief(value)}" for name, value in arguments.items())
            called = ", ".join(_title(method) for method in reversed(methods)) or "no plugin"
            sys.stderr.write(printable(f"hook {hook}({given}): {called}\n"))

        def after(outcome: pluggy.Result[Any], hook: str, *_: object) -> None:
            if outcome.exception is None and outcome.get_result() not in (None, []):
                words = f"hook {hook} returned {_brief(outcome.get_result())}\n"
                sys.stderr.write(printable(words))

        self.add_hookcall_monitoring(before, after)


def _is_no_function(plugin: Any, name: str) -> bool:
    """Tell if a name of a module is no function.

    pluggy finds that out, too, but looks for properties first. That took a quarter of the time in
    which a program finds its plugins.
    """
    return isinstance(plugin, ModuleType) and not isinstance(vars(plugin).get(name), FunctionType)


def _brief(value: object) -> str:
    if isinstance(value, FunctionType):
        return f"<{value.__name__}>"
    try:
        return quoted(value, LONGEST)
    except Exception:
        return f"a {type(value).__name__}"


def _title(method: pluggy.HookImpl) -> str:
    kind = " (wrapper)" if method.wrapper or method.hookwrapper else ""
    return f"{method.plugin_name}{kind}"
