"""The command that resumes a match after the person has left it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from stackyard.options import show_value
from stackyard.plugins.registry import registry
from stackyard.records.stored_match import StoredMatch
from stackyard.turnloop.match import Match
from stackyard.turnloop.player_specs import runs_program


def archive_number(match: Match) -> int | None:
    """The match's number in the archive; None if it is not stored there."""
    store = match.store
    return store.number if isinstance(store, StoredMatch) and not store.troubled else None


def resume_hint(match: Match, options: Sequence[str] = ()) -> str:
    """A sentence with the command, and its `options`, that resumes the match."""
    command = ["stackyard"]
    for provider in registry().providers:  # of the game, a player or a clock, perhaps
        if provider.installed is None and provider.module is not None:
            command += ["--plugin", provider.source]
    return f"To go on from here:\n  {shlex.join([*command, *_resume_command(match), *options])}"


def _resume_command(match: Match) -> list[str]:
    """The command that resumes the match, or else one that begins with its position."""
    game, number = match.game, archive_number(match)
    if number:
        programs = [
            word
            for option, spec in zip(("--first", "--second"), match.specs, strict=True)
            if runs_program(spec)
            for word in (option, spec)
        ]
        return ["resume", str(number), *programs]
    words = ["play", game.name]
    for name, value in game.settings.items():
        words += ["-o", f"{name}={show_value(value)}"]
    words += ["--first", match.specs[0], "--second", match.specs[1]]
    if match.repetition != match.game.repetition:
        words += ["--repetition", str(match.repetition)]
    for name, text in match.terms.items():
        words += ["--term", f"{name}={text}"]
    return [*words, "--position", game.format_position(match.position)]
