"""`--level auto`: the level that a person beats about half of the time."""

from __future__ import annotations

import click

from stackyard.coach.strength import RECENT, level_for, level_strengths, strength_of
from stackyard.records.against_computers import encounters, rated
from stackyard.records.archive import Archive
from stackyard.text import plural
from stackyard.turnloop.player_specs import levels
from stackyard_cli.hookspecs import FittingLevel


def fitting_level(game: str) -> FittingLevel:
    """The level for the next match of a game, by the person's matches in the archive."""
    strengths = {
        level: strength for level, strength in level_strengths(game).items() if level in levels()
    }
    if not strengths:
        raise click.UsageError(
            "--level auto: no installed plugin says how strong the levels are; name one, as in "
            "--level 3"
        )
    results = rated(encounters(Archive(), game), strengths)[::-1]
    level = level_for(results, strengths)
    if not results:
        return FittingLevel(level, f"Level {level}: no finished match without help counts yet")
    yours = strength_of(results[-RECENT:])
    return FittingLevel(
        level,
        f"Level {level}, with a rating of {strengths[level]:.0f}: yours is {yours.value:.0f} "
        f"({yours.low:.0f} to {yours.high:.0f}) by your last "
        f"{plural(yours.matches, 'match', 'matches')} without help",
    )
