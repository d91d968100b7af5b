"""How a match is taken up again after it was left."""

from __future__ import annotations

import shlex

from stackyard.options import show_value
from stackyard.plugins.registry import registry
from stackyard.records.stored_match import StoredMatch
from stackyard.turnloop.match import Match


def number_of(match: Match) -> int | None:
    """The match's number in the archive; None where it is not kept."""
    store = match.store
    return store.number if isinstance(store, StoredMatch) and not store.troubled else None


def to_go_on(match: Match) -> str:
    """How to take the match up again."""
    words = ["stackyard"]
    for provider in registry().providers:  # one may have brought the game, a player or a clock
        if provider.installed is None and provider.module is not None:
            words += ["--plugin", provider.source]
    return f"To go on from here:\n  {shlex.join([*words, *_way_on(match)])}"


def _way_on(match: Match) -> list[str]:
    """The command that takes the match up again, or else that begins with its position."""
    game, number = match.game, number_of(match)
    if number:
        return ["resume", str(number)]
    words = ["play", game.name]
    for name, value in game.settings.items():
        words += ["-o", f"{name}={show_value(value)}"]
    words += ["--first", match.specs[0], "--second", match.specs[1]]
    if match.repetition != match.game.repetition:
        words += ["--repetition", str(match.repetition)]
    for name, text in match.terms.items():
        words += ["--term", f"{name}={text}"]
    return [*words, "--position", game.format_position(match.position)]
