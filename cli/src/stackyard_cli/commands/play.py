"""`stackyard play GAME`."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import click

from stackyard.game import Game
from stackyard.match import REPETITION, Match
from stackyard.players import HumanPlayer
from stackyard.rng import derive
from stackyard_cli import completing
from stackyard_cli.common import (
    Command,
    Seconds,
    echo_json,
    game_argument,
    is_terminal,
    json_option,
    position_option,
)
from stackyard_cli.session import Session
from stackyard_cli.table import PlainTable, Table

OPPONENT = "mcts:simulations=1000"


def _player_option(name: str, default: str, sentence: str) -> Callable[[Command], Command]:
    return click.option(
        name,
        default=default,
        show_default=True,
        metavar="SPEC",
        help=sentence,
        shell_complete=completing.players,
    )


@click.command("play")
@game_argument
@_player_option("--first", "human", "Who moves first.")
@_player_option("--second", OPPONENT, "Who plays against him.")
@position_option
@click.option("--seed", type=int, help="Makes computer players repeat their choices.")
@click.option(
    "--repetition",
    type=click.IntRange(0),
    default=REPETITION,
    show_default=True,
    help="How often a position must stand for a draw; 0 is never.",
)
@click.option(
    "--delay",
    type=Seconds(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="Show the board for so long before each move of a computer.",
)
@click.option("--quiet", is_flag=True, help="Print the result only.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: Game,
    first: str,
    second: str,
    position: str | None,
    seed: int | None,
    repetition: int,
    delay: float,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game against the computer or a friend.

    A player is NAME[:KEY=VALUE,…]: human, random, mcts:simulations=2000, mcts:seconds=1.
    Type ? in the game for what else can be typed there.
    """
    if repetition == 1:
        raise click.UsageError("--repetition 1: every position stands once; use 0 or 2 and more")
    seed = secrets.randbits(32) if seed is None else seed
    start = None if position is None else game.parse_position(position)
    table = _table(silent=quiet or as_json)
    while True:
        match = Match(game, (first, second), position=start, repetition=repetition, seed=seed)
        session = Session(match, table, (first, second), seed, delay)
        code = session.run()
        has_person = any(isinstance(player, HumanPlayer) for player in match.players)
        if code or match.result is None or not has_person:
            break
        if not table.confirm("Play again with colours swapped?"):
            break
        first, second, seed = second, first, derive(seed, 1)
    if as_json:
        echo_json(session.as_json())
    elif quiet and match.result is not None:
        click.echo(session.result_words())
    ctx.exit(code)


def _table(silent: bool) -> Table:
    """A terminal where there is one, else plain text."""
    if not silent and is_terminal():
        from stackyard_cli.terminal import TerminalTable

        return TerminalTable()
    return PlainTable(talks=not silent)
