"""`--level auto`: the level that a person beats about half of the time."""

from __future__ import annotations

import click

from stackyard.coach.strength import level_for, level_strengths
from stackyard.records.against_computers import encounters, rated
from stackyard.records.archive import Archive
from stackyard.turnloop.player_specs import levels

AUTO = "auto"


def fitting_level(game: str) -> int:
    """The level for the next match of a game, by the person's matches in the archive."""
    strengths = {
        level: strength for level, strength in level_strengths(game).items() if level in levels()
    }
    if not strengths:
        raise click.UsageError(
            "--level auto: no installed plugin says how strong the levels are; name one, as in "
            "--level 3"
        )
    return level_for(rated(encounters(Archive(), game), strengths)[::-1], strengths)
