"""The parts that the commands for long work share: workers, the archive, progress, Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from stackyard.plugins.executors import executor_maker
from stackyard.workforce import Workforce
from stackyard_cli import files
from stackyard_cli.exit_codes import INTERRUPTED
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import progress

FIRST_LINE = 10.0  # seconds before a line of progress, where no bar can be drawn

Tell = Callable[[int, int], None]

workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Worker processes; by default one for each processor.",
)
html_option = click.option(
    "--html",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Write the report as a page with plots, too.",
)
keep_option = click.option("--keep/--no-keep", default=True, help="Write the games to the archive.")


class LongRun(OurCommand):
    """A command whose finished games are kept, so that the same command continues."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C at any time says how to continue."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            keep, as_json = ctx.params["keep"], ctx.params["as_json"]
            kept = "finished games are kept, and the same command continues"
            tell_interrupted(kept if keep else None, as_json)
            ctx.exit(INTERRUPTED)


def tell_interrupted(kept: str | None, as_json: bool) -> None:
    """Say that the command was interrupted, and what is kept."""
    echo(f"Interrupted: {kept or 'nothing is kept'}", err=as_json)


def is_page_alone(html: str | None, force: bool, as_json: bool) -> bool:
    """Tell if the page goes to standard output, so that no report does.

    Raises a click.UsageError if it cannot be written where it is to go.
    """
    files.check_output("--html", html, force)
    alone = html is not None and files.is_standard_output(html)
    if alone and as_json:
        raise click.UsageError(f"--json and --html {html}: name one of them")
    return alone


def workers_of(executor: str | None, workers: int | None) -> Workforce:
    """The workers that the options name; a click.UsageError if they contradict each other."""
    if executor and workers:
        raise click.UsageError("--workers is for processes of this machine, not for --executor")
    return Workforce(executor_maker(executor or f"processes:{workers or ''}"))


def progress_of(what: str, silent: bool) -> AbstractContextManager[Tell]:
    """A progress bar on a terminal, else a line now and then."""
    if silent:
        return nullcontext(lambda done, total: None)
    return progress(what, 0, FIRST_LINE)
