"""The registry: loads plugins and collects what they provide.

A plugin that cannot be imported, fails in a hook or clashes with another becomes a Problem with the
plugin's name and a remedy; all others keep working. With STACKYARD_STRICT=1
the first problem is raised as a ProblemError instead. Prints of a plugin while it is loaded go
to standard error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from stackyard.arguments import check_kind
from stackyard.errors import PluginError, UnknownGameError, UnknownNameError
from stackyard.info import Exporter, GameInfo, Importer, PlayerKind, Term
from stackyard.plugins import hookspecs, remedies
from stackyard.plugins.discovery import (
    NO_PLUGINS,
    OUR_GAMES,
    Provider,
    blocked_plugins,
    find_plugins,
    install_command,
    normalize_name,
    words_of,
)
from stackyard.plugins.guard import Guard
from stackyard.plugins.hookspecs import ASKED_API, OLDEST_API, PLUGIN_API
from stackyard.plugins.isolation import isolated, loading
from stackyard.plugins.manager import Manager
from stackyard.plugins.problems import Problem, ProblemError, ProblemKind, is_strict
from stackyard.plugins.remedies import Remedy
from stackyard.text import nearest, printable, quoted

if TYPE_CHECKING:
    from stackyard.game import Game


NOT_IN_USE = (ProblemKind.NOT_LOADED, ProblemKind.PLUGIN_TAKEN, ProblemKind.HOOK_FAILED)


class Registered(NamedTuple):
    """An object registered under a name: its description, target and provider."""

    about: Any
    target: Any
    provider: Provider

    def load(self) -> Any:
        """The object itself; raises ProblemError if it cannot be imported."""
        if not isinstance(self.target, str):
            return self.target
        module, _, attribute = self.target.partition(":")
        try:
            with loading(self.provider.name):
                return getattr(import_module(module), attribute)
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            kind, words = ProblemKind.NOT_IMPORTED, words_of(failure)
            problem = problem_of(self.provider, kind, self.target, words, failure)
            raise ProblemError(problem) from failure


class Registry:
    """All plugins of this environment, and those named in STACKYARD_PLUGINS."""

    def __init__(self) -> None:
        self._guard = RegistrationGuard(self)
        self.manager = Manager(self._guard)
        if os.environ.get("STACKYARD_TRACE_HOOKS", "0") not in {"", "0"}:
            self.manager.show_calls()
        self.providers: list[Provider] = []
        self.problems: list[Problem] = []
        self.games: dict[str, Registered] = {}
        self.players: dict[str, Registered] = {}
        self.commands: dict[str, Registered] = {}
        self.executors: dict[str, Registered] = {}
        self.terms: dict[str, Registered] = {}
        self.exporters: dict[str, Registered] = {}
        self.importers: dict[str, Registered] = {}
        self.contributions: dict[str, dict[str, Registered]] = {}  # to games, by hook
        self._checked: set[str] = set()  # games that have been created and validated
        with isolated():  # from the first plugin to the last, since each beginning takes time
            self._load_all()
            for provider in self.providers:
                self._check_hooks(provider)
            self._collect()
        self._guard.registering = False

    def game(self, name: str) -> type[Game]:
        """The class of a game, its name matched with - and _ alike.

        Raises UnknownGameError if there is none, ProblemError if it cannot be loaded or played.
        """
        known = self.games.get(normalize_name(name))
        if known is None:
            raise UnknownGameError(self._no_game(name))
        try:
            game_class: type[Game] = known.load()
            for kind, detail in _class_faults(game_class):
                raise ProblemError(problem_of(known.provider, kind, normalize_name(name), detail))
        except ProblemError as error:
            self._note(error.problem)
            raise
        return game_class

    def make_game(self, name: str, /, **options: object) -> Game:
        """A game with these options: see `load_game`."""
        from stackyard.plugins.validation import faults_of_game

        game_class, provider = self.game(name), self.games[normalize_name(name)].provider
        with isolated(provider.name):
            game = game_class(**options)
            faults = () if normalize_name(name) in self._checked else faults_of_game(game)
            for kind, detail in faults:
                problem = problem_of(provider, kind, normalize_name(name), detail)
                self._note(problem)
                raise ProblemError(problem)
        self._checked.add(normalize_name(name))
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
        named = [provider for provider in self.providers if provider.named]
        return [
            problem
            for problem in self.problems
            if problem.kind in NOT_IN_USE
            if any(str(provider) == problem.plugin for provider in named)
        ]

    def registered(self) -> Iterator[Registered]:
        """All registered objects."""
        tables = (self.games, self.players, self.commands, self.executors, self.terms)
        for table in (*tables, self.exporters, self.importers):
            yield from table.values()

    def provider(self, plugin: str) -> Provider:
        """The provider of the plugin that has this name in `manager`."""
        for provider in self.providers:
            if provider.name == plugin and provider.module is not None:
                return provider
        return Provider(plugin, plugin)

    def _load_all(self) -> None:
        """Load and register every plugin that is not blocked."""
        self.manager.add_hookspecs(hookspecs)
        self.manager.hook.stackyard_addhooks.call_historic(kwargs={"pluginmanager": self.manager})
        blocked = blocked_plugins()
        for provider, load in find_plugins():
            provider.blocked = normalize_name(provider.name) in blocked
            self.providers.append(provider)
            if provider.blocked:
                self.manager.set_blocked(provider.name)
            else:
                self._check_core(provider)
                self._load(provider, load)
                self._check_api(provider)
        known = {provider.name for provider in self.providers}
        for name, plugin in self.manager.list_name_plugin():
            if plugin is not None and name not in known:  # registered by another plugin
                provider = Provider(name, str(getattr(plugin, "__name__", name)))
                provider.module = plugin
                self.providers.append(provider)
        for name in sorted(blocked - {normalize_name(name) for name in known}):
            self.report(Provider(name, NO_PLUGINS), ProblemKind.NOT_FOUND)

    def _load(self, provider: Provider, load: Any) -> None:
        for other in self.providers[:-1]:
            if getattr(other.module, "__name__", None) == provider.source:  # named, and installed
                self.providers.remove(provider)
                return
            if other.name == provider.name and not other.blocked:
                self.report(provider, ProblemKind.PLUGIN_TAKEN, detail=str(other))
                return
        begun = perf_counter()
        try:
            with loading(provider.name):
                provider.module = load()
                self.manager.register(provider.module, provider.name)
            provider.seconds = perf_counter() - begun
        except (KeyboardInterrupt, ProblemError):
            raise
        except BaseException as failure:  # SystemExit and the like must not end the program
            provider.module = None
            words = words_of(failure)
            self.report(provider, ProblemKind.NOT_LOADED, detail=words, failure=failure)

    def _check_hooks(self, provider: Provider) -> None:
        """Report functions that look like hooks but will never be called."""
        manager = self.manager
        plugin: Any = provider.module
        if plugin is None or not manager.is_registered(plugin):
            return
        known = {name for name, caller in vars(manager.hook).items() if caller.has_spec()}
        marked = {
            name: options
            for name in dir(plugin)
            if (options := manager.parse_hookimpl_opts(plugin, name)) is not None
        }
        implemented = {options.get("specname") or name for name, options in marked.items()}
        provider.hooks = sorted(implemented & known)
        names = [name for name in dir(plugin) if name.startswith("stackyard_") or name in marked]
        if not names:
            self.report(provider, ProblemKind.NO_HOOKS, type(plugin).__name__)
        for name in names:
            if name in marked:
                hook = marked[name].get("specname") or name
                if hook not in known and not marked[name].get("optionalhook"):
                    self.report(provider, ProblemKind.UNKNOWN_HOOK, hook, nearest(hook, known))
            elif callable(getattr(plugin, name)) and not manager.parse_hookspec_opts(plugin, name):
                if name in known:
                    self.report(provider, ProblemKind.UNMARKED_HOOK, name)
                else:
                    self.report(provider, ProblemKind.UNKNOWN_HOOK, name, nearest(name, known))

    def _collect(self) -> None:
        """Call the hooks of registration.

        A name belongs to the plugin that was found first, whatever the order of the calls.
        """
        found: list[tuple[Provider, dict[str, Registered], str, Any, Any, Any]] = []

        def described(table: dict[str, Registered], kind: str) -> Callable[[Any, Any], None]:
            def register(about: Any, target: Any) -> None:
                add(table, kind, getattr(about, "name", None), about, target)

            return register

        def named(table: dict[str, Registered], kind: str) -> Callable[[str, Any, str], None]:
            def register(name: str, target: Any, sentence: str) -> None:
                add(table, kind, name, sentence, target)

            return register

        def add(table: dict[str, Registered], kind: str, *registered: Any) -> None:
            if not self._guard.registering:
                raise PluginError(f"a {kind} can be registered only while its hook is called")
            found.append((self.provider(self._guard.plugin), table, kind, *registered))

        hook = self.manager.hook
        hook.stackyard_register_games(register=described(self.games, "game"))
        hook.stackyard_register_players(register=described(self.players, "player"))
        hook.stackyard_register_commands(commands=named(self.commands, "command"))
        hook.stackyard_register_executors(register=named(self.executors, "executor"))
        hook.stackyard_register_terms(register=described(self.terms, "term"))
        hook.stackyard_register_exporters(register=described(self.exporters, "exporter"))
        hook.stackyard_register_importers(register=described(self.importers, "importer"))
        for provider in self.providers:
            for owner, *registered in found:
                if owner is provider:
                    self._register(provider, *registered)

    def _register(
        self,
        provider: Provider,
        table: dict[str, Registered],
        kind: str,
        name: Any,
        about: Any,
        target: Any,
    ) -> None:
        texts = (name, about) if isinstance(about, str) else (name, *_texts(about))
        if not all(isinstance(text, str) for text in texts):
            self.report(provider, ProblemKind.NO_WORDS, f"the {kind} {quoted(name)}")
        elif not re.fullmatch(r"[a-z][a-z0-9_]*", normalize_name(name)):
            self.report(provider, ProblemKind.BAD_NAME, kind, f"{quoted(name)}")
        elif normalize_name(name) in table:
            owner = str(table[normalize_name(name)].provider)
            self.report(provider, ProblemKind.NAME_TAKEN, f"the {kind} {name}", owner)
        elif kind == "game" and (fault := next(_class_faults(target), None)):
            self.report(provider, fault[0], normalize_name(name), fault[1])
        else:
            table[normalize_name(name)] = Registered(about, target, provider)
            provider.provides.setdefault(kind, []).append(name)

    def _check_core(self, provider: Provider) -> None:
        """Report a plugin that requires another version of core."""
        core = self.providers[0].version if self.providers[0].folder == "./core" else ""
        package = provider.installed
        if package is None or not core or package.accepts(remedies.CORE, core):
            return
        for wanted in remedies.requirements(provider):
            ours = normalize_name(wanted.name) == normalize_name(remedies.CORE)
            if ours and not wanted.specifier.contains(core, True):
                mend = remedies.for_other_core(provider, wanted, core)
                kind = ProblemKind.OTHER_CORE
                self.report(provider, kind, str(wanted.specifier), core, mend=mend)

    def _check_api(self, provider: Provider) -> None:
        """Report a plugin that asks for another version of the interface of plugins."""
        asked = getattr(provider.module, ASKED_API, None)
        if asked is None:
            return
        if not isinstance(asked, int) or isinstance(asked, bool):
            self.report(provider, ProblemKind.OTHER_API, quoted(asked), f"{PLUGIN_API}, a number")
        elif not OLDEST_API <= asked <= PLUGIN_API:
            versions = f"{OLDEST_API} to {PLUGIN_API}" if OLDEST_API < PLUGIN_API else PLUGIN_API
            mend = remedies.for_other_api(provider, is_newer=asked > PLUGIN_API)
            self.report(provider, ProblemKind.OTHER_API, str(asked), str(versions), mend=mend)

    def report(
        self,
        provider: Provider,
        kind: ProblemKind,
        subject: str = "",
        detail: str = "",
        failure: BaseException | None = None,
        mend: Remedy | None = None,
    ) -> None:
        """Record a problem once; with STACKYARD_STRICT=1 raise it as a ProblemError."""
        problem = problem_of(provider, kind, subject, detail, failure, mend)
        if is_strict():
            raise ProblemError(problem) from failure
        self._note(problem)

    def _note(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def _no_game(self, name: str) -> str:
        installed = ", ".join(self.games) or "none"
        sentence = f"no game {quoted(name)} is installed (installed: {installed})"
        for provider in self.providers:
            if provider.blocked and normalize_name(provider.name) == normalize_name(name):
                return f"{sentence}; plugin {provider} is blocked by --no-plugin or {NO_PLUGINS}"
        for problem in self.problems:
            if normalize_name(name) in (problem.name, problem.subject):
                return f"{sentence}; {problem}"
        if normalize_name(name) in OUR_GAMES:
            return f"{sentence}; to install it: {install_command(normalize_name(name))}"
        close = nearest(normalize_name(name), self.games)
        return f"{sentence}; did you mean {close}?" if close else sentence


class RegistrationGuard(Guard):
    """Reports a plugin that fails as a problem.

    While `registering`, prints of plugins go to standard
    error. `plugin` is the name of the plugin whose code runs.
    """

    passing = (KeyboardInterrupt, ProblemError)

    def __init__(self, registry: Registry) -> None:
        super().__init__()
        self.registering = True
        self.plugin = ""
        self._registry = registry

    def prepared(self, plugin: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, called with its plugin known and its prints redirected."""

        def run(*args: Any, **kwargs: Any) -> Any:
            if not self.registering:
                return function(*args, **kwargs)
            before, self.plugin = self.plugin, plugin
            try:
                with loading(plugin):
                    return function(*args, **kwargs)
            finally:
                self.plugin = before

        return run

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Report the plugin; after registration log it, too."""
        provider = self._registry.provider(plugin)
        kind = ProblemKind.HOOK_FAILED if hook else ProblemKind.NOT_LOADED
        self._registry.report(provider, kind, hook, words_of(failure), failure)
        if not self.registering:
            from logging import getLogger

            words = f"plugin {provider}: {hook} failed ({words_of(failure)})"
            getLogger("stackyard").warning(printable(words))


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


def problem_of(
    provider: Provider,
    kind: ProblemKind,
    subject: str = "",
    detail: str = "",
    failure: BaseException | None = None,
    mend: Remedy | None = None,
) -> Problem:
    """A problem of a plugin with its remedies: `mend`, or one derived from the failure."""
    mend = mend or remedies.for_failure(provider, failure)
    way_out = remedies.for_name(provider, failure) or remedies.way_out(provider)
    tried = [remedy for remedy in (mend, way_out) if remedy is not None]
    helping = tuple(dict.fromkeys(tried))
    return Problem(provider.name, provider.source, kind, subject, detail, helping)


def _class_faults(target: Any) -> Iterator[tuple[ProblemKind, str]]:
    """Faults of a game's class; a class that is not imported yet is not checked."""
    if not isinstance(target, str):
        from stackyard.plugins.validation import faults_of_class

        yield from faults_of_class(target)


def _texts(about: Any) -> tuple[Any, ...]:
    """The fields of a description that must be text; None for an unknown kind."""
    match about:
        case GameInfo():
            return about.title, about.designer, about.summary
        case PlayerKind():
            return (about.summary,)
        case Term():
            return about.summary, about.example, *about.presets
        case Exporter():
            return about.summary, about.media_type, *about.suffixes
        case Importer():
            return about.summary, *about.suffixes
    return (None,)
