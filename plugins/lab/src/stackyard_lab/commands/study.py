"""`stackyard study GAME`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.options import show_value
from stackyard.plugins.executors import MakeExecutor
from stackyard.position import DRAW, ONGOING
from stackyard.records.archive import Archive
from stackyard.text import plural
from stackyard_cli import completion, files
from stackyard_cli.common import echo_json, echo_table, game_argument, json_option
from stackyard_cli.error_handling import with_notes
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.output import echo
from stackyard_lab.commands.long_run import (
    LongRun,
    executor_option,
    html_option,
    keep_option,
    progress_of,
    tell_interrupted,
    workers_of,
    workers_option,
)
from stackyard_lab.study.settings import MOST_GAMES, PLAYER, SIMULATIONS, StudySettings

if TYPE_CHECKING:
    from stackyard_lab.study.report import Figure, FirstMove, Metric, StudyReport
    from stackyard_lab.study.study import Study

MINUTES = 5.0
MOST_FIRST_MOVES = 12  # in the table


@click.command("study", cls=LongRun, example="study silo --minutes 5")
@game_argument
@click.option(
    "--minutes",
    type=click.FloatRange(0, 10_000, min_open=True),
    default=MINUTES,
    show_default=True,
    metavar="M",
    help="Processor minutes of this run.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=MOST_GAMES,
    show_default=True,
    metavar="N",
    help="Stop when there are so many games of the player against itself.",
)
@click.option(
    "--player",
    metavar="SPEC",
    default=PLAYER,
    show_default=True,
    shell_complete=completion.players,
    help="The player that meets itself.",
)
@click.option(
    "--judge",
    type=click.IntRange(1, 10**9),
    default=SIMULATIONS,
    show_default=True,
    metavar="N",
    help="Simulations of the judge for each position.",
)
@click.option("--seed", default=1, show_default=True, help="Of the players and the judge.")
@workers_option
@executor_option
@html_option
@files.force_option
@keep_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: Game,
    minutes: float,
    games: int,
    player: str,
    judge: int,
    seed: int,
    workers: int | None,
    executor: str | None,
    html: str | None,
    force: bool,
    keep: bool,
    as_json: bool,
) -> None:
    """Measure whether a game is balanced, deep, clear, dramatic and decisive.

    A player meets itself and others, and a judge assesses the positions of the games. Each number
    has an interval that stays valid however often you look, or it is proven. Games are stored in
    the archive as they end: the same command plays more of them, and nothing twice.
    """
    from stackyard_lab.study.report import StudyReport
    from stackyard_lab.study.study import Study

    files.refuse_existing("--html", html, force)
    make_executor = workers_of(executor, workers)
    settings = StudySettings(game.name, game.settings, player, seed, judge, games)
    with _archive(keep) as archive:
        study = Study(settings, archive)
        code = _run(study, make_executor, minutes, as_json, keep)
        if code == INTERRUPTED:  # it may have come between storing a game and counting it
            study = Study(settings, archive)
        variant = study.report()
        line = _command_of(settings, game, minutes)
        report = StudyReport((variant,), player, seed, line)
    if as_json:
        echo_json(asdict(report))
    else:
        _echo(report)
    if html is not None:
        _write_page(html, report)
    if code == INTERRUPTED:
        kept = plural(len(study.traces), "game") + " and what was judged"
        words = f"{kept} are kept, and the same command continues"
        tell_interrupted(words if keep else None, as_json)
    ctx.exit(code)


@contextmanager
def _archive(keep: bool) -> Iterator[Archive]:
    """The user's archive, or one for this run only."""
    if keep:
        yield Archive()
        return
    with TemporaryDirectory() as folder:
        yield Archive(Path(folder) / "study.sqlite3")


def _run(
    study: Study, make_executor: MakeExecutor, minutes: float, silent: bool, keep: bool
) -> int:
    """Work for so many processor minutes; the exit code."""
    from stackyard_lab.study.matches import FaultError

    begun = False

    def make() -> Executor:
        nonlocal begun
        made = make_executor()
        begun = True
        return made

    there = len(study.traces)
    if there and not silent:
        echo(f"{plural(there, 'game')} of this study are in the archive already")
    try:
        with (
            progress_of("processor seconds", silent) as tell,
            closing(study.run(make, 60 * minutes)) as work,
        ):
            for done in work:
                tell(min(round(done.seconds), round(done.total)), round(done.total))
    except KeyboardInterrupt:
        return INTERRUPTED
    except StackyardError as failure:
        if keep and not isinstance(failure, FaultError):
            failure.add_note("What to do: finished games are kept, and the same command continues.")
        if begun:  # no misuse
            raise click.ClickException(with_notes(str(failure), failure)) from failure
        raise
    return 0


def _command_of(settings: StudySettings, game: Game, minutes: float) -> str:
    """What to type to get the report, from an archive without the games."""
    defaults = {option.name: option.default for option in game.options}
    words = ["stackyard", "study", game.name]
    for name, value in game.settings.items():
        if value != defaults[name]:
            words += ["-o", f"{name}={show_value(value)}"]
    for option, value, default in (
        ("--minutes", minutes, MINUTES),
        ("--games", settings.games, MOST_GAMES),
        ("--player", settings.player, PLAYER),
        ("--judge", settings.simulations, SIMULATIONS),
    ):
        if value != default:
            words += [option, f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join([*words, "--seed", str(settings.seed)])


def _echo(report: StudyReport) -> None:
    """Print the report of one variant."""
    from stackyard_lab.study.figure_text import options_text
    from stackyard_lab.study.metrics import METRICS
    from stackyard_lab.study.report import Group

    (variant,) = report.variants
    games = plural(sum(variant.lengths.values()), "game")
    echo(
        f"{variant.title}: {games} of {report.player}, seed {report.seed} ({options_text(variant)})"
    )
    found = {figure.metric: figure for figure in variant.figures}
    for group in Group:
        metrics = [metric for metric in METRICS if metric.group == group and metric.name in found]
        measured = [metric for metric in metrics if found[metric.name].value is not None]
        if metrics:
            echo(f"\n{group.capitalize()}")
        if measured:
            rows = [_row(metric, found[metric.name]) for metric in measured]
            echo_table(("", "value", "95 % interval", "samples", ""), rows, plain_head=True)
        for note in dict.fromkeys([found[m.name].note for m in metrics if m not in measured]):
            titles = [m.title for m in metrics if m not in measured and found[m.name].note == note]
            echo(f"Not measured: {', '.join(titles)}; {note}.")
    if variant.first_moves:
        echo("\nFirst moves")
        rows = [_first_move_row(move) for move in variant.first_moves[:MOST_FIRST_MOVES]]
        echo_table(("move", "first player", "95 % interval", ""), rows, plain_head=True)
        left_out = len(variant.first_moves) - MOST_FIRST_MOVES
        if left_out > 0:
            echo(f"{plural(left_out, 'more move')}: see --json or --html.")
    echo()
    for remark in variant.remarks:
        echo(remark)
    echo(f"It took {variant.processor_seconds / 60:.1f} processor minutes.")
    echo(f"The same again: {report.command}")


def _write_page(path: str, report: StudyReport) -> None:
    from stackyard_lab.study.page import page

    files.write("--html", path, page(report).encode())


def _row(metric: Metric, figure: Figure) -> tuple[str, ...]:
    from stackyard_lab.study.figure_text import interval_text, value_text

    numbers = value_text(metric, figure), interval_text(metric, figure), f"{figure.samples:,}"
    return (metric.title, *numbers, figure.note)


def _first_move_row(move: FirstMove) -> tuple[str, ...]:
    if move.proven == ONGOING:
        words = f"{100 * move.chance:.0f} %", f"{100 * move.low:.0f} to {100 * move.high:.0f} %"
    else:
        result = {0: "wins", 1: "loses", DRAW: "draw"}[move.proven]
        words = result, "proven"
    return (", ".join(move.texts), *words, "swapped" if move.swap else "")
