"""`stackyard records`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stackyard.records.archive import Archive
from stackyard.records.format import schema
from stackyard.text import plural
from stackyard_cli import completion
from stackyard_cli.common import MatchNumber, echo_json, json_option, workers_option
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.progress import progress
from stackyard_cli.record_sources import documents

if TYPE_CHECKING:
    from stackyard_cli.record_check import Documents, Matches, Refusal

FIRST_LINE = 0.7  # seconds before a line of progress, where no bar can be drawn
TOGETHER = 50  # records that are replayed between two looks at the progress


@click.group("records")
def command() -> None:
    """Check records of matches, recover damaged ones, or back the archive up."""


@command.command("check", cls=OurCommand)
@click.argument("paths", nargs=-1, metavar="[PATH]…", type=click.Path(exists=True, allow_dash=True))
@workers_option
@json_option
@click.pass_context
def check(ctx: click.Context, paths: tuple[str, ...], workers: int, as_json: bool) -> None:
    """Replay records by the rules of today; list what is refused.

    A PATH is a file of one record, of a record a line or of text records, or a folder of .json and
    .jsonl files; without any, the matches of the archive are replayed. The exit code is 1 if a
    record is refused.
    """
    from stackyard_cli.record_check import check_all  # imports the machinery of processes

    count, total = 0, None
    refused: list[Refusal] = []
    try:
        with progress("records", lines=inf if as_json else FIRST_LINE) as tell:
            tasks, total = _tasks(paths)
            tell(0, total)
            for done in check_all(tasks, workers):
                count += done.records
                refused += done.refusals
                for refusal in [] if as_json else done.refusals:
                    echo(f"{refusal.place}: {refusal.sentence}")
                tell(count, total)
    except KeyboardInterrupt:
        of = "" if total is None else f" of {total}"
        echo(f"stopped: {count}{of} records replayed, {len(refused)} refused", err=True)
        raise
    if as_json:
        told = [{"record": r.place, "ply": r.ply, "sentence": r.sentence} for r in refused]
        echo_json({"records": count, "refused": told})
    else:
        records = "record" if count == 1 else "records"
        echo(f"{count} {records} replayed, {len(refused)} refused")
    ctx.exit(1 if refused else 0)


@command.command("schema", cls=OurCommand)
def show_schema() -> None:
    """Print the JSON Schema of a record."""
    echo_json(schema())


@command.command("salvage", cls=OurCommand, example="records salvage 1")
@click.argument("match", type=MatchNumber(), shell_complete=completion.matches)
def salvage(match: int) -> None:
    """Print all that the archive holds of a match as JSON.

    The output may not be a valid record: these are the columns of its tables, the head of the
    record, which is everything but the moves, and each move with its turn.
    """
    echo_json(Archive().salvage(match))


@command.command("recover", cls=OurCommand, example="records recover damaged.sqlite3 new.sqlite3")
@click.argument("old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
def recover_archive(old: Path, new: Path) -> None:
    """Write what can be read in OLD, a damaged archive, to NEW.

    OLD stays as it is. A match that lost a part is listed in NEW with the reason. Deleted matches
    and the assessments of reviews are left out.
    """
    from stackyard_cli.recovery import recover

    try:
        count, damaged = recover(old, new)
    except FileExistsError:
        raise click.UsageError(f"NEW {new}: that file exists; name another") from None
    except OSError as failure:
        name = failure.filename or new
        raise click.UsageError(f"{name}: {failure.strerror}") from failure
    matches = plural(count, "match", "matches")
    echo(f"{matches} copied to {new}, {damaged} of them damaged; STACKYARD_ARCHIVE={new} names it")


@command.command("backup", cls=OurCommand, example="records backup stackyard-backup.sqlite3")
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the archive to FILE, whole and checked.

    A server may use the archive meanwhile. A former FILE is kept as FILE.1, those before it as
    FILE.2 and FILE.3. FILE is an archive of its own: STACKYARD_ARCHIVE=FILE names it, and in the
    archive's place it restores everything. It holds the secret behind the links of `stackyard
    serve`.
    """
    try:
        count = Archive().backup(file)
    except FileNotFoundError:
        raise click.UsageError(f"FILE {file}: there is no folder {file.parent}") from None
    except OSError as failure:
        raise click.UsageError(f"FILE {file}: {failure.strerror}") from failure
    echo(f"{plural(count, 'match', 'matches')} copied to {file}; the copy is sound")


def _tasks(paths: tuple[str, ...]) -> tuple[Iterator[Matches | Documents], int | None]:
    """The records of these paths, or all in the archive, in small parts; and their number."""
    if paths:
        found = chain.from_iterable(map(documents, paths))
        return iter(lambda: list(islice(found, TOGETHER)), []), None
    from stackyard_cli.record_check import Matches

    archive = Archive()
    numbers = archive.numbers(label="")
    parts = [numbers[first : first + TOGETHER] for first in range(0, len(numbers), TOGETHER)]
    return (Matches(archive.path, part) for part in parts), len(numbers)
