"""`stackyard perft GAME DEPTH`."""

from __future__ import annotations

import click

from stackyard.enumeration import divide, perft
from stackyard.game import Game
from stackyard_cli.common import echo_json, echo_table, game_argument, json_option, position_option
from stackyard_cli.output import OurCommand, echo


@click.command("perft", cls=OurCommand, example="perft silo 3")
@game_argument
@click.argument("depth", type=click.IntRange(0, 1000))
@position_option
@click.option("--divide", "divided", is_flag=True, help="Show the count of each first move.")
@json_option
def command(game: Game, depth: int, position: str | None, divided: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH moves; a game that is over has none longer."""
    start = game.initial() if position is None else game.parse_position(position)
    if divided and depth == 0:
        raise click.UsageError("--divide needs a DEPTH of 1 or more")
    parts = divide(start, depth) if divided else {}
    texts = {game.format_move(move, start): nodes for move, nodes in parts.items()}
    total = sum(parts.values()) if divided else perft(start, depth)
    if as_json:
        answer = {
            "game": game.name,
            "options": game.settings,
            "position": game.format_position(start),
            "depth": depth,
            "nodes": total,
        }
        echo_json(answer | ({"divide": texts} if divided else {}))
    elif divided:
        rows = [(move, str(nodes)) for move, nodes in texts.items()]
        echo_table(("move", "sequences"), [*rows, ("total", str(total))])
    else:
        echo(total)
