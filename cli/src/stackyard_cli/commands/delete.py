"""`stackyard delete MATCH…`."""

from __future__ import annotations

import click

from stackyard.records.archive import Archive
from stackyard.records.deleted import DAYS
from stackyard_cli import completion
from stackyard_cli.common import MatchNumber, draws_on_terminal
from stackyard_cli.output import OurCommand, echo, missing_words


@click.command("delete", cls=OurCommand)
@click.argument(
    "matches",
    type=MatchNumber(),
    nargs=-1,
    metavar="[MATCH]…",
    shell_complete=completion.matches,
)
@click.option("--undo", is_flag=True, help="Bring deleted matches back, or those deleted last.")
def command(matches: tuple[int, ...], undo: bool) -> None:
    """Delete matches from the archive; if one is not there, none is deleted.

    For 30 days --undo brings them back under their numbers.
    """
    chosen = list(dict.fromkeys(matches))
    if undo:
        for match in Archive().restore(chosen):
            echo(f"match {match} is back")
        return
    if not chosen:
        raise click.UsageError(missing_words("MATCH", "delete 3"))
    Archive().delete(chosen)
    for match in chosen:
        echo(f"match {match} is deleted")
    if draws_on_terminal():
        back = "it" if len(chosen) == 1 else "them"
        echo(f"For {DAYS} days `stackyard delete --undo` brings {back} back.")
