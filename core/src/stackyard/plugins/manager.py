"""The plugin manager: pluggy's own, with calls by `guard`, in pluggy's order, and their trace."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import pluggy

from stackyard.plugins.guard import Guard
from stackyard.plugins.hookspecs import PROJECT
from stackyard.text import printable, quoted

if TYPE_CHECKING:
    from pluggy import HookimplOpts, HookspecOpts

LONGEST = 60  # characters of a value in the trace


class Manager(pluggy.PluginManager):
    """pluggy's plugin manager, in which a hook call survives plugins that fail.

    `guard` makes the calls through `manager.hook`; `caller` makes calls with another guard. With
    `is_traced` each call is shown on standard error: its arguments, its plugins, its result.
    """

    def __init__(self, guard: Guard, is_traced: bool = False) -> None:
        super().__init__(PROJECT)
        self.guard = guard
        self.is_traced = is_traced
        self._inner_hookexec = partial(self._call, guard)

    def implementations(self, hook: str) -> list[pluggy.HookImpl]:
        """The implementations of a hook, in reverse order of calls; none without a spec."""
        caller = getattr(self.hook, hook, None)
        return caller.get_hookimpls() if caller is not None and caller.has_spec() else []

    def caller(self, hook: str, guard: Guard | None = None) -> Callable[..., Any]:
        """A caller of the currently registered plugins.

        Without a guard the exceptions of plugins reach the caller, as in pluggy.
        """
        guard, implementations = guard or Guard(), self.implementations(hook)
        spec = getattr(getattr(self.hook, hook, None), "spec", None)
        first = bool(spec and spec.opts["firstresult"])
        return lambda **arguments: self._call(guard, hook, implementations, arguments, first)

    def _call(
        self,
        guard: Guard,
        hook: str,
        implementations: Sequence[pluggy.HookImpl],
        arguments: Mapping[str, Any],
        first: bool,
    ) -> Any:
        if not self.is_traced:
            return guard.run(hook, implementations, arguments, first)
        given = ", ".join([f"{name}={_brief(value)}" for name, value in arguments.items()])
        called = [
            f"{each.plugin_name}{' (wrapper)' if each.wrapper or each.hookwrapper else ''}"
            for each in reversed(implementations)
        ]
        sys.stderr.write(printable(f"hook {hook}({given}): {', '.join(called) or 'no plugin'}\n"))
        result = guard.run(hook, implementations, arguments, first)
        if result not in (None, []):
            sys.stderr.write(printable(f"hook {hook} returned {_brief(result)}\n"))
        return result

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> HookimplOpts | None:
        """The marks of an implementation; None for anything else."""
        if isinstance(plugin, ModuleType):
            marks: HookimplOpts | None = _marks(plugin, name, f"{PROJECT}_impl")
            return marks
        return super().parse_hookimpl_opts(plugin, name)

    def parse_hookspec_opts(self, module_or_class: Any, name: str) -> HookspecOpts | None:
        """The marks of a specification; None for anything else."""
        if isinstance(module_or_class, ModuleType):
            marks: HookspecOpts | None = _marks(module_or_class, name, f"{PROJECT}_spec")
            return marks
        return super().parse_hookspec_opts(module_or_class, name)

    def _verify_hook(self, hook: pluggy.HookCaller, hookimpl: pluggy.HookImpl) -> None:
        """Unregister a plugin that does not fit a specification.

        If that comes after the plugin, it is reported to the guard and does not stop the others.
        """
        try:
            super()._verify_hook(hook, hookimpl)
        except pluggy.PluginValidationError as failure:
            comes_late = hookimpl in hook.get_hookimpls()
            if self.is_registered(hookimpl.plugin):
                self.unregister(hookimpl.plugin)
            if not comes_late:
                raise
            self.guard.failed(hookimpl.plugin_name, "", failure)


def _marks(module: ModuleType, name: str, marker: str) -> Any:
    """The marks of a function in a module; None for anything else.

    pluggy finds them, too, but looks for properties first, which took a tenth of the time in which
    a program finds its plugins.
    """
    found = vars(module).get(name)
    return getattr(found, marker, None) if isinstance(found, FunctionType) else None


def _brief(value: object) -> str:
    return f"<{value.__name__}>" if isinstance(value, FunctionType) else quoted(value, LONGEST)
