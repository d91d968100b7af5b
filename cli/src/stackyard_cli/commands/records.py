"""`stackyard records`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from stackyard.errors import RecordError, StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record, schema
from stackyard.records.reader import course_of
from stackyard_cli import completion
from stackyard_cli.common import echo_json, json_option
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.record_sources import load_all


@click.group("records")
def command() -> None:
    """Check records of matches, or salvage a damaged one."""


@command.command("check", cls=OurCommand)
@click.argument("paths", nargs=-1, metavar="[PATH]…", type=click.Path(exists=True, allow_dash=True))
@json_option
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...], as_json: bool) -> None:
    """Replay records by the rules of today and list those that they refuse.

    A PATH is a file of one record or of a record a line, or a folder of such files; without any,
    the matches of the archive are replayed. The exit code is 1 if a record is refused.
    """
    count, refused = 0, []
    for place, record in _found(paths):
        count += 1
        try:
            if isinstance(record, StackyardError):
                raise record
            course_of(record)
        except StackyardError as error:
            ply = error.ply if isinstance(error, RecordError) else None
            sentence = str(error).removeprefix(f"{place}: ")
            refused.append({"record": place, "ply": ply, "sentence": sentence})
            if not as_json:
                echo(f"{place}: {sentence}")
    if as_json:
        echo_json({"records": count, "refused": refused})
    else:
        records = "record" if count == 1 else "records"
        echo(f"{count} {records} replayed, {len(refused)} refused")
    ctx.exit(1 if refused else 0)


@command.command("schema", cls=OurCommand)
def show_schema() -> None:
    """Print the JSON Schema of a record."""
    echo_json(schema())


@command.command("salvage", cls=OurCommand, example="records salvage 1")
@click.argument("match", type=int, shell_complete=completion.matches)
def salvage(match: int) -> None:
    """Print as JSON all that the archive holds of a match, even if that is no record any more.

    These are the columns of its tables as they stand: the head of the record, which is everything
    but the moves, and each move with its turn.
    """
    echo_json(Archive().salvage(match))


def _found(paths: tuple[str, ...]) -> Iterator[tuple[str, Record | StackyardError]]:
    """The records of these paths, or all in the archive."""
    for path in paths:
        yield from load_all(path)
    if paths:
        return
    archive = Archive()
    for number in reversed([entry.number for entry in archive.entries(label="")]):
        try:
            yield f"match {number}", archive.record(number)
        except StackyardError as error:
            yield f"match {number}", error
