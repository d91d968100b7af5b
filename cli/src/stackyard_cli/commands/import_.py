"""`stackyard import FILE…`."""

from __future__ import annotations

import click

from stackyard.errors import StackyardError
from stackyard.records.archive import Archive
from stackyard.records.reader import course_of
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.record_sources import entry_words, load_all


@click.command("import", cls=OurCommand, example="import match.json")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE…",
    type=click.Path(exists=True, allow_dash=True),
)
@click.option("--unchecked", is_flag=True, help="Take records that the rules of today refuse, too.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], unchecked: bool) -> None:
    """Add records from files to the archive; a folder stands for the .json and .jsonl files in it.

    A record that cannot be added is named, and the others are added.
    """
    archive, failed = Archive(), False
    for file in files:
        for place, record in load_all(file):
            try:
                if isinstance(record, StackyardError):
                    raise record
                if not unchecked:
                    course_of(record)
                number = archive.add(record)
            except StackyardError as error:
                failed = True
                echo(f"{place}: not added: {error}", err=True)
            else:
                echo(f"match {number}: {entry_words(record)}")
    ctx.exit(1 if failed else 0)
