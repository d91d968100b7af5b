"""The registry: loads plugins and collects what they provide.

A plugin that cannot be imported, fails in a hook or clashes with another becomes a Problem with the
plugin's name and a remedy; all others keep working. With STACKYARD_STRICT=1
the first problem is raised as a ProblemError instead. Prints of a plugin while it is loaded go
to standard error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from stackyard.arguments import check_kind
from stackyard.errors import PluginError, UnknownGameError, UnknownNameError
from stackyard.plugins import hookspecs
from stackyard.plugins.discovery import (
    NO_PLUGINS,
    OUR_GAMES,
    Provider,
    blocked_plugins,
    find_plugins,
    import_target,
    install_command,
    words_of,
)
from stackyard.plugins.guard import Guard, last_calls
from stackyard.plugins.hookspecs import PROJECT
from stackyard.plugins.isolation import redirect_stdout
from stackyard.plugins.manager import Manager
from stackyard.plugins.problems import PIP, Problem, ProblemError, ProblemKind, is_strict, way_out
from stackyard.text import nearest, normalize_name, printable, quoted

if TYPE_CHECKING:
    from stackyard.game import Game


HOOKS = f"{PROJECT}_"  # the beginning of the names of hooks
KINDS = ("game", "player", "command", "executor", "term", "exporter", "importer")
NAMED = ("command", "executor")  # registered without a description of their own


class Registered:
    """An object registered under a name: its description, target and provider."""

    __slots__ = ("about", "provider", "target")

    def __init__(self, about: Any, target: Any, provider: Provider) -> None:
        self.about = about
        self.target = target
        self.provider = provider

    def load(self) -> Any:
        """The object itself; raises ProblemError if it cannot be imported."""
        if not isinstance(self.target, str):
            return self.target
        try:
            with redirect_stdout():
                return import_target(self.target)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            words = f"{self.target} cannot be imported: {self.provider.told(failure)}"
            problem = Problem(self.provider, "not-imported", words, failure=failure)
            raise ProblemError(problem) from failure

    def call(self, /, *given: Any, **named: Any) -> Any:
        """The result of the object, a function or a class; PluginError if it takes other things."""
        target = self.load()
        try:
            return target(*given, **named)
        except TypeError as failure:
            trace = failure.__traceback__
            if trace is not None and trace.tb_next is not None:  # it was called, and failed itself
                raise
            words = f"it registers {quoted(self.target)}, which cannot be called so: "
            raise self.fault(words + words_of(failure)) from failure

    def fault(self, words: str) -> PluginError:
        """The error that tells of the plugin what is wrong with the object, or with its result."""
        return PluginError(
            f"plugin {self.provider}: {words} (to mend it: {way_out(self.provider)})"
        )


class Registry(Guard):
    """All plugins of this environment, and those named in STACKYARD_PLUGINS."""

    def __init__(self) -> None:
        super().__init__()
        traced = os.environ.get("STACKYARD_TRACE_HOOKS", "0") not in {"", "0"}
        self.manager = Manager(self, traced)
        self.providers: list[Provider] = []
        self.problems: list[Problem] = []
        self._tables: dict[str, dict[str, Registered]] = {kind: {} for kind in KINDS}
        self.games, self.players, self.commands, self.executors, *more = self._tables.values()
        self.terms, self.exporters, self.importers = more
        self.contributions: dict[str, dict[str, Registered]] = {}  # to games, by hook
        self._is_complete = False
        self._checked: set[str] = set()  # games that have been created and validated
        with redirect_stdout():
            self._load_all()
            known = [name for name, hook in vars(self.manager.hook).items() if hook.has_spec()]
            for provider in self.providers:
                if provider.module is not None:
                    self._check_hooks(provider, provider.module, known)
            self._collect()
        self._is_complete = True

    def game(self, name: str) -> type[Game]:
        """The class of a game, its name matched with - and _ alike.

        Raises UnknownGameError if there is none, ProblemError if it cannot be loaded or played.
        """
        plain = normalize_name(name)
        known = self.games.get(plain)
        if known is None:
            raise self._no_game(name)
        try:
            game_class: type[Game] = known.load()
        except ProblemError as error:
            self._note(error.problem)
            raise
        self._check_game(plain, _fault_of_class(plain, game_class))
        return game_class

    def make_game(self, name: str, /, **options: object) -> Game:
        """A game with these options: see `load_game`."""
        from stackyard.plugins.validation import fault_of_game

        plain = normalize_name(name)
        self.game(name)
        with redirect_stdout():
            game: Game = self.games[plain].call(**options)
            if plain not in self._checked:
                self._check_game(plain, fault_of_game(game))
        self._checked.add(plain)
        return game

    def player(self, name: str) -> Registered:
        """The registered kind of player; UnknownNameError lists the known names."""
        known = self.players.get(normalize_name(name))
        if known is None:
            raise UnknownNameError(
                f"there is no player {quoted(name)}; the players are {', '.join(self.players)}"
            )
        return known

    def named_failures(self) -> list[Problem]:
        """Why plugins that the user named, by --plugin or STACKYARD_PLUGINS, are not in use."""
        named = {str(provider) for provider in self.providers if provider.named}
        kinds = ("not-loaded", "hook-failed")
        return [one for one in self.problems if one.kind in kinds and one.plugin in named]

    def registered(self) -> Iterator[Registered]:
        """All registered objects."""
        for table in self._tables.values():
            yield from table.values()

    def provider(self, plugin: str) -> Provider:
        """The provider of the plugin that has this name in `manager`."""
        for provider in self.providers:
            if provider.name == plugin and provider.module is not None:
                return provider
        return Provider(plugin, plugin)

    def last_called(self) -> Provider:
        """The provider of the plugin whose implementation of a hook began or went on last."""
        return self.provider(last_calls()[0][0])

    def report(self, problem: Problem, failure: BaseException | None = None) -> None:
        """Record a problem once; with STACKYARD_STRICT=1 raise it as a ProblemError."""
        if is_strict():
            raise ProblemError(problem) from failure
        self._note(problem)

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Report a plugin that fails in a hook; without a hook pluggy has refused it.

        After registration it is logged, too.
        """
        provider = self.provider(plugin)
        words = provider.told(failure)
        if hook:
            words = f"{hook} failed: {words}"
            problem = Problem(provider, "hook-failed", words, failure=failure)
        else:
            words, provider.module = f"cannot be loaded: {words}", None
            problem = Problem(provider, "not-loaded", words, failure=failure)
        self.report(problem, failure)
        if self._is_complete:
            from logging import getLogger

            getLogger("stackyard").warning(printable(str(problem)))

    def _load_all(self) -> None:
        """Load and register every plugin that is not blocked."""
        self.manager.add_hookspecs(hookspecs)
        self.manager.hook.stackyard_addhooks.call_historic(kwargs={"pluginmanager": self.manager})
        blocked = blocked_plugins()
        for provider in find_plugins():
            module = sys.modules.get(provider.target, provider)
            if provider.named and self.manager.is_registered(module):
                continue  # it is installed, too
            self.providers.append(provider)
            if normalize_name(provider.name) in blocked:
                self.manager.set_blocked(provider.name)
            else:
                self._load(provider)
        known = {provider.name for provider in self.providers}
        for name, plugin in self.manager.list_name_plugin():
            if plugin is not None and name not in known:  # registered by another plugin
                provider = Provider(name, str(getattr(plugin, "__name__", name)))
                provider.module = plugin
                self.providers.append(provider)
        for name in sorted(blocked.difference(map(normalize_name, known))):
            words = "it is to be left out, but there is no plugin of that name"
            remedy = f"correct the name given to --no-plugin or in {NO_PLUGINS}"
            self.report(Problem(Provider(name, NO_PLUGINS), "not-found", words, remedy=remedy))

    def _load(self, provider: Provider) -> None:
        """Load and register a plugin, unless there is one of its name."""
        begun = perf_counter()
        try:
            if self.manager.has_plugin(provider.name):
                words = f"there is a plugin of that name already: {self.provider(provider.name)}"
                remedy = "" if provider.named else f"{PIP} uninstall {provider.package}"
                self.report(Problem(provider, "not-loaded", words, remedy=remedy))
                return
            provider.module = provider.load()
            self.manager.register(provider.module, provider.name)
        except KeyboardInterrupt as pressed:
            name = provider.name
            pressed.add_note(f"It was loading plugin {name} (--no-plugin {name} leaves it out).")
            raise
        except ProblemError:  # with STACKYARD_STRICT=1
            raise
        except BaseException as failure:  # SystemExit and the like must not end the program
            provider.module = None
            words = f"cannot be loaded: {provider.told(failure)}"
            self.report(Problem(provider, "not-loaded", words, failure=failure), failure)
        provider.seconds = perf_counter() - begun

    def _check_hooks(self, provider: Provider, plugin: Any, known: Sequence[str]) -> None:
        """Note the hooks of a plugin; report what looks like a hook but is none of the `known`."""
        unknown: list[str] = []
        unmarked: list[str] = []
        callers = self.manager.get_hookcallers(plugin) or []
        for hook in callers:
            if hook.has_spec():
                provider.hooks.append(hook.name)
            elif any(i.plugin is plugin and not i.optionalhook for i in hook.get_hookimpls()):
                unknown.append(hook.name)
        for name in [each for each in dir(plugin) if each.startswith(HOOKS)]:
            is_marked = self.manager.parse_hookimpl_opts(plugin, name) is not None
            is_spec = self.manager.parse_hookspec_opts(plugin, name) is not None
            if callable(getattr(plugin, name)) and not is_marked and not is_spec:
                (unmarked if name in known else unknown).append(name)
        provider.hooks.sort()
        for name in unmarked:
            words = f"{name} is not marked with @stackyard.hookimpl"
            self.report(Problem(provider, "bad-hook", words))
        for name in unknown:
            meant = nearest_hook(name, known)
            words = f"there is no hook {name}{f'; did you mean {meant}?' if meant else ''}"
            remedy = (
                "correct its name, or mark it @hookimpl(optionalhook=True) if a plugin that may be "
                "absent brings it"
            )
            self.report(Problem(provider, "bad-hook", words, remedy=remedy))
        if not (callers or unmarked or unknown):
            words = f"{type(plugin).__name__} has no hook of Stackyard"
            self.report(Problem(provider, "bad-hook", words))

    def _collect(self) -> None:
        """Call the hooks of registration.

        A name belongs to the plugin that was found first, whatever the order of the calls.
        """
        found: list[tuple[Provider, str, Any, Any, Any]] = []

        def collect(kind: str) -> Callable[..., None]:
            def register(first: Any, target: Any, *sentence: Any) -> None:
                """Take a description and a target, or a name, a target and a sentence."""
                provider = self.last_called()
                name = first if sentence else getattr(first, "name", None)
                found.append((provider, kind, name, *(sentence or [first]), target))

            register.__qualname__ = "register"  # a call of it that fails is told in this word
            return register

        for kind in KINDS:
            argument = "commands" if kind == "command" else "register"
            hook = getattr(self.manager.hook, f"stackyard_register_{kind}s")
            hook(**{argument: collect(kind)})
        for registered in sorted(found, key=lambda one: self.providers.index(one[0])):
            self._register(*registered)

    def _register(self, provider: Provider, kind: str, name: Any, about: Any, target: Any) -> None:
        """Register an object if its name, its description and, of a game, its class will do."""
        table, plain = self._tables[kind], normalize_name(str(name))
        one = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
        of_kind: ProblemKind = "bad-name"
        if not isinstance(name, str):
            by = "its name, a target and a sentence" if kind in NAMED else "its description first"
            words = f"{one} is registered by {by}, not by {quoted(about)}"
        elif not isinstance(getattr(about, "summary", about), str):
            words = f"the {kind} {quoted(name)} has no description in words"
        elif not (plain.isidentifier() and plain.isascii() and not plain.startswith("_")):
            words = f"{quoted(name)} cannot be the name of {one}"
        elif plain in table:
            words = f"the {kind} {name} is already provided by {table[plain].provider}"
        elif kind == "game" and name != plain:
            words = f"{quoted(name)} cannot be the name of a game: write {plain}"
        elif kind == "game" and (fault := _fault_of_class(plain, target)):
            words, of_kind = f"game {plain} {fault}", "bad-game"
        else:
            table[plain] = Registered(about, target, provider)
            provider.provides.setdefault(kind, []).append(name)
            return
        subject = plain if kind == "game" else ""
        self.report(Problem(provider, of_kind, words, subject=subject))

    def _check_game(self, name: str, fault: str) -> None:
        """Note the fault of a game, if it has one, and raise it as a ProblemError."""
        if fault:
            provider, words = self.games[name].provider, f"game {name} {fault}"
            problem = Problem(provider, "bad-game", words, subject=name)
            self._note(problem)
            raise ProblemError(problem)

    def _note(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def _no_game(self, name: str) -> UnknownGameError:
        plain, installed = normalize_name(name), ", ".join(self.games) or "none"
        sentence = f"no game {quoted(name)} is installed (installed: {installed})"
        for each in self.providers:
            if normalize_name(each.name) == plain and self.manager.is_blocked(each.name):
                blocked = f"plugin {each} is blocked by --no-plugin or {NO_PLUGINS}"
                return UnknownGameError(f"{sentence}; {blocked}")
        for problem in self.problems:
            if plain in (problem.name, problem.subject):
                return UnknownGameError(f"{sentence}; {problem}")
        if plain in OUR_GAMES:
            return UnknownGameError(sentence, f"to install it: {install_command(plain)}")
        close = nearest(plain, self.games)
        return UnknownGameError(f"{sentence}; did you mean {close}?" if close else sentence)


@cache
def registry() -> Registry:
    """The plugins of this process, found once; `registry.cache_clear()` repeats the search."""
    return Registry()


def load_game(name: str, /, **options: object) -> Game:
    """The game called `name` (- and _ alike) with these options, values or texts.

    Raises UnknownGameError, which lists what is installed, OptionError, which names the option,
    the value and what is allowed, or ProblemError, which names the plugin and why its game cannot
    be played.
    """
    check_kind(name, str, "the name of a game is a text")
    return registry().make_game(name, **options)


def nearest_hook(name: str, known: Iterable[str]) -> str:
    """The known hook that was probably meant, by what is not common to all names; or empty."""
    short = {each.removeprefix(HOOKS).removeprefix("register_"): each for each in known}
    return short.get(nearest(name.removeprefix(HOOKS).removeprefix("register_"), short), "")


def _fault_of_class(name: str, target: Any) -> str:
    """The fault of the class registered as a game; one that is not imported yet is not checked."""
    if isinstance(target, str):
        return ""
    from stackyard.plugins.validation import fault_of_class

    fault = fault_of_class(target)
    if not fault and target.about.name != name:
        fault = f"has a class whose `about` says {quoted(target.about.name)}: let both say one name"
    return fault
