"""The packages that may be absent: what each brings, and the command that installs it."""

from __future__ import annotations

from typing import Final

import click

from stackyard.errors import PluginError, RecordError
from stackyard.plugins.discovery import install_command
from stackyard.plugins.registry import Registered, registry
from stackyard.text import normalize_name, quoted
from stackyard_cli.hookspecs import FittingLevel

AUTO = "auto"  # in place of a level

# The formats of exports and imports, by the packages that bring them.
FORMATS: Final = {
    "svg": "pictures",
    "png": "pictures",
    "gif": "pictures",
    "text": "notations",
    "abstract_play": "notations",
    "link": "notations",
}
# The kinds of players, likewise.
PLAYERS: Final = {
    **dict.fromkeys(("level", "mcts", "alphabeta", "perfect", "mirror"), "engine"),
    **dict.fromkeys(("ugi", "gtp"), "protocols"),
    "restricted": "lab",
}
# The commands of the shell, likewise, and those of prompts.
SHELL_COMMANDS: Final = {
    **dict.fromkeys(("arena", "study"), "lab"),
    **dict.fromkeys(("lesson", "puzzles", "review", "stats"), "coach"),
    **dict.fromkeys(("seat_code", "serve"), "web"),
    **dict.fromkeys(
        ("analyse", "bench", "certify", "regret", "solve", "tables", "train", "tune"), "engine"
    ),
    "engine": "protocols",
    "mcp": "language_models",
    "site": "site",
}
PROMPT_COMMANDS_OF: Final = {
    **dict.fromkeys(("hint", "review", "learn"), "coach"),
    "link": "notations",
}
ENDINGS: Final = {
    **{form: form for form in ("svg", "png", "gif", "link")},
    **dict.fromkeys(("txt", "pgn"), "text"),
    "ap.json": "abstract_play",
}


def form_named(name: str) -> Registered:
    """The export format of this name; a click.UsageError says which package brings it."""
    name = normalize_name(name)
    known = registry().exporters
    if name in known:
        return known[name]
    if name in FORMATS:
        raise click.UsageError(_missing(name))
    names = ", ".join([repr(each) for each in known])
    raise click.UsageError(f"{name!r} is not one of {names}.")


def importer_named(name: str) -> Registered:
    """The importer of this name; RecordError says which package brings it."""
    known = registry().importers
    if name not in known:
        raise RecordError(_missing(name))
    return known[name]


def player_spec(typed: str | None) -> str | None:
    """The full description of a player: a number alone is a level.

    Raises a click.UsageError for a player whose package is absent, with the package.
    """
    if typed is None:
        return None
    spec = f"level:{typed.strip()}" if typed.strip().isdecimal() else typed
    name = normalize_name(spec.partition(":")[0])
    if name in PLAYERS and name not in registry().players:
        raise click.UsageError(package_words(f"the player {name}", PLAYERS[name]))
    return spec


def fitting_level(game: str) -> FittingLevel:
    """The level that fits a person; a click.UsageError says which package finds it."""
    manager = registry().manager
    found: object = manager.caller("stackyard_fitting_level")(game=game)
    if isinstance(found, FittingLevel):
        return found
    if not found:  # an empty list where no plugin specifies the hook
        raise click.UsageError(package_words(f"--level {AUTO}", "coach"))
    plugin = registry().last_called()
    raise PluginError(f"plugin {plugin}: stackyard_fitting_level returned {quoted(found)}")


def package_words(what: str, package: str) -> str:
    """The package that brings something, and the command that installs it."""
    return f"{what} comes with stackyard-{package}: {install_command(package)}"


def _missing(name: str) -> str:
    return package_words(f"the format {name}", FORMATS[name])
