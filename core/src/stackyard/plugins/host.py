"""Loading plugins and asking them what they provide, each on its own.

A plugin that cannot be imported, breaks in a hook or clashes with another becomes a Problem that
names it and the command that mends it; everything else goes on working. With STACKYARD_STRICT=1
the first problem is raised as a PluginError instead.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pluggy

from stackyard.about import About, Exporter, PlayerKind, Term
from stackyard.errors import PluginError, UnknownGameError, UnknownNameError
from stackyard.plugins import hookspecs
from stackyard.plugins.finding import (
    OUR_GAMES,
    Problem,
    Provider,
    found,
    install_command,
    plain,
    words_of,
)

if TYPE_CHECKING:
    from stackyard.game import Game


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
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            sentence = f"{self.target} cannot be imported: {words_of(failure)}"
            raise PluginError(str(self.provider.problem(sentence))) from failure


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
        self.terms: dict[str, Registered] = {}
        self.exporters: dict[str, Registered] = {}
        for provider, load in found():
            self.providers.append(provider)
            self._add(provider, load)

    def game(self, name: str) -> type[Game]:
        """The class of a game, its name matched with - and _ alike; UnknownGameError if absent."""
        known = self.games.get(plain(name))
        if known is None:
            raise UnknownGameError(self._no_game(name))
        game: type[Game] = known.load()
        return game

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
        except KeyboardInterrupt:
            raise
        except BaseException as failure:  # SystemExit and its like must not end the program
            provider.module = None
            self.report(provider, f"cannot be loaded: {words_of(failure)}", failure)
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
            table: dict[str, Registered], kind: str, name: Any, about: Any, target: Any
        ) -> None:
            texts = (name, about) if isinstance(about, str) else (name, *_texts(about))
            if not all(isinstance(text, str) for text in texts):
                self.report(provider, f"the {kind} {name!r:.40} is not described in words")
            elif not re.fullmatch(r"[a-z][a-z0-9_]*", plain(name)):
                self.report(provider, f"{name!r:.40} cannot be the name of a {kind}")
            elif plain(name) in table:
                owner = table[plain(name)].provider
                self.report(provider, f"the {kind} {name} is already provided by {owner}")
            else:
                table[plain(name)] = Registered(about, target, provider)
                provider.provides.setdefault(kind, []).append(name)

        def game(about: About, target: Any) -> None:
            add(self.games, "game", getattr(about, "name", None), about, target)

        def player(kind: PlayerKind, target: Any) -> None:
            add(self.players, "player", getattr(kind, "name", None), kind, target)

        def command(name: str, target: Any, sentence: str) -> None:
            add(self.commands, "command", name, sentence, target)

        def executor(name: str, target: Any, sentence: str) -> None:
            add(self.executors, "executor", name, sentence, target)

        def term(about: Term, target: Any) -> None:
            add(self.terms, "term", getattr(about, "name", None), about, target)

        def exporter(about: Exporter, target: Any) -> None:
            add(self.exporters, "exporter", getattr(about, "name", None), about, target)

        self._ask(provider, "stackyard_register_games", register=game)
        self._ask(provider, "stackyard_register_players", register=player)
        self._ask(provider, "stackyard_register_commands", commands=command)
        self._ask(provider, "stackyard_register_executors", register=executor)
        self._ask(provider, "stackyard_register_terms", register=term)
        self._ask(provider, "stackyard_register_exporters", register=exporter)

    def _ask(self, provider: Provider, hook: str, **arguments: Any) -> None:
        for owner, call in self.hook_callers(hook):
            if owner is provider:
                try:
                    call(**arguments)
                except KeyboardInterrupt:
                    raise
                except BaseException as failure:
                    self.report(provider, f"{hook} failed: {words_of(failure)}", failure)

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
        problem = provider.problem(sentence)
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


def load_game(name: str, /, **options: object) -> Game:
    """The game called `name` (- and _ alike) with these options, values or texts.

    Raises UnknownGameError, which lists what is installed, or OptionError, which names the
    option, the value and what is allowed.
    """
    return host().game(name)(**options)


def _texts(about: Any) -> tuple[Any, ...]:
    """What must be text in a description; None if it is none of ours."""
    match about:
        case About():
            return about.title, about.designer, about.summary
        case PlayerKind():
            return (about.summary,)
        case Term():
            return about.summary, about.example
        case Exporter():
            return about.summary, about.media_type, *about.suffixes
    return (None,)
