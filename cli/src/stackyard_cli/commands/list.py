"""`stackyard list`."""

from __future__ import annotations

import click

from stackyard.plugins.discovery import OUR_GAMES, install_command
from stackyard.plugins.registry import registry
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import draws_on_terminal, echo_json, echo_table, json_option
from stackyard_cli.output import OurCommand, echo


@click.command("list", cls=OurCommand)
@json_option
def command(as_json: bool) -> None:
    """List the installed games, a line each."""
    abouts = [registered.about for registered in registry().games.values()]
    if as_json:
        names = ("name", "title", "designer", "year", "summary")
        echo_json([{name: getattr(about, name) for name in names} for about in abouts])
    elif abouts:
        rows = [(a.name, f"{a.title}, {a.designer} {a.year}", a.summary) for a in abouts]
        echo_table(("game", "title, designer, year", "in a sentence"), rows)
        if draws_on_terminal():
            name = abouts[0].name
            play, rules = command_line("play", name), command_line("rules", name)
            echo(f"To play: {play}; for its rules: {rules}")
    else:
        echo("No game is installed. To install one:")
        for name in OUR_GAMES:
            echo(f"  {install_command(name)}")
