"""`stackyard analyse GAME [POSITION]`."""

from __future__ import annotations

from typing import Any

import click

from stackyard.course import Course
from stackyard.drawing.text import status
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard.search.advice import best_play
from stackyard.search.engine import Analysis, Line, analyse
from stackyard.search.limits import Limit
from stackyard_cli.common import (
    PositionCommand,
    Seconds,
    draws_on_terminal,
    echo_json,
    echo_table,
    game_argument,
    json_option,
    screen_for,
    settings_words,
)
from stackyard_cli.output import echo

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
    course = Course(game, start)
    if course.result is not None:
        raise click.UsageError(f"nothing is to be found out: {status(course.scene)}")
    if seconds is None and simulations is None:
        seconds = SECONDS
    limit = Limit(simulations=simulations, seconds=seconds)
    with screen_for(silent=as_json).thinking("the adviser", True) as watch:
        analysis = analyse(course, limit, watch, seed=seed, workers=workers)
    best = [(line, best_play(line)) for line in analysis.lines[:lines]]
    if as_json:
        echo_json(_as_json(analysis) | {"lines": [_line_as_json(*each) for each in best]})
        return
    echo(f"{game.title} ({settings_words(game)})")
    echo(status(course.scene))
    echo()
    _show_balance(game, analysis.share)
    echo()
    head = ("move", "value", "games", "proven", "best play")
    rows = [
        (
            line.text,
            f"{line.value:.1%}",
            f"{line.visits:,}",
            line.result,
            " ".join(play[:AHEAD]) + " …" * (len(play) > AHEAD),
        )
        for line, play in best
    ]
    echo_table(head, rows, plain_head=True)
    echo()
    echo(f"{analysis.simulations:,} games tried{_verdict(game, analysis.proven)}")


def _as_json(analysis: Analysis) -> dict[str, Any]:
    """What was found out, without the lines."""
    game, share = analysis.course.game, analysis.share
    balance = map(_rounded, (share, 1 - share))
    return {
        "game": game.name,
        "options": game.settings,
        "position": game.format_position(analysis.course.position),
        "player": game.colours[analysis.course.player],
        "simulations": analysis.simulations,
        "balance": dict(zip(game.colours, balance, strict=True)),
        "proven": _proven(game, analysis.proven),
    }


def _line_as_json(line: Line, play: tuple[str, ...]) -> dict[str, Any]:
    return {
        "move": line.text,
        "words": line.words,
        "value": _rounded(line.value),
        "visits": line.visits,
        "result": line.result or None,
        "variation": list(play),
    }


def _rounded(share: float) -> float:
    return round(share, 4)


def _show_balance(game: Game, share: float) -> None:
    """Who stands better, as a bar between the colours."""
    length = round(share * BAR)
    if draws_on_terminal():
        from stackyard_cli.terminal import print_balance

        print_balance(game.colours, share, length, BAR)
        return
    first, second = game.colours
    bar = "#" * length + "-" * (BAR - length)
    echo(f"{first} {share:.0%} [{bar}] {1 - share:.0%} {second}")


def _verdict(game: Game, proven: int) -> str:
    """What is proven of the position, if that is."""
    if proven == ONGOING:
        return ""
    if proven == DRAW:
        return "; with best play it is a draw"
    return f"; with best play {game.colours[proven]} wins"


def _proven(game: Game, proven: int) -> str | None:
    """The same for programs: a colour, `draw`, or nothing."""
    if proven == ONGOING:
        return None
    return "draw" if proven == DRAW else game.colours[proven]
