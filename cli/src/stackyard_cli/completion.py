"""Completions that a shell offers: games, their options and values, players, matches."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import islice

import click
from click.shell_completion import CompletionItem

from stackyard.descriptions import PlayerKind
from stackyard.errors import StackyardError
from stackyard.options import Option, Span, show_value
from stackyard.plugins.registry import Registered, registry
from stackyard.turnloop.player_specs import levels as known_levels
from stackyard_cli.absent import AUTO

MAX_VALUES = 100  # a longer range is not listed


def games(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The installed games."""
    return _registered(registry().games, typed)


def settings(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """`NAME=` for each option of the typed game, then `NAME=VALUE`."""
    with suppress(StackyardError):
        return _settings(registry().game(_game(ctx)).options, typed, "")
    return []


def starts(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The starts of the typed game, with - for blanks in their names."""
    with suppress(StackyardError):
        return [
            CompletionItem(name, help=start.summary)
            for start in registry().game(_game(ctx)).starts
            if (name := "-".join(start.name.lower().split())).startswith(typed.lower())
        ]
    return []


def players(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The players and, after a colon, their options."""
    name, colon, rest = typed.partition(":")
    if not colon:
        return _registered(registry().players, typed)
    registered = registry().players.get(name)
    if registered is None:
        return []
    kind: PlayerKind = registered.about
    done, comma, last = rest.rpartition(",")
    fitting = _settings(kind.options, last, f"{name}:{done}{comma}")
    if name == "level" and not comma:
        numbers = [str(level) for level in known_levels()]
        fitting = [CompletionItem(f"level:{n}") for n in numbers if n.startswith(rest)] + fitting
    return fitting


def levels(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The levels, and `auto`."""
    return [
        CompletionItem(text)
        for text in [*map(str, known_levels()), AUTO]
        if text.startswith(typed.lower())
    ]


def forms(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The export formats."""
    return _registered(registry().exporters, typed)


def matches(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The latest matches in the archive."""
    return _matches(typed)


def unfinished(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The latest matches that can be resumed."""
    return _matches(typed, finished=False)


def sources(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The latest matches in the archive; files if none begins with the typed text."""
    return _matches(typed) or [CompletionItem(typed, type="file")]


def _registered(known: Mapping[str, Registered], typed: str) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=registered.about.summary)
        for name, registered in known.items()
        if name.startswith(typed.lower())
    ]


def _game(ctx: click.Context) -> str:
    """The name of the typed game."""
    # Click has not assigned the arguments when the word being typed belongs to an option.
    return ctx.params.get("game") or "".join(ctx.args[:1])


def _matches(typed: str, finished: bool | None = None) -> list[CompletionItem]:
    from stackyard.records.archive import Archive

    found = Archive(patience=0.0).entries(finished=finished, digits=typed)
    try:
        entries = list(islice(found, MAX_VALUES))
    except StackyardError:
        return []
    return [
        CompletionItem(str(entry.number), help=getattr(entry.record, "game", "cannot be read"))
        for entry in entries
    ]


def _settings(options: tuple[Option, ...], typed: str, before: str) -> list[CompletionItem]:
    name, equals, value = typed.partition("=")
    if not equals:
        names = [option for option in options if option.name.startswith(name)]
        return [CompletionItem(f"{before}{o.name}=", help=o.help) for o in names]
    return [
        CompletionItem(f"{before}{name}={text}")
        for option in options
        if option.name == name
        and not isinstance(option.values, Span)
        and len(option.values) <= MAX_VALUES
        for text in map(show_value, option.values)
        if text.startswith(value)
    ]
