"""The texts that plugins register for games, lessons and puzzles: they are read when asked for."""

from __future__ import annotations

import re

from stackyard.errors import PluginError
from stackyard.game import Game
from stackyard.plugins.contributions import contribution
from stackyard.plugins.discovery import words_of
from stackyard.text import quoted


def text_of(hook: str, game: Game) -> str:
    """The text that a plugin registers for a game by a hook; empty without any.

    Raises ProblemError or PluginError, which name the plugin, if it cannot be read.
    """
    registered = contribution(hook, type(game))
    if registered is None:
        return ""
    target = registered.target
    where = f"plugin {registered.provider}: {hook} for {game.name}"
    if isinstance(target, str) and re.match(r"[\w.]+/", target):
        from importlib.resources import files  # takes long to import

        package, _, name = target.partition("/")
        try:
            return files(package).joinpath(name).read_text("utf-8")
        except (ImportError, OSError, TypeError, UnicodeDecodeError) as failure:
            message = f"{where}: {target} cannot be read: {words_of(failure)}"
            raise PluginError(message) from failure
    read, text = target, None
    if not isinstance(target, str) or re.match(r"[\w.]+:", target):  # not the text itself
        read = registered.load()
        text = registered.call() if callable(read) else read
    if not isinstance(text, str):
        raise PluginError(
            f"{where}: {quoted(read)} is neither a file, such as stackyard_silo/lesson.toml, nor a "
            "function that returns a text"
        )
    return text


def source_of(hook: str, game: Game, kind: str) -> str:
    """The name of a text in errors, such as `the lesson of silo by plugin silo (…)`."""
    registered = contribution(hook, type(game))
    by = f" by plugin {registered.provider}" if registered else ""
    return f"the {kind} of {game.name}{by}"


def fault_in(error: Exception, part: str) -> str:
    """The fault that msgspec found, and its place: `step 3, solution: …`, counted from 1."""
    words, _, place = f"{error}".partition(" - at `$")
    found = re.search(r"\[(\d+)\]\.?(\w*)", place)
    if found is None:
        return f"{error}"
    field = f", {found[2]}" if found[2] else ""
    return f"{part} {int(found[1]) + 1}{field}: {words}"
