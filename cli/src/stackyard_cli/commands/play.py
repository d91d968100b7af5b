"""`stackyard play GAME`."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import click

from stackyard.course import REPETITION
from stackyard.game import Game
from stackyard.match import Match
from stackyard.players import HumanPlayer
from stackyard.plugins.finding import plain
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard.records.writing import record_of
from stackyard.telling import outcome
from stackyard.terms import read_terms
from stackyard_cli import completing
from stackyard_cli.common import (
    Command,
    delay_option,
    game_argument,
    json_option,
    position_option,
    screen_for,
)
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.session import sit_down

OPPONENT = "level:4"


def _player_option(name: str, default: str, sentence: str) -> Callable[[Command], Command]:
    return click.option(
        name,
        default=default,
        show_default=True,
        metavar="SPEC",
        help=sentence,
        shell_complete=completing.players,
    )


@click.command("play", cls=OurCommand)
@game_argument
@_player_option("--first", "human", "Who moves first.")
@_player_option("--second", OPPONENT, "Who moves second.")
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
    "--clock",
    metavar="SPEC",
    help="Play by a clock, such as 300+5; the plugin stackyard-clock reads it.",
)
@click.option(
    "--term",
    "terms",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=completing.terms,
    help="Agree on something beside the rules that a plugin heeds.",
)
@delay_option
@click.option(
    "--keep/--no-keep",
    default=None,
    help="Write the match to the archive, which is done where a person plays.",
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
    clock: str | None,
    terms: tuple[str, ...],
    delay: float,
    keep: bool | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game against the computer or a friend.

    A player is NAME[:KEY=VALUE,…]: human, level:3, mcts:seconds=1, random.
    Type ? in the game for what else can be typed there.
    """
    if repetition == 1:
        raise click.UsageError("--repetition 1: every position stands once; use 0 or 2 and more")
    seed = secrets.randbits(32) if seed is None else seed
    start = None if position is None else game.parse_position(position)
    match = Match(
        game,
        (first, second),
        position=start,
        repetition=repetition,
        seed=seed,
        terms=read_terms(_given(clock, terms)),
    )
    if keep is None:
        keep = any(isinstance(player, HumanPlayer) for player in match.players)
    screen = screen_for(silent=quiet or as_json)
    code, match = sit_down(match, screen, delay, Archive() if keep else None)
    if as_json:
        echo(encode(record_of(match), indent=2))
    elif quiet and match.result is not None:
        echo(outcome(match.course))
    ctx.exit(code)


def _given(clock: str | None, terms: tuple[str, ...]) -> dict[str, str]:
    """The terms that were typed, by name."""
    given: dict[str, str] = {}
    for term in terms if clock is None else (f"clock={clock}", *terms):
        name, equals, text = term.partition("=")
        if not equals or not plain(name):
            raise click.UsageError(f"--term {term}: a term is written NAME=VALUE")
        if plain(name) in given:
            raise click.UsageError(f"--term {term}: {plain(name)} is given twice")
        given[plain(name)] = text
    return given
