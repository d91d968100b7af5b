"""`--level auto`: the level that a plugin finds to fit a person."""

from __future__ import annotations

import click

from stackyard.plugins.discovery import install_command
from stackyard_cli.hookspecs import FittingLevel, caller

AUTO = "auto"


def fitting_level(game: str) -> FittingLevel:
    """The level for the next match of a game; a click.UsageError says which package finds it."""
    found: FittingLevel | None = caller("stackyard_fitting_level", guard=None)(game=game)
    if found is None:
        raise click.UsageError(
            f"--level {AUTO} comes with stackyard-coach: {install_command('coach')}; or name one, "
            "as in --level 3"
        )
    return found
