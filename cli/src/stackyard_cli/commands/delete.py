"""`stackyard delete MATCH…`."""

from __future__ import annotations

import click

from stackyard.records.archive import Archive
from stackyard_cli import completion
from stackyard_cli.output import OurCommand, echo


@click.command("delete", cls=OurCommand, example="delete 3")
@click.argument(
    "matches",
    type=int,
    nargs=-1,
    required=True,
    metavar="MATCH…",
    shell_complete=completion.matches,
)
def command(matches: tuple[int, ...]) -> None:
    """Delete matches from the archive; if one is not there, none is deleted."""
    chosen = list(dict.fromkeys(matches))
    Archive().delete(chosen)
    for match in chosen:
        echo(f"match {match} is deleted")
