"""Finding plugins and asking them what they provide, each on its own.

A plugin that cannot be imported, breaks in a hook or clashes with another becomes a Problem that
names it and the command that mends it; everything else goes on working. With STACKYARD_STRICT=1
the first problem is raised as a PluginError instead.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import Distribution, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from stackyard import hookspecs
from stackyard.about import About, PlayerKind
from stackyard.errors import PluginError, UnknownGameError, UnknownNameError

if TYPE_CHECKING:
    from stackyard.game import Game

GROUP = "stackyard"
IN_CLONE = "run in the clone of Stackyard"
OUR_GAMES = ("silo",)  # the folders of plugins/ that hold a game, for hints


@dataclass(frozen=True)
class Problem:
    """What is wrong with a plugin, and the command that mends it."""

    plugin: str
    sentence: str
    mend: str

    def __str__(self) -> str:
        return f"plugin {self.plugin}: {self.sentence} (to mend it: {self.mend})"


@dataclass
class Provider:
    """A plugin that was found: where it comes from and what it provides.

    `source` is a distribution with its version, or a file or module named by the user; `folder`
    is where our own packages lie in the clone; `module` is None when it could not be loaded.
    """

    name: str
    source: str
    mend: str
    folder: str = ""
    module: object | None = None
    distribution: Distribution | None = None
    provides: dict[str, list[str]] = field(default_factory=dict)
    hooks: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.name} ({self.source})"


@dataclass(frozen=True)
class Registered:
    """Something that a plugin registered under a name: its description and how to get it."""

    about: Any
    target: Any
    provider: Provider

    def load(self) -> Any:
        """The object itself; PluginError names the plugin if it cannot be imported."""
        if not isinstance(self.target, str):
            return self.target
        module, _, attribute = self.target.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except (Exception, SystemExit) as failure:
            raise PluginError(
                f"plugin {self.provider}: {self.target} cannot be imported: {_words(failure)} "
                f"(to mend it: {self.provider.mend})"
            ) from failure


class Plugins:
    """All plugins of this environment, and those named in STACKYARD_PLUGINS."""

    def __init__(self) -> None:
        self.manager = pluggy.PluginManager(hookspecs.PROJECT)
        self.manager.add_hookspecs(hookspecs)
        self.providers: list[Provider] = []
        self.problems: list[Problem] = []
        self.games: dict[str, Registered] = {}
        self.players: dict[str, Registered] = {}
        self.commands: dict[str, Registered] = {}
        self.executors: dict[str, Registered] = {}
        for provider, load in _found():
            self.providers.append(provider)
            self._add(provider, load)

    def game(self, name: str) -> type[Game]:
        """The class of a game, its name matched with - and _ alike; UnknownGameError if absent."""
        known = self.games.get(plain(name))
        if known is None:
            raise UnknownGameError(self._no_game(name))
        found: type[Game] = known.load()
        return found

    def player(self, name: str) -> Registered:
        """The registered kind of player; UnknownNameError lists those there are."""
        known = self.players.get(plain(name))
        if known is None:
            raise UnknownNameError(
                f"there is no player {name!r:.40}; the players are {', '.join(self.players)}"
            )
        return known

    def hook_callers(self, hook: str) -> Iterator[tuple[Provider, Any]]:
        """For each plugin that implements `hook`: a caller that reaches it alone."""
        modules = self.manager.get_plugins()
        for provider in self.providers:
            if hook in provider.hooks:
                others = [module for module in modules if module is not provider.module]
                yield provider, self.manager.subset_hook_caller(hook, others)

    def _add(self, provider: Provider, load: Any) -> None:
        for other in self.providers[:-1]:
            if other.name == provider.name:
                self.report(provider, f"there is a plugin of that name already: {other}")
                return
        try:
            provider.module = load()
            self.manager.register(provider.module, provider.name)
        except (Exception, SystemExit) as failure:
            provider.module = None
            self.report(provider, f"cannot be loaded: {_words(failure)}", failure)
            return
        callers = self.manager.get_hookcallers(provider.module) or []
        provider.hooks = [caller.name for caller in callers if caller.has_spec()]
        self._check_hooks(provider)
        self._collect(provider)

    def _check_hooks(self, provider: Provider) -> None:
        """Report functions that look like hooks but will never be called."""
        known = [name for name in vars(hookspecs) if name.startswith("stackyard_")]
        names = [name for name in dir(provider.module) if name.startswith("stackyard_")]
        if not names:
            self.report(provider, f"{type(provider.module).__name__} has no hook of Stackyard")
        for name in names:
            if name in provider.hooks or not callable(getattr(provider.module, name)):
                continue
            if name in known:
                self.report(provider, f"{name} is not marked with @stackyard.hookimpl")
            else:
                close = get_close_matches(name, known, 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                self.report(provider, f"there is no hook {name}{hint}")

    def _collect(self, provider: Provider) -> None:
        """Ask a plugin for all that it registers."""

        def add(
            table: dict[str, Registered], kind: str, name: str, about: Any, target: Any
        ) -> None:
            if not re.fullmatch(r"[a-z][a-z0-9_]*", plain(name)):
                self.report(provider, f"{name!r:.40} cannot be the name of a {kind}")
            elif plain(name) in table:
                owner = table[plain(name)].provider
                self.report(provider, f"the {kind} {name} is already provided by {owner}")
            else:
                table[plain(name)] = Registered(about, target, provider)
                provider.provides.setdefault(kind, []).append(name)

        def game(about: About, target: Any) -> None:
            add(self.games, "game", about.name, about, target)

        def player(kind: PlayerKind, target: Any) -> None:
            add(self.players, "player", kind.name, kind, target)

        def command(name: str, target: Any, sentence: str) -> None:
            add(self.commands, "command", name, sentence, target)

        def executor(name: str, target: Any, sentence: str) -> None:
            add(self.executors, "executor", name, sentence, target)

        self._ask(provider, "stackyard_register_games", register=game)
        self._ask(provider, "stackyard_register_players", register=player)
        self._ask(provider, "stackyard_register_commands", commands=command)
        self._ask(provider, "stackyard_register_executors", register=executor)

    def _ask(self, provider: Provider, hook: str, **arguments: Any) -> None:
        for owner, call in self.hook_callers(hook):
            if owner is provider:
                try:
                    call(**arguments)
                except (Exception, SystemExit) as failure:
                    self.report(provider, f"{hook} failed: {_words(failure)}", failure)

    def check_requirements(self) -> None:
        """Report plugins that ask for another core than this one (costs reading metadata)."""
        from importlib.metadata import version

        from packaging.requirements import InvalidRequirement, Requirement
        from packaging.utils import canonicalize_name

        core = version("stackyard-core")
        for provider in self.providers:
            for line in (provider.distribution and provider.distribution.requires) or []:
                try:
                    wanted = Requirement(line)
                except InvalidRequirement:
                    continue
                ours = canonicalize_name(wanted.name) == "stackyard-core"
                if ours and not wanted.specifier.contains(core, True):
                    self.report(
                        provider, f"it asks for stackyard-core {wanted.specifier}, this is {core}"
                    )

    def report(
        self, provider: Provider, sentence: str, failure: BaseException | None = None
    ) -> None:
        """Note a problem once; with STACKYARD_STRICT=1 raise it as a PluginError."""
        problem = Problem(str(provider), sentence, provider.mend)
        if os.environ.get("STACKYARD_STRICT") == "1":
            raise PluginError(str(problem)) from failure
        if problem not in self.problems:
            self.problems.append(problem)

    def _no_game(self, name: str) -> str:
        installed = ", ".join(self.games) or "none"
        sentence = f"no game {name!r:.40} is installed (installed: {installed})"
        broken = [
            problem for problem in self.problems if problem.plugin.startswith(f"{plain(name)} ")
        ]
        if broken:
            return f"{sentence}; {broken[0]}"
        if plain(name) in OUR_GAMES:
            return f"{sentence}; to install it: {install_command(plain(name))}"
        close = get_close_matches(plain(name), self.games, 1)
        return f"{sentence}; did you mean {close[0]}?" if close else sentence


@cache
def host() -> Plugins:
    """The plugins of this process, found once; `host.cache_clear()` makes it look again."""
    return Plugins()


def load_game(name: str, **options: object) -> Game:
    """The game called `name` (- and _ alike) with these options, values or texts.

    Raises UnknownGameError, which lists what is installed, or OptionError, which names the
    option, the value and what is allowed.
    """
    return host().game(name)(**options)


def plain(name: str) -> str:
    """A name as tables hold it: lower case, _ for -."""
    return name.strip().lower().replace("-", "_")


def install_command(folder: str) -> str:
    """How to install one of our own packages; none is on a package index yet."""
    return f"python -m pip install ./plugins/{folder}, {IN_CLONE}"


def _our_folder(distribution: str) -> str:
    """Where in the clone a distribution of ours lies; empty for anybody else's."""
    name = plain(distribution).removeprefix("stackyard_")
    if name == "core":
        return "./core"
    return f"./plugins/{name}" if name in OUR_GAMES and name != plain(distribution) else ""


def _found() -> Iterator[tuple[Provider, Any]]:
    """Each plugin there is, with the function that loads it."""
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        distribution = point.dist
        title = distribution.metadata["Name"] if distribution is not None else None
        source = f"{title} {distribution.version}" if distribution and title else point.value
        title = title or point.value
        folder, mend = _our_folder(title), f"python -m pip uninstall {title}"
        if folder:
            mend = f"python -m pip install --force-reinstall --no-deps {folder}, {IN_CLONE}"
        yield Provider(point.name, source, mend, folder, distribution=distribution), point.load
    for name in os.environ.get("STACKYARD_PLUGINS", "").split(os.pathsep):
        if name:
            is_file = name.endswith(".py") or os.sep in name
            label = Path(name).stem if is_file else name
            mend = f"mend {name}, or leave it out of --plugin and STACKYARD_PLUGINS"
            load = _load_file if is_file else import_module
            yield Provider(label, name, mend), (lambda load=load, name=name: load(name))


def _load_file(path: str) -> object:
    """Import a plugin that is a single file."""
    if not Path(path).is_file():
        raise FileNotFoundError(f"there is no file {path}")
    name = f"stackyard_file_{Path(path).stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _words(failure: BaseException) -> str:
    """An exception as one line: its type and message."""
    return " ".join(f"{type(failure).__name__}: {failure}".split())
