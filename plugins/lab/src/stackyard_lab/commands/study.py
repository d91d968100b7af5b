"""`stackyard study GAME`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from stackyard.errors import StackyardError
from stackyard.position import DRAW, ONGOING
from stackyard.records.archive import Archive
from stackyard.text import plural
from stackyard_cli import completion, files
from stackyard_cli.command_lines import command_line
from stackyard_cli.common import (
    echo_json,
    echo_table,
    json_option,
    options_option,
    read_options,
)
from stackyard_cli.error_handling import with_notes
from stackyard_cli.exit_codes import INTERRUPTED
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
from stackyard_lab.commands.ranking import echo_ranking
from stackyard_lab.study.settings import MOST_GAMES, PLAYER, SIMULATIONS, StudySettings

if TYPE_CHECKING:
    from stackyard.workforce import Workforce
    from stackyard_lab.study.report import Figure, FirstMove, Metric, StudyReport, VariantReport
    from stackyard_lab.study.varied_study import VariedStudy

MINUTES = 5.0
LATE = 1.1  # times the minutes that a study takes before it says so
MOST_FIRST_MOVES = 12  # in the table


@click.command("study", cls=LongRun, example="study silo --minutes 5")
@click.argument("game", shell_complete=completion.games)
@options_option
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=VALUE,…",
    help="Compare the game with each of these values of an option, in all combinations.",
)
@click.option("--search", is_flag=True, help="Give up the worse half of the variants, repeatedly.")
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="GAMES",
    help="Play this many games in all to compare variants, instead of a share of the minutes.",
)
@click.option(
    "--opening",
    type=click.IntRange(0, 100),
    metavar="TURNS",
    help="Random turns before the games; by default 0, or 2 if the player repeats itself.",
)
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
    help="Stop after this many games of the player against itself, rounded up to pairs, beside "
    "those of a comparison.",
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
    game: str,
    options: tuple[str, ...],
    vary: tuple[str, ...],
    search: bool,
    budget: int | None,
    opening: int | None,
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
    from stackyard_lab.study.variants import read_variants
    from stackyard_lab.study.varied_study import VariedStudy

    page_alone = is_page_alone(html, force, as_json)
    variants = read_variants(game, read_options(options), vary)
    if len(variants.games) == 1 and (search or budget):
        given = "--search" if search else "--budget"
        raise click.UsageError(f"{given} compares variants: name some, as in --vary size=4,6")
    workforce = workers_of(executor, workers)
    settings = StudySettings(
        *(variants.games[0].name, {}, player, seed, judge, games), opening=opening
    )
    with _archive(keep) as archive:
        study = VariedStudy(variants, settings, archive, workforce, budget, search)
        code = _run(study, workforce, minutes, as_json, keep, page_alone)
        typed = [word for text in options for word in ("-o", text)]
        typed += [word for text in vary for word in ("--vary", text)]
        typed += ["--search"] * search
        report = study.report(_command_of(settings, typed, minutes, budget))
    if as_json:
        echo_json(asdict(report))
    elif not page_alone:
        spent = sum([variant.processor_seconds for variant in report.variants]) / 60
        _echo(report, keep, late=spent > LATE * minutes and not budget)
    if html is not None:
        from stackyard_lab.study.page import page

        files.write("--html", html, page(report).encode())
    if code == INTERRUPTED:
        kept = plural(study.games, "game") + " and what was judged of them"
        words = f"{kept} are kept, and the same command continues"
        tell_interrupted(words if keep else None, as_json or page_alone)
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
    study: VariedStudy,
    workforce: Workforce,
    minutes: float,
    as_json: bool,
    keep: bool,
    page_alone: bool,
) -> int:
    """Run the study for some processor minutes, and return the exit code."""
    from stackyard_lab.study.matches import FaultError

    there = study.games
    if there and not (as_json or page_alone):
        echo(f"{plural(there, 'game')} of this study are in the archive already")
    try:
        with (
            progress_of("processor seconds", as_json) as tell,
            closing(study.run(60 * minutes)) as work,
        ):
            for done in work:
                tell(min(round(done.seconds), round(done.total)), round(done.total))
    except KeyboardInterrupt:
        return INTERRUPTED
    except StackyardError as failure:
        if keep and not isinstance(failure, FaultError):
            failure.add_note("What to do: finished games are kept, and the same command continues.")
        if workforce.begun:  # no misuse
            raise click.ClickException(with_notes(str(failure), failure)) from failure
        raise
    return 0


def _command_of(
    settings: StudySettings, typed: list[str], minutes: float, budget: int | None
) -> str:
    """The command that gives the report from an archive without the games."""
    words = ["study", settings.game, *typed]
    for option, value, default in (
        ("--budget", budget, None),
        ("--opening", settings.opening, None),
        ("--minutes", minutes, MINUTES),
        ("--games", settings.games, MOST_GAMES),
        ("--player", settings.player, PLAYER),
        ("--judge", settings.simulations, SIMULATIONS),
    ):
        if value != default:
            words += [option, f"{value:g}" if isinstance(value, float) else str(value)]
    return command_line(*words, "--seed", str(settings.seed))


def _echo(report: StudyReport, keep: bool, late: bool) -> None:
    """Print the comparison of variants, and the figures of those that were not given up."""
    for sentence in report.left_out:
        echo(sentence)
    if len(report.variants) > 1:
        echo_ranking(report)
    for number in report.ranking or (0,):
        if len(report.variants) > 1:
            echo()
        _echo_variant(report.variants[number], report)
        if keep:
            echo(f"These games: stackyard matches --label '{report.variants[number].label}'")
    if late:
        one = "a game that has begun is finished"
        why = one if len(report.variants) == 1 else "all variants play the same number of games"
        echo(f"That is more than --minutes, since {why}.")
    echo(f"The same again: {report.command}")


def _echo_variant(variant: VariantReport, report: StudyReport) -> None:
    """Print the figures of a variant."""
    from stackyard_lab.study.figure_text import options_text
    from stackyard_lab.study.metrics import METRICS
    from stackyard_lab.study.report import Group

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
            echo_table(("", "value", "95 % interval", "samples", ""), rows, plain_header=True)
        for note in dict.fromkeys([found[m.name].note for m in metrics if m not in measured]):
            titles = [m.title for m in metrics if m not in measured and found[m.name].note == note]
            echo(f"Not measured: {', '.join(titles)}; {note}.")
    if variant.first_moves:
        echo("\nFirst moves")
        rows = [_first_move_row(move) for move in variant.first_moves[:MOST_FIRST_MOVES]]
        echo_table(("move", "first player", "judge's bounds", ""), rows, plain_header=True)
        left_out = len(variant.first_moves) - MOST_FIRST_MOVES
        if left_out > 0:
            echo(f"{plural(left_out, 'more move')}: see --json or --html.")
    echo()
    for remark in variant.remarks:
        echo(remark)
    echo(f"It took {variant.processor_seconds / 60:.1f} processor minutes.")


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
