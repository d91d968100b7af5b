"""`stackyard play GAME`."""

from __future__ import annotations

import secrets

import click

from stackyard.game import Game
from stackyard.match import Match
from stackyard_cli.common import echo_json, game_argument, json_option, position_option
from stackyard_cli.session import Session, match_as_json

OPPONENT = "mcts:simulations=1000"


@click.command("play")
@game_argument
@click.option("--first", default="human", show_default=True, metavar="SPEC", help="Moves first.")
@click.option("--second", default=OPPONENT, show_default=True, metavar="SPEC", help="The other.")
@position_option
@click.option("--seed", type=int, help="Makes computer players repeat their choices.")
@click.option(
    "--repetition",
    type=click.IntRange(0),
    default=3,
    show_default=True,
    help="How often a position must stand for a draw; 0 is never.",
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
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game against the computer or a friend.

    A player is NAME[:KEY=VALUE,…]: human, random, mcts:simulations=2000, mcts:seconds=1.
    Type ? in the game for what else can be typed there.
    """
    if seed is None:
        seed = secrets.randbits(32)
    match = Match(
        game,
        (first, second),
        position=None if position is None else game.parse_position(position),
        repetition=repetition,
        seed=seed,
    )
    session = Session(match, talks=not (quiet or as_json))
    code = session.run()
    if as_json:
        echo_json(match_as_json(match, (first, second), seed))
    elif quiet and match.result is not None:
        click.echo(session.result_words())
    ctx.exit(code)
