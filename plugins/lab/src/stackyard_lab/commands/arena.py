"""`stackyard arena GAME SPEC SPEC …`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.records.archive import Archive
from stackyard_cli import completion, files
from stackyard_cli.common import (
    echo_json,
    echo_table,
    game_argument,
    json_option,
    settings_words,
)
from stackyard_cli.error_handling import with_notes
from stackyard_cli.exit_codes import INCOMPLETE, INTERRUPTED
from stackyard_cli.output import echo
from stackyard_engine.commands.game_workers import executor_option
from stackyard_lab.commands.long_run import (
    LongRun,
    html_option,
    is_page_alone,
    keep_option,
    progress_of,
    tell_interrupted,
    workers_of,
    workers_option,
)
from stackyard_lab.plan import GAMES, OPENING, Plan

if TYPE_CHECKING:
    from stackyard_lab.arena import Arena
    from stackyard_lab.arena_report import Report


def _split(between: str, *parts: Callable[[str], Any]) -> Callable[..., Any]:
    """A parser of two values with a character between them, each with its type."""

    def read(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Any:
        if value is None:
            return None
        texts = value.rpartition(between)[::2]
        try:
            return tuple([part(text) for part, text in zip(parts, texts, strict=True)])
        except ValueError:
            raise click.BadParameter(f"{value!r} is not {parameter.metavar}") from None

    return read


def _elo(text: str) -> float:
    """A finite number; else ValueError."""
    if not isfinite(elo := float(text)):
        raise ValueError(text)
    return elo


@click.command("arena", cls=LongRun, example="arena silo level:3 random --games 10")
@game_argument
@click.argument(
    "players", metavar="SPEC SPEC…", nargs=-1, required=True, shell_complete=completion.players
)
@click.option("--games", default=GAMES, show_default=True, help="Games of each pair, even.")
@click.option(
    "--opening",
    type=click.IntRange(0),
    default=OPENING,
    show_default=True,
    metavar="TURNS",
    help="Random turns before the players begin; two games share them, colours swapped.",
)
@click.option("--seed", default=1, show_default=True, help="Of openings and players.")
@click.option(
    "--clock",
    metavar="SPEC",
    help="Play with a clock, such as 1min+1s or 10s/move; stackyard-clock reads it.",
)
@workers_option
@executor_option
@click.option(
    "--sprt",
    callback=_split(",", float, float),
    metavar="ELO0,ELO1",
    help="Stop when a sequential test has decided between these Elo differences.",
)
@click.option(
    "--anchor",
    callback=_split("=", str, _elo),
    metavar="SPEC=ELO",
    help="Give this player this Elo; else the mean is 0.",
)
@html_option
@files.force_option
@keep_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: Game,
    players: tuple[str, ...],
    games: int,
    opening: int,
    seed: int,
    clock: str | None,
    workers: int | None,
    executor: str | None,
    sprt: tuple[float, float] | None,
    anchor: tuple[str, float] | None,
    html: str | None,
    force: bool,
    keep: bool,
    as_json: bool,
) -> None:
    """Let computer players meet, and rate them.

    Each SPEC describes a player, such as random or mcts:simulations=200. All players meet, N games
    a pair, with colours swapped over the same random opening. Games are stored in the archive as
    they end: the same command continues after an interrupt, and plays nothing twice.
    """
    from stackyard_lab.arena import Arena
    from stackyard_lab.arena_report import report_of
    from stackyard_lab.elo_test import EloTest

    page_alone = is_page_alone(html, force, as_json)
    workforce = workers_of(executor, workers)
    terms = {} if clock is None else {"clock": clock}
    plan = Plan(game.name, players, game.settings, games, seed, opening, terms)

    def look() -> Arena:
        """The arena with the games played so far."""
        return Arena(plan, Archive() if keep else None, None if sprt is None else EloTest(*sprt))

    arena = look()
    report_of(arena, anchor)  # refuses an unknown anchor
    there, code = len(arena.outcomes), 0
    if there and not (as_json or page_alone):
        echo(f"{there} of {plan.total} games are in the archive already")
    try:
        with (
            progress_of("games", as_json) as tell,
            workforce,
            closing(arena.play(workforce)) as rest,
        ):
            tell(there, plan.total)
            for _ in rest:
                tell(len(arena.outcomes), plan.total)
    except KeyboardInterrupt:
        code = INTERRUPTED
        if keep:  # it may have come between storing a game and counting it
            arena = look()
    except Exception as failure:
        if keep and arena.outcomes:
            failure.add_note(f"What to do: {_kept(arena)}.")
        if workforce.begun and isinstance(failure, StackyardError):  # no misuse
            raise click.ClickException(with_notes(str(failure), failure)) from failure
        raise
    report = report_of(arena, anchor)
    if report.missing:
        code = code or INCOMPLETE
    if as_json:
        echo_json(asdict(report))
    elif not page_alone:
        _echo(report, settings_words(game))
        if keep and arena.outcomes:
            echo(f"The games: stackyard matches --label '{arena.label}'")
    if html is not None:
        from stackyard_lab.arena_page import page

        files.write("--html", html, page(arena, report).encode())
    if code == INTERRUPTED:
        tell_interrupted(_kept(arena) if keep else None, as_json or page_alone)
    ctx.exit(code)


def _kept(arena: Arena) -> str:
    """A sentence about the games of an interrupted arena."""
    games = sum([outcome.winner is not None for outcome in arena.outcomes.values()])
    return f"{games} of {arena.plan.total} games are kept, and the same command continues"


def _echo(report: Report, settings: str) -> None:
    """Print the report."""
    from stackyard_lab.arena_report import heading, sentences, tables

    echo(f"{heading(report)} ({settings})")
    for table in tables(report):
        echo(f"\n{table.title}")
        echo_table(*table.aligned(), plain_header=True)
    echo()
    for sentence in sentences(report):
        echo(sentence)
