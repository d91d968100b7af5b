"""Hook calls compared with pluggy's own, on random sets of plugins; and plugins that fail."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pluggy
import pytest

from stackyard.plugins.guard import BadResultError, Guard
from stackyard.plugins.hookspecs import PROJECT
from stackyard.plugins.manager import Manager

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)

SEEDS = range(300)
KINDS = ("plain", "wrapper", "hookwrapper")
FAILURES = ("before", "after", "no yield", "two yields", "forced", "bad")
BAD = -1  # a value that the hook does not allow


class Specs:
    """Hooks with every kind of result."""

    @hookspec
    def ask_all(self, number: int, log: list[str]) -> int | None: ...

    @hookspec(firstresult=True)
    def ask_first(self, number: int, log: list[str]) -> int | None: ...


class Collector(Guard):
    """Switches off what fails, and remembers it."""

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[tuple[str, str, BaseException]] = []

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        self.failures.append((plugin, hook, failure))
        self.off.add(plugin)

    def check(self, hook: str, value: Any, whole: bool) -> None:
        if value == BAD or (isinstance(value, list) and BAD in value):
            raise BadResultError("a bad value")


def implementation(rng: random.Random, name: str, fails: str = "") -> Callable[..., Any]:
    """An implementation of a hook that writes to the log what it does and sees."""
    kind = rng.choice(KINDS)
    if fails in {"no yield", "two yields", "forced", "after"} and kind == "plain":
        kind = "wrapper" if fails != "forced" else "hookwrapper"
    order = rng.choice([{}, {}, {"tryfirst": True}, {"trylast": True}])
    value = rng.choice([None, None, 0, rng.randrange(100)])
    changes, few = rng.random() < 0.5, rng.random() < 0.5

    def act(number: int, log: list[str]) -> Any:
        if not fails:
            log.append(f"{name} {number}")
        if fails == "before":
            raise RuntimeError(name)
        return BAD if fails == "bad" else None if value is None else value + number

    def changed(result: Any) -> Any:
        if fails == "bad":
            return BAD
        if not changes:
            return result
        return [*result, len(result)] if isinstance(result, list) else value

    def plain(number: int, log: list[str]) -> Any:
        return act(number, log)

    def wrapper(number: int, log: list[str]) -> Any:
        act(number, log)
        if fails == "no yield":
            return None
        result = yield
        if fails == "two yields":
            yield
        if fails and isinstance(result, list):
            result.append("spoilt")
        if fails in {"after", "forced"}:
            raise RuntimeError(name)
        if not fails:
            log.append(f"{name} saw {result}")
        return changed(result)

    def hookwrapper(number: int, log: list[str]) -> Any:
        act(number, log)
        if fails == "no yield":
            return
        outcome = yield
        if fails == "two yields":
            yield
        if fails and isinstance(outcome.get_result(), list):
            outcome.get_result().append("spoilt")
        if fails == "after":
            raise RuntimeError(name)
        if fails == "forced":
            outcome.force_exception(RuntimeError(name))
            return
        if not fails:
            log.append(f"{name} saw {outcome.get_result()}")
        outcome.force_result(changed(outcome.get_result()))

    kinds: dict[str, Callable[..., Any]]
    kinds = {"plain": plain, "wrapper": wrapper, "hookwrapper": hookwrapper}
    function = kinds[kind]
    if few and kind == "plain" and not fails:  # optional arguments

        def short(log: list[str]) -> Any:
            return act(0, log)

        function = short
    marks = {**order, "wrapper": kind == "wrapper", "hookwrapper": kind == "hookwrapper"}
    marked: Callable[..., Any] = hookimpl(**marks)(function)  # type: ignore[call-overload]
    return marked


def plugins(seed: int, failing: int = 0) -> dict[str, tuple[SimpleNamespace, bool]]:
    """Plugins by name in the order of their registration, and whether they fail."""
    rng = random.Random(seed)
    found = []
    for number in range(rng.randint(0, 6)):
        name = f"good{number}"
        hooks = {hook: implementation(rng, name) for hook in ("ask_all", "ask_first")}
        found.append((name, SimpleNamespace(**hooks), False))
    other = random.Random(seed + 10_000)
    for number in range(failing):
        fails = other.choice(FAILURES)
        hooks = {
            hook: implementation(other, f"bad{number}", fails) for hook in ("ask_all", "ask_first")
        }
        place = other.randint(0, len(found))
        found.insert(place, (f"bad{number}", SimpleNamespace(**hooks), True))
    return {name: (plugin, fails) for name, plugin, fails in found}


def register(manager: pluggy.PluginManager, all_: dict[str, tuple[SimpleNamespace, bool]]) -> None:
    manager.add_hookspecs(Specs)
    for name, (plugin, _) in all_.items():
        manager.register(plugin, name)


def calls(ask: Callable[..., Any]) -> tuple[Any, list[str]]:
    """The result of a call, and what the plugins did and saw."""
    log: list[str] = []
    return ask(number=7, log=log), log


@pytest.mark.parametrize("hook", ["ask_all", "ask_first"])
def test_calls_are_those_of_pluggy(hook: str) -> None:
    for seed in SEEDS:
        theirs, guard = pluggy.PluginManager(PROJECT), Collector()
        ours = Manager(guard)
        for manager in (theirs, ours):
            register(manager, plugins(seed))
        expected = calls(getattr(theirs.hook, hook))
        assert calls(getattr(ours.hook, hook)) == expected, seed
        assert calls(ours.caller(hook, Collector())) == expected, seed
        assert calls(ours.caller(hook, None)) == expected, seed
        assert guard.failures == [], seed


@pytest.mark.parametrize("hook", ["ask_all", "ask_first"])
def test_plugins_that_fail_change_nothing_for_the_others(hook: str) -> None:
    for seed in SEEDS:
        theirs, guard = pluggy.PluginManager(PROJECT), Collector()
        ours = Manager(guard)
        everybody = plugins(seed, failing=1 + seed % 3)
        register(theirs, {name: pair for name, pair in everybody.items() if not pair[1]})
        register(ours, everybody)
        expected = calls(getattr(theirs.hook, hook))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for _ in range(2):  # they fail, and are off
                assert calls(getattr(ours.hook, hook)) == expected, seed
        failed = [name for name, _, _ in guard.failures]
        assert set(failed) <= {name for name, (_, fails) in everybody.items() if fails}, seed
        assert sorted(failed) == sorted(guard.off), seed  # each is told once


def test_the_random_plugins_fail_in_every_way() -> None:
    found = set()
    for seed in SEEDS:
        guard = Collector()
        manager = Manager(guard)
        register(manager, plugins(seed, failing=3))
        calls(manager.hook.ask_all)
        found |= {str(failure).partition("bad")[0] for _, _, failure in guard.failures}
    assert found == {"", "a ", "the wrapper did not yield", "the wrapper yielded twice"}


def one(**hooks: Callable[..., Any]) -> SimpleNamespace:
    return SimpleNamespace(**hooks)


@pytest.mark.parametrize("kind", ["wrapper", "hookwrapper"])
def test_a_keyboard_interrupt_passes_and_wrappers_clean_up(kind: str) -> None:
    guard, left = Collector(), []
    manager = Manager(guard)
    manager.add_hookspecs(Specs)

    @hookimpl
    def interrupted() -> None:
        raise KeyboardInterrupt

    if kind == "wrapper":

        @hookimpl(wrapper=True)
        def around() -> Any:
            try:
                return (yield)
            except KeyboardInterrupt:  # even if it is swallowed here
                left.append("cleaned up")
                return 1
    else:

        @hookimpl(hookwrapper=True)
        def around() -> Any:
            outcome = yield
            assert isinstance(outcome.exception, KeyboardInterrupt)
            left.append("cleaned up")
            outcome.force_result(1)

    manager.register(one(ask_first=interrupted), "interrupted")
    manager.register(one(ask_first=around), "around")
    with pytest.raises(KeyboardInterrupt):
        manager.hook.ask_first(number=1, log=[])
    assert left == ["cleaned up"]
    assert guard.failures == []


def test_a_failure_that_the_guard_raises_passes_the_wrappers() -> None:
    class Strict(Guard):
        def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
            raise LookupError(plugin) from failure

    left = []

    @hookimpl
    def fail() -> None:
        raise RuntimeError

    @hookimpl(wrapper=True)
    def around() -> Any:
        try:
            return (yield)
        finally:
            left.append("cleaned up")

    manager = Manager(Strict())
    manager.add_hookspecs(Specs)
    manager.register(one(ask_all=fail), "bad")
    manager.register(one(ask_all=around), "around")
    with pytest.raises(LookupError, match="bad"):
        manager.hook.ask_all(number=1, log=[])
    assert left == ["cleaned up"]


def test_without_a_guard_a_failure_reaches_the_caller() -> None:
    @hookimpl
    def fail() -> None:
        raise ValueError("mine")

    manager = Manager(Collector())
    manager.add_hookspecs(Specs)
    manager.register(one(ask_all=fail), "bad")
    with pytest.raises(ValueError, match="mine"):
        manager.caller("ask_all", None)(number=1, log=[])
    assert manager.hook.ask_all(number=1, log=[]) == []


def test_a_wrapper_may_answer_in_place_of_one_that_fails() -> None:
    @hookimpl
    def fail() -> None:
        raise ValueError("mine")

    @hookimpl(wrapper=True)
    def rescue() -> Any:
        try:
            return (yield)
        except ValueError:
            return 5

    @hookimpl(wrapper=True, tryfirst=True)
    def reword() -> Any:
        try:
            return (yield)
        except ValueError:
            raise RuntimeError("ours") from None

    for manager in (Manager(Guard()), pluggy.PluginManager(PROJECT)):
        manager.add_hookspecs(Specs)
        manager.register(one(ask_first=fail, ask_all=fail), "bad")
        manager.register(one(ask_first=rescue, ask_all=reword), "around")
        assert manager.hook.ask_first(number=1, log=[]) == 5
        with pytest.raises(RuntimeError, match="ours"):
            manager.hook.ask_all(number=1, log=[])


def test_a_plugin_switched_off_in_the_middle_of_a_call_ends_its_wrapper() -> None:
    left = []

    class Both:
        @hookimpl(wrapper=True)
        def ask_all(self) -> Any:
            try:
                result = yield
                left.append("went on")
                return [*result, "more"]
            finally:
                left.append("closed")

        @hookimpl(specname="ask_all")
        def second(self) -> None:
            raise RuntimeError

    guard = Collector()
    manager = Manager(guard)
    manager.add_hookspecs(Specs)
    manager.register(Both(), "both")
    assert manager.hook.ask_all(number=1, log=[]) == []
    assert left == ["closed"]
    assert [plugin for plugin, _, _ in guard.failures] == ["both"]


class Late:
    """Specifications that come after the plugins."""

    @hookspec
    def alpha(self, number: int) -> None: ...

    @hookspec
    def beta(self, number: int) -> int | None: ...


def test_a_specification_that_comes_late_reports_only_the_plugin_that_does_not_fit() -> None:
    @hookimpl
    def wrong(letter: str) -> None: ...

    @hookimpl
    def right(number: int) -> int:
        return number

    guard = Collector()
    manager = Manager(guard)
    manager.register(one(alpha=wrong), "wrong")
    manager.register(one(beta=right), "right")
    manager.add_hookspecs(Late)
    ((plugin, hook, failure),) = guard.failures
    assert (plugin, hook) == ("wrong", "")
    assert isinstance(failure, pluggy.PluginValidationError)
    assert manager.hook.alpha(number=1) == []
    assert manager.hook.beta(number=1) == [1]


def test_the_trace_shows_calls_inside_calls(capsys: pytest.CaptureFixture[str]) -> None:
    manager = Manager(Collector(), is_traced=True)
    manager.add_hookspecs(Specs)

    @hookimpl
    def outer(number: int, log: list[str]) -> Any:
        return manager.hook.ask_first(number=number + 1, log=log)

    @hookimpl(wrapper=True)
    def around() -> Any:
        return (yield)

    manager.register(one(ask_all=outer), "outer")
    manager.register(one(ask_all=around), "around")
    manager.hook.ask_all(number=1, log=["\x1b[31m"])
    assert capsys.readouterr().err.splitlines() == [
        "hook ask_all(number=1, log=['\\x1b[31m']): around (wrapper), outer",
        "hook ask_first(number=2, log=['\\x1b[31m']): no plugin",
    ]
