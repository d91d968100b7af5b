"""`stackyard rules GAME`."""

from __future__ import annotations

import click

from stackyard.plugins import host


@click.command("rules")
@click.argument("game")
def command(game: str) -> None:
    """Show the rules of a game."""
    click.echo(host().game(game)().rules_page().rstrip())
