"""`stackyard analyse GAME [POSITION]`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from stackyard.analysis import Analysis, Limit, Line, analyse, basis_words, chance_words
from stackyard.drawing.text import status
from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.position import DRAW, ONGOING
from stackyard.text import normalize_name, shortened
from stackyard.turnloop.history import Course
from stackyard_cli import completion
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import (
    PositionCommand,
    Seconds,
    draws_on_terminal,
    echo_json,
    echo_table,
    game_of,
    json_option,
    options_option,
    screen_for,
    settings_words,
    warn,
    workers_option,
)
from stackyard_cli.output import echo
from stackyard_cli.play_from import course_at
from stackyard_engine.commands.solver_progress import StopsOnce

SECONDS = 3.0
AHEAD = 8  # moves shown of the best play
BAR = 40  # characters


@click.command("analyse", cls=PositionCommand, example="analyse silo")
@click.argument("game", metavar="GAME|MATCH", shell_complete=completion.games)
@options_option
@click.argument("position", required=False)
@click.option("--ply", type=click.IntRange(0), metavar="N", help="Of a match: after N moves.")
@click.option("--seconds", type=Seconds(0.001, 3600), help=f"Search so long.  [default: {SECONDS}]")
@click.option(
    "--simulations",
    type=click.IntRange(1),
    help="The number of simulations after which the search ends.",
)
@click.option(
    "--lines",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="The number of moves to show, the best first.",
)
@workers_option
@click.option("--seed", type=int, default=1, show_default=True, help="Of the random games.")
@json_option
def command(
    game: str,
    options: tuple[str, ...],
    position: str | None,
    ply: int | None,
    seconds: float | None,
    simulations: int | None,
    lines: int,
    workers: int,
    seed: int,
    as_json: bool,
) -> None:
    """Show the best moves of a position, of the start without one, and what they are worth.

    Of a match (a number of the archive, or a file), --ply names the position.

    The search runs at full strength and ends when a result is proven. Of a position that a kept
    table knows, or that is solved on the way, the number of moves is told, too. With --simulations
    alone the answer is always the same.
    """
    if _is_match(game):
        if position is not None or options:
            raise click.UsageError(f"{game} is a match; --ply N names one of its positions")
        if ply is None:
            raise click.UsageError(
                f"{game} is a match; --ply N names one of its positions, and "
                f"`{command_line('review', game)}` goes through all of them"
            )
        _, course = course_at(game, ply)
    else:
        if ply is not None:
            raise click.UsageError(f"--ply {ply}: {game} is a game; --ply is for a match")
        chosen = game_of(game, options)
        begins = None if position is None else chosen.parse_position(position.strip())
        course = Course(chosen, begins)
    if course.result is not None:
        raise click.UsageError(f"nothing to analyse: {status(course.scene)}")
    if seconds is None and simulations is None:
        seconds = SECONDS
    limit = Limit(simulations=simulations, seconds=seconds)
    stops = StopsOnce()  # a screen that shows no bar leaves Ctrl-C alone
    with stops, screen_for(silent=as_json).thinking("the adviser", True) as shown:

        def watch(share: float) -> bool:
            return shown(share) or stops.requested

        analysis = analyse(course, limit, watch, seed=seed, workers=workers)
    for warning in analysis.warning.splitlines():
        warn(warning)
    best = [(line, line.best_play) for line in analysis.lines[:lines]]
    if as_json:
        echo_json(_as_json(analysis) | {"lines": [_line_as_json(*each) for each in best]})
        return
    echo(f"{course.game.title} ({settings_words(course.game)})")
    echo(status(course.scene))
    echo()
    if analysis.lines[0].supported:
        _show_balance(course.game, analysis.share)
    else:
        echo("The search was too short to show who stands better.")
    echo()
    effort = "positions" if analysis.evaluator else "games"
    header: tuple[str, ...] = ("move", "alike", "chance", effort, "proven", "moves", "best play")
    rows: list[tuple[str, ...]] = [
        (
            line.text,
            f"+{len(line.images)}" if line.images else "",
            chance_words(line),
            f"{line.visits:,}" if line.visits else "",
            line.result,
            "" if line.plies is None else str(line.plies),
            shortened(play, AHEAD),
        )
        for line, play in best
    ]
    if not any(line.images for line, _ in best):
        header, rows = header[:1] + header[2:], [row[:1] + row[2:] for row in rows]
    echo_table(header, rows, plain_header=True)
    echo()
    echo(f"{basis_words(analysis)}{_verdict(course.game, analysis.proven)}")


def _is_match(name: str) -> bool:
    """Tell if a name refers to a match rather than a game: a number or an existing file."""
    return name.isdecimal() or (
        normalize_name(name) not in registry().games and Path(name).is_file()
    )


def _as_json(analysis: Analysis) -> dict[str, Any]:
    """The analysis as JSON fields, without the lines."""
    game, share = analysis.course.game, analysis.share
    balance = map(_rounded, (share, 1 - share))
    return {
        "game": game.name,
        "options": game.settings,
        "position": game.format_position(analysis.course.position),
        "player": game.colours[analysis.course.player],
        "source": analysis.source,
        "evaluator": analysis.evaluator or None,
        "simulations": analysis.simulations,
        "positions": analysis.positions,
        "memory": analysis.memory,
        "prunings": analysis.prunings,
        "balance": dict(zip(game.colours, balance, strict=True)),
        "proven": _proven(game, analysis.proven),
    }


def _line_as_json(line: Line, play: tuple[str, ...]) -> dict[str, Any]:
    return {
        "move": line.text,
        "words": line.words,
        "value": _rounded(line.value) if line.supported else None,
        "interval": None if line.interval is None else [*map(_rounded, line.interval)],
        "visits": line.visits,
        "images": [*line.texts[1:]],
        "result": line.result or None,
        "moves": line.plies,
        "variation": list(play),
    }


def _rounded(share: float) -> float:
    return round(share, 4)


def _show_balance(game: Game, share: float) -> None:
    """Show the balance of the position as a bar between the colours."""
    length = round(share * BAR)
    if draws_on_terminal():
        from stackyard_cli.terminal import print_balance

        print_balance(game.colours, share, length, BAR)
        return
    first, second = game.colours
    bar = "#" * length + "-" * (BAR - length)
    echo(f"{first} {share:.0%} [{bar}] {1 - share:.0%} {second}")


def _verdict(game: Game, proven: int) -> str:
    """The proven result of the position in words, if there is one."""
    if proven == ONGOING:
        return ""
    if proven == DRAW:
        return "; with best play it is a draw"
    return f"; with best play {game.colours[proven]} wins"


def _proven(game: Game, proven: int) -> str | None:
    """The proven result for programs: a colour, `draw`, or None."""
    if proven == ONGOING:
        return None
    return "draw" if proven == DRAW else game.colours[proven]
