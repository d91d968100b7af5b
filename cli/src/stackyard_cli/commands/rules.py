"""`stackyard rules GAME`."""

from __future__ import annotations

import click

from stackyard.plugins.host import host
from stackyard_cli import completing
from stackyard_cli.common import draws_on_terminal
from stackyard_cli.output import OurCommand, echo


@click.command("rules", cls=OurCommand)
@click.argument("game", shell_complete=completing.games)
def command(game: str) -> None:
    """Show the rules of a game."""
    page = host().game(game)().rules_page()
    if draws_on_terminal():
        from stackyard_cli.terminal import TerminalScreen

        TerminalScreen().page(page)
    else:
        echo(page.rstrip())
