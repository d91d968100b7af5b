"""The registry: loads plugins and collects what they provide.

A plugin that cannot be imported, fails in a hook or clashes with another becomes a Problem with the
plugin's name and a remedy; all others keep working. With STACKYARD_STRICT=1
the first problem is raised as a ProblemError instead. Prints of a plugin while it is loaded go
to standard error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any

from stackyard.arguments import check_kind
from stackyard.errors import UnknownGameError, UnknownNameError
from stackyard.plugins import hookspecs
from stackyard.plugins.discovery import (
    CORE,
    NO_PLUGINS,
    OUR_GAMES,
    Provider,
    blocked_plugins,
    find_plugins,
    import_target,
    install_command,
    normalize_name,
    words_of,
)
from stackyard.plugins.guard import Guard, last_called
from stackyard.plugins.hookspecs import PROJECT
from stackyard.plugins.isolation import redirect_stdout
from stackyard.plugins.manager import Manager
from stackyard.plugins.problems import PIP, Problem, ProblemError, ProblemKind, is_strict
from stackyard.text import nearest, printable, quoted

if TYPE_CHECKING:
    from stackyard.game import Game


HOOKS = f"{PROJECT}_"  # the beginning of the names of hooks
KINDS = ("game", "player", "command", "executor", "term", "exporter", "importer")


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
            words = f"{self.target} cannot be imported: {words_of(failure)}"
            kind = ProblemKind.NOT_IMPORTED
            raise ProblemError(Problem(self.provider, kind, words, failure=failure)) from failure


class Registry:
    """All plugins of this environment, and those named in STACKYARD_PLUGINS."""

    def __init__(self) -> None:
        self.manager = Manager(RegistrationGuard(self))
        if os.environ.get("STACKYARD_TRACE_HOOKS", "0") not in {"", "0"}:
            self.manager.show_calls()
        self.providers: list[Provider] = []
        self.problems: list[Problem] = []
        self._tables: dict[str, dict[str, Registered]] = {kind: {} for kind in KINDS}
        self.games, self.players, self.commands, self.executors, *more = self._tables.values()
        self.terms, self.exporters, self.importers = more
        self.contributions: dict[str, dict[str, Registered]] = {}  # to games, by hook
        self.is_complete = False
        self._checked: set[str] = set()  # games that have been created and validated
        with redirect_stdout():
            self._load_all()
            self._check_hooks()
            self._collect()
        self.is_complete = True

    def game(self, name: str) -> type[Game]:
        """The class of a game, its name matched with - and _ alike.

        Raises UnknownGameError if there is none, ProblemError if it cannot be loaded or played.
        """
        plain = normalize_name(name)
        known = self.games.get(plain)
        if known is None:
            raise UnknownGameError(self._no_game(name))
        try:
            game_class: type[Game] = known.load()
        except ProblemError as error:
            self._note(error.problem)
            raise
        self._check_game(plain, _fault_of_class(game_class))
        return game_class

    def make_game(self, name: str, /, **options: object) -> Game:
        """A game with these options: see `load_game`."""
        from stackyard.plugins.validation import fault_of_game

        game_class, plain = self.game(name), normalize_name(name)
        with redirect_stdout():
            game = game_class(**options)
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
        kinds = (ProblemKind.NOT_LOADED, ProblemKind.HOOK_FAILED)
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

    def report(self, problem: Problem, failure: BaseException | None = None) -> None:
        """Record a problem once; with STACKYARD_STRICT=1 raise it as a ProblemError."""
        if is_strict():
            raise ProblemError(problem) from failure
        self._note(problem)

    def _load_all(self) -> None:
        """Load and register every plugin that is not blocked."""
        self.manager.add_hookspecs(hookspecs)
        self.manager.hook.stackyard_addhooks.call_historic(kwargs={"pluginmanager": self.manager})
        blocked = blocked_plugins()
        for provider in find_plugins():
            loaded = [getattr(one.module, "__name__", "") for one in self.providers]
            if provider.named and provider.target in loaded:
                continue  # it is installed, too
            self.providers.append(provider)
            provider.blocked = normalize_name(provider.name) in blocked
            if provider.blocked:
                self.manager.set_blocked(provider.name)
            else:
                self._load(provider)
        known = {provider.name for provider in self.providers}
        for name, plugin in self.manager.list_name_plugin():
            if plugin is not None and name not in known:  # registered by another plugin
                provider = Provider(name, str(getattr(plugin, "__name__", name)))
                provider.module = plugin
                self.providers.append(provider)
        for name in sorted(blocked - {normalize_name(name) for name in known}):
            words = "it is to be left out, but there is no plugin of that name"
            remedy = f"correct the name given to --no-plugin or in {NO_PLUGINS}"
            missing = Provider(name, NO_PLUGINS)
            self.report(Problem(missing, ProblemKind.NOT_FOUND, words, remedy=remedy))

    def _load(self, provider: Provider) -> None:
        """Load and register a plugin, unless it does not fit what is there."""
        begun = perf_counter()
        try:
            words, remedy = self._misfit(provider)
            if words:
                self.report(Problem(provider, ProblemKind.NOT_LOADED, words, remedy=remedy))
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
            words = f"cannot be loaded: {words_of(failure)}"
            problem = Problem(provider, ProblemKind.NOT_LOADED, words, failure=failure)
            self.report(problem, failure)
        provider.seconds = perf_counter() - begun

    def _misfit(self, provider: Provider) -> tuple[str, str]:
        """Why a plugin cannot be used beside core and the others, and a remedy; both may be empty.

        A plugin's name must be its own, and core of a version that its package asks for.
        """
        core, package = self.providers[0], provider.installed
        for other in self.providers[1:-1]:
            if other.name == provider.name and not other.blocked:
                remedy = f"{PIP} uninstall {provider.package}" if package is not None else ""
                return f"there is a plugin of that name already: {other}", remedy
        is_ours = provider.folder and provider.version == core.version  # ours are made together
        if package is None or core.package != CORE or is_ours:
            return "", ""
        wanted = package.unmet(CORE, core.version)
        names = "stackyard" if provider.folder else f"{CORE} {provider.package}"
        words = f"it requires {CORE} {wanted}, but {core.version} is installed"
        return (words, f"{PIP} install --upgrade {names}") if wanted else ("", "")

    def _check_hooks(self) -> None:
        """Note the hooks of each plugin; report what looks like a hook but is never called."""
        hooks = vars(self.manager.hook)
        specified = [name for name, caller in hooks.items() if caller.has_spec()]
        marked: dict[Provider, list[Any]] = {}
        for name, caller in sorted(hooks.items()):
            for implementation in caller.get_hookimpls():
                owner = self.provider(implementation.plugin_name)
                marked.setdefault(owner, []).append(implementation.function)
                if name in specified:
                    owner.hooks.append(name)
                elif not implementation.optionalhook:
                    self._report_unknown(owner, name, specified)
        for provider in self.providers:
            if provider.module is None:
                continue
            plain = self._unmarked(provider.module, marked.get(provider, []))
            for name in plain:
                if name in specified:
                    words = f"{name} is not marked with @stackyard.hookimpl"
                    self.report(Problem(provider, ProblemKind.BAD_HOOK, words))
                else:
                    self._report_unknown(provider, name, specified)
            if not plain and provider not in marked:
                words = f"{type(provider.module).__name__} has no hook of Stackyard"
                self.report(Problem(provider, ProblemKind.BAD_HOOK, words))

    def _report_unknown(self, provider: Provider, name: str, specified: Sequence[str]) -> None:
        """Report a hook that nobody specifies."""
        meant = nearest_hook(name, specified)
        words = f"there is no hook {name}{f'; did you mean {meant}?' if meant else ''}"
        remedy = (
            "correct its name, or mark it @hookimpl(optionalhook=True) if a plugin that may be "
            "absent brings it"
        )
        self.report(Problem(provider, ProblemKind.BAD_HOOK, words, remedy=remedy))

    def _unmarked(self, plugin: object, marked: Sequence[Any]) -> list[str]:
        """The functions of a plugin that are named as hooks, but are not among those marked."""
        named = {name: getattr(plugin, name) for name in dir(plugin) if name.startswith(HOOKS)}
        return [
            name
            for name, function in named.items()
            if callable(function) and function not in marked
            if self.manager.parse_hookspec_opts(plugin, name) is None
        ]

    def _collect(self) -> None:
        """Call the hooks of registration.

        A name belongs to the plugin that was found first, whatever the order of the calls.
        """
        found: list[tuple[Provider, str, Any, Any, Any]] = []

        def collect(kind: str) -> Callable[..., None]:
            def register(first: Any, target: Any, *sentence: Any) -> None:
                """Take a description and a target, or a name, a target and a sentence."""
                provider = self.provider(last_called()[0])
                name = first if sentence else getattr(first, "name", None)
                found.append((provider, kind, name, *(sentence or [first]), target))

            return register

        for kind in KINDS:
            argument = "commands" if kind == "command" else "register"
            hook = getattr(self.manager.hook, f"stackyard_register_{kind}s")
            hook(**{argument: collect(kind)})
        for provider in self.providers:
            for owner, *registered in found:
                if owner is provider:
                    self._register(provider, *registered)

    def _register(self, provider: Provider, kind: str, name: Any, about: Any, target: Any) -> None:
        """Register an object if its name, its description and, of a game, its class will do."""
        table, plain, of_kind = self._tables[kind], normalize_name(str(name)), ProblemKind.BAD_NAME
        if not isinstance(name, str) or not isinstance(getattr(about, "summary", about), str):
            words = f"the {kind} {quoted(name)} has no description in words"
        elif not _can_be_typed(plain):
            words = f"{quoted(name)} cannot be the name of a {kind}"
        elif plain in table:
            words = f"the {kind} {name} is already provided by {table[plain].provider}"
        elif kind == "game" and (fault := _fault_of_class(target)):
            words, of_kind = f"game {plain} {fault}", ProblemKind.BAD_GAME
        else:
            table[plain] = Registered(about, target, provider)
            provider.provides.setdefault(kind, []).append(name)
            return
        self.report(Problem(provider, of_kind, words, subject=plain if kind == "game" else ""))

    def _check_game(self, name: str, fault: str) -> None:
        """Note the fault of a game, if it has one, and raise it as a ProblemError."""
        if fault:
            provider, kind = self.games[name].provider, ProblemKind.BAD_GAME
            problem = Problem(provider, kind, f"game {name} {fault}", subject=name)
            self._note(problem)
            raise ProblemError(problem)

    def _note(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def _no_game(self, name: str) -> str:
        plain, installed = normalize_name(name), ", ".join(self.games) or "none"
        sentence = f"no game {quoted(name)} is installed (installed: {installed})"
        for provider in self.providers:
            if provider.blocked and normalize_name(provider.name) == plain:
                return f"{sentence}; plugin {provider} is blocked by --no-plugin or {NO_PLUGINS}"
        for problem in self.problems:
            if plain in (problem.name, problem.subject):
                return f"{sentence}; {problem}"
        if plain in OUR_GAMES:
            return f"{sentence}; to install it: {install_command(plain)}"
        close = nearest(plain, self.games)
        return f"{sentence}; did you mean {close}?" if close else sentence


class RegistrationGuard(Guard):
    """Reports a plugin that fails as a problem; after registration logs it, too."""

    def __init__(self, registry: Registry) -> None:
        super().__init__()
        self._registry = registry

    def failed(self, plugin: str, hook: str, failure: BaseException) -> None:
        """Report the plugin; without a hook pluggy has refused it."""
        provider = self._registry.provider(plugin)
        kind, words = ProblemKind.HOOK_FAILED, f"{hook} failed: {words_of(failure)}"
        if not hook:
            kind, words = ProblemKind.NOT_LOADED, f"cannot be loaded: {words_of(failure)}"
            provider.module = None
        problem = Problem(provider, kind, words, failure=failure)
        self._registry.report(problem, failure)
        if self._registry.is_complete:
            from logging import getLogger

            getLogger("stackyard").warning(printable(f"plugin {provider}: {words}"))


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
    short = {_own_part(each): each for each in known}
    return short.get(nearest(_own_part(name), short), "")


def _own_part(hook: str) -> str:
    return hook.removeprefix(HOOKS).removeprefix("register_")


def _fault_of_class(target: Any) -> str:
    """The fault of a game's class; one that is not imported yet is not checked."""
    if isinstance(target, str):
        return ""
    from stackyard.plugins.validation import fault_of_class

    return fault_of_class(target)


def _can_be_typed(name: str) -> bool:
    """Tell if a name has ASCII letters, digits and _ alone, and a letter first."""
    return name.isidentifier() and name.isascii() and not name.startswith("_")
