"""`stackyard perft GAME DEPTH`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from stackyard.enumeration import perft
from stackyard.game import Game
from stackyard.position import Position
from stackyard_cli.common import echo_json, echo_table, game_argument, json_option, position_option
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import progress

UNITS = 2  # plies of the lines that progress counts
AT_ONCE = 4  # plies that are counted in one go, in less than a second


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
    parts = _divided(start, depth) if depth else {}
    texts = {game.format_move(move, start): nodes for move, nodes in parts.items()}
    total = sum(parts.values()) if depth else 1
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


def _divided(start: Position, depth: int) -> dict[int, int]:
    """The result of `divide`, with progress."""
    parts: dict[int, int] = {}
    done, total = 0, perft(start, min(depth, UNITS))
    with progress("lines") as tell:

        def count(position: Position, ply: int) -> int:
            nonlocal done
            rest = depth - ply
            if ply >= UNITS and rest <= AT_ONCE:
                nodes = perft(position, rest)
            else:
                nodes = sum([count(after, ply + 1) for _, after in _played(position)])
            if ply == UNITS:
                done += 1
            tell(done, total)
            return nodes

        for move, after in _played(start):
            parts[move] = count(after, 1) if depth > UNITS else perft(after, depth - 1)
    return parts


def _played(position: Position) -> Iterator[tuple[int, Position]]:
    """Each legal move with the position after it."""
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        yield int(move), after
