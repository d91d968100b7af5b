"""Named starts of a game."""

from __future__ import annotations

import re

import click

from stackyard.descriptions import Start
from stackyard.errors import PositionError
from stackyard.game import Game
from stackyard.notation import listed
from stackyard.options import show_value
from stackyard.plugins.registry import load_game, registry
from stackyard.position import Position
from stackyard.text import normalize_name
from stackyard_cli.common import settings_words


def start_of(game: str, named: str) -> Start:
    """The start with this name, or with these words in its name if they are unambiguous."""
    kind = registry().game(game)
    if not kind.starts:
        raise click.UsageError(f"--start {named}: {kind.about.name} has no starts with names")
    wanted = _words(named)
    exact = [start for start in kind.starts if _words(start.name) == wanted]
    found = exact or [start for start in kind.starts if f" {wanted} " in f" {_words(start.name)} "]
    if wanted and len(found) == 1:
        return found[0]
    names = listed([f"'{start.name}'" for start in found or kind.starts], "or")
    raise click.UsageError(f"--start {named}: name one of {names}")


def with_settings(start: Start, options: tuple[str, ...]) -> tuple[str, ...]:
    """The typed options together with those that the start needs."""
    typed = {normalize_name(text.partition("=")[0]): text for text in options}
    needed = {name: f"{name}={show_value(value)}" for name, value in start.settings.items()}
    for name in needed:
        given = typed.get(normalize_name(name), needed[name])
        if given.partition("=")[2].strip() != needed[name].partition("=")[2]:
            raise click.UsageError(f"-o {given}: the start '{start.name}' needs {needed[name]}")
    return (*options, *[text for name, text in needed.items() if normalize_name(name) not in typed])


def position_of(start: Start, game: Game) -> Position:
    """The position of a start, if the chosen options are those of its board."""
    try:
        return game.parse_position(start.position)
    except PositionError as refused:
        own = load_game(game.name, **start.settings)
        if game.settings == own.settings:
            raise
        raise click.UsageError(
            f"the start '{start.name}' belongs to another board, that with {settings_words(own)}"
        ) from refused


def _words(name: str) -> str:
    """A name for comparison: lower case, with single blanks between words."""
    return " ".join(re.findall(r"[^\W_]+", name.casefold()))
