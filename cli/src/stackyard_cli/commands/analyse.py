"""`stackyard analyse GAME [POSITION]`."""

from __future__ import annotations

import click

from stackyard.drawing.text import status
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard_cli.advice import Advice, advise
from stackyard_cli.common import (
    PositionCommand,
    Seconds,
    draws_on_terminal,
    echo_json,
    echo_table,
    game_argument,
    json_option,
    settings_words,
    table_for,
)

SECONDS = 3.0
AHEAD = 8  # moves shown of the best play
BAR = 40  # characters


@click.command("analyse", cls=PositionCommand)
@game_argument
@click.argument("position", required=False)
@click.option("--seconds", type=Seconds(0.001, 3600), help=f"Search so long.  [default: {SECONDS}]")
@click.option("--simulations", type=click.IntRange(1), help="Search until so many have been run.")
@click.option(
    "--lines",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Show so many moves, the best first.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Search in so many processes.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random games.")
@json_option
def command(
    game: Game,
    position: str | None,
    seconds: float | None,
    simulations: int | None,
    lines: int,
    workers: int,
    seed: int,
    as_json: bool,
) -> None:
    """Show the best moves of a position, of the start without one, and what they are worth.

    It is the full search, whatever the level of an opponent. A result that is proven ends it. With
    --simulations alone the answer is always the same.
    """
    start = game.initial() if position is None else game.parse_position(position.strip())
    if start.winner != ONGOING:
        raise click.UsageError(f"nothing is to be found out: {status(game.scene(start))}")
    if seconds is None and simulations is None:
        seconds = SECONDS
    with table_for(silent=as_json).thinking("the adviser", True) as watch:
        advice = advise(game, start, seed, simulations, seconds, watch, workers=workers)
    if as_json:
        echo_json(
            {
                "game": game.name,
                "options": game.settings,
                "position": game.format_position(start),
                "player": game.colours[advice.player],
                "simulations": advice.simulations,
                "balance": dict(
                    zip(game.colours, map(_rounded, (advice.share, 1 - advice.share)), strict=True)
                ),
                "proven": _proven(game, advice),
                "lines": [
                    {
                        "move": choice.text,
                        "words": choice.words,
                        "value": _rounded(choice.value),
                        "visits": choice.visits,
                        "result": choice.result or None,
                        "variation": list(choice.variation),
                    }
                    for choice in advice.choices[:lines]
                ],
            }
        )
        return
    click.echo(f"{game.title} ({settings_words(game)})")
    click.echo(status(game.scene(start)))
    click.echo()
    _show_balance(game, advice)
    click.echo()
    head = ("move", "value", "games", "proven", "best play")
    rows = [
        (
            choice.text,
            f"{choice.value:.1%}",
            f"{choice.visits:,}",
            choice.result,
            " ".join(choice.variation[:AHEAD]) + " …" * (len(choice.variation) > AHEAD),
        )
        for choice in advice.choices[:lines]
    ]
    echo_table(head, rows, plain_head=True)
    click.echo()
    click.echo(f"{advice.simulations:,} games tried{_verdict(game, advice)}")


def _rounded(share: float) -> float:
    return round(share, 4)


def _show_balance(game: Game, advice: Advice) -> None:
    """Who stands better, as a bar between the colours."""
    length = round(advice.share * BAR)
    if draws_on_terminal():
        from stackyard_cli.terminal import print_balance

        print_balance(game.colours, advice.share, length, BAR)
        return
    first, second = game.colours
    bar = "#" * length + "-" * (BAR - length)
    click.echo(f"{first} {advice.share:.0%} [{bar}] {1 - advice.share:.0%} {second}")


def _verdict(game: Game, advice: Advice) -> str:
    """What is proven of the position, if that is."""
    if advice.proven == ONGOING:
        return ""
    if advice.proven == DRAW:
        return "; with best play it is a draw"
    return f"; with best play {game.colours[advice.proven]} wins"


def _proven(game: Game, advice: Advice) -> str | None:
    """The same for programs: a colour, `draw`, or nothing."""
    if advice.proven == ONGOING:
        return None
    return "draw" if advice.proven == DRAW else game.colours[advice.proven]
