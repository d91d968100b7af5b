"""The hooks of a game's plugin: those of a game in one file, and those whose names are mistyped."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from typing import Any, Final

from stackyard.game import Game
from stackyard.plugins.contributions import contribution
from stackyard.plugins.registry import nearest_hook, registry
from stackyard.text import normalize_name
from stackyard_kit.testing.samples import ConformanceError

TOLD: Final = ("knowledge", "claims", "lessons", "puzzles", "motifs")  # of a game by plugins


def plugin_of(kind: type[Game]) -> object:
    """The plugin that registers a game, or the module of a game that is not registered."""
    known = registry().games.get(normalize_name(kind.about.name))
    return sys.modules[kind.__module__] if known is None else known.provider.module


def use_plugin(kind: type[Game]) -> None:
    """Register the hooks of a game in one file, which no installed package names."""
    plugins, plugin = registry(), plugin_of(kind)
    if not plugins.manager.is_registered(plugin) and any(_implemented(plugin)):
        plugins.manager.register(plugin, f"{kind.__module__} (tested)")
        plugins.contributions.clear()


def is_registered(kind: type[Game], hook: str) -> bool:
    """Tell if a plugin, also that of a game in one file, tells something of a game by a hook."""
    use_plugin(kind)
    return contribution(hook, kind) is not None


def optional_hooks(kind: type[Game]) -> list[str]:
    """The names of the hooks that a game's plugin marks as optional."""
    marked = _implemented(plugin_of(kind))
    return [name for name, options in marked if options["optionalhook"]]


def check_plugin(kind: type[Game]) -> None:
    """The installed plugin of the game's package is in use, and nothing of it is reported."""
    plugins, package = registry(), kind.__module__.partition(".")[0]
    names = [one.name for one in plugins.providers if one.target.partition(".")[0] == package]
    for problem in plugins.problems:
        if problem.name in names:
            raise ConformanceError(f"plugin {problem.plugin}: {problem.sentence}")
    name = kind.about.name
    if package in packages_distributions() and normalize_name(name) not in plugins.games:
        raise ConformanceError(
            f"{package} is installed and registers no game {name}; pyproject.toml names its plugin "
            "under [project.entry-points.stackyard]"
        )


def check_hooks(kind: type[Game]) -> None:
    """No optional hook that nobody specifies has nearly the name of one that somebody does."""
    hooks = vars(registry().manager.hook).items()
    known = [name for name, caller in hooks if caller.has_spec()]
    for name in optional_hooks(kind):
        close = "" if name in known else nearest_hook(name, known)
        if close:
            raise ConformanceError(f"no installed package has a hook {name}: did you mean {close}?")
    plugin = plugin_of(kind)
    games = {*registry().games, *_games_of(plugin)}
    for name in [f"stackyard_register_{what}" for what in TOLD]:
        if is_registered(kind, name):
            continue
        for game, registered in registry().contributions[name].items():
            provider = registry().manager.get_plugin(registered.provider.name)
            if provider is plugin and game not in games:
                raise ConformanceError(f"{name} is for a game {game}, which is not installed")


def _games_of(plugin: object) -> set[str]:
    """The names of the games that a plugin registers, also one that no installed package names."""
    found: set[str] = set()
    register: Any = getattr(plugin, "stackyard_register_games", None)
    if register is not None:
        register(register=lambda about, target: found.add(normalize_name(about.name)))
    return found


def _implemented(plugin: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The hooks that a plugin implements, and how they are marked."""
    for name in dir(plugin):
        options: Any = registry().manager.parse_hookimpl_opts(plugin, name)
        if options is not None:
            yield options["specname"] or name, options
