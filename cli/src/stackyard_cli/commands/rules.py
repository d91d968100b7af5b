"""`stackyard rules GAME`."""

from __future__ import annotations

import click

from stackyard.plugins.registry import registry
from stackyard_cli import completion
from stackyard_cli.common import draws_on_terminal, game_name
from stackyard_cli.output import OurCommand, echo


@click.command("rules", cls=OurCommand, example="rules silo")
@click.argument("game", shell_complete=completion.games)
@click.option("--short", is_flag=True, help="What fits on one screen.")
def command(game: str, short: bool) -> None:
    """Show the rules of a game."""
    loaded = registry().game(game_name(game))()
    page = loaded.rules_in_short() if short else loaded.rules_page()
    if draws_on_terminal():
        from stackyard_cli.terminal import TerminalScreen

        TerminalScreen().page(page)
    else:
        echo(page.rstrip())
