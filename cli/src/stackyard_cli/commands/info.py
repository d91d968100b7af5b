"""`stackyard info GAME`."""

from __future__ import annotations

from textwrap import fill, indent

import click

from stackyard.game import Game
from stackyard.options import typed
from stackyard_cli.common import (
    build_words,
    draws_on_terminal,
    echo_json,
    echo_table,
    game_argument,
    json_option,
    settings_words,
)
from stackyard_cli.output import OurCommand, echo, tell

NOTATION_COLUMNS = 76  # where the output is no terminal


@click.command("info", cls=OurCommand, example="info silo")
@game_argument
@json_option
def command(game: Game, as_json: bool) -> None:
    """Show a game's options, sizes and notation."""
    start = game.format_position(game.initial())
    if as_json:
        echo_json(
            {
                "name": game.name,
                "title": game.title,
                "designer": game.designer,
                "year": game.year,
                "summary": game.about.summary,
                "build": game.build,
                "rules_version": game.rules_version,
                "colours": game.colours,
                "settings": game.settings,
                "options": [
                    {
                        "name": option.name,
                        "default": option.default_words,
                        "allowed": option.allowed,
                        "help": option.help,
                    }
                    for option in game.options
                ],
                "board": repr(game.board),
                "move_space": game.move_space,
                "start": start,
                "starts": [vars(each) for each in game.starts],
                "notation": game.notation,
            }
        )
        return
    tell(f"{game.title}, {game.designer} {game.year}. {game.about.summary}")
    tell(f"{game.colours[0]} moves first, then {game.colours[1]}. {build_words(game)}")
    if game.options:
        echo("\nOptions (-o NAME=VALUE)")
        rows = [(o.name, o.default_words, o.allowed, o.help) for o in game.options]
        echo_table(("name", "default", "allowed", "meaning"), rows, plain_header=True)
    echo(f"\nWith {settings_words(game)}:")
    echo(f"  board  {game.board!r}, {len(game.board)} cells")
    echo(f"  start  {start}")
    if game.starts:
        echo("\nOther starts (--start NAME)")
    for each in game.starts:
        settings = typed(each.settings).strip()
        tell(f"  {each.name}{settings and f' ({settings})'}: {each.summary}")
        echo(f"    {each.position}")
    if game.notation:
        echo("\nNotation")
        if draws_on_terminal():
            tell(f"  {game.notation}")
        else:
            echo(indent(fill(game.notation, NOTATION_COLUMNS), "  "))
