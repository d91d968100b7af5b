"""`stackyard matches`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import click
import msgspec

from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import Record, who
from stackyard.records.queries import Listing
from stackyard_cli import completion
from stackyard_cli.common import echo_json, echo_table, json_option
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.record_sources import standing

HEAD = ("match", "game", "players", "moves", "begun", "result")


@click.command("matches", cls=OurCommand)
@click.option("--game", metavar="GAME", shell_complete=completion.games, help="Only this game.")
@click.option("--finished/--unfinished", default=None, help="Only those that are over, or are not.")
@click.option("--label", metavar="TEXT", help="Only those whose label begins with TEXT.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the N latest.")
@json_option
def command(
    game: str | None,
    finished: bool | None,
    label: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """List the matches in the archive, the latest first.

    Matches that a program keeps under a label, as those of an arena, are left out without --label.
    The archive is one file in your data folder; STACKYARD_ARCHIVE names another.
    """
    found = islice(Archive().entries(game, label, finished=finished), limit)
    if as_json:
        echo_json([_as_json(entry) for entry in found])
        return
    rows, damaged = [], []
    for entry in found:
        rows.append(_row(entry))
        if isinstance(entry.record, RecordError):
            damaged.append(entry.record)
    if rows:
        echo_table(HEAD, rows, plain_header=True)
    else:
        echo("no match was found")
    for error in damaged:
        echo(str(error), err=True)


def _as_json(entry: Listing) -> dict[str, Any]:
    """The record without its moves; the error of a damaged match."""
    if isinstance(entry.record, RecordError):
        return {"match": entry.number, "moves": entry.plies, "damage": str(entry.record)}
    header = msgspec.to_builtins(entry.record)
    del header["turns"], header["variations"]
    return {"match": entry.number, "moves": entry.plies, **header}


def _begun(record: Record) -> str:
    """The start of the match, in local time."""
    try:
        return record.began.astimezone().strftime("%Y-%m-%d %H:%M") if record.began else ""
    except OverflowError:  # year 1 or 9999, outside the calendar in this time zone
        return ""


def _row(entry: Listing) -> tuple[str, ...]:
    record = entry.record
    if isinstance(record, RecordError):
        return str(entry.number), "", "", str(entry.plies), "", "cannot be read"
    players = " – ".join([who(seat) for seat in record.players])
    comment = " ".join(record.comment.split())
    words = f"{standing(record)}; {comment}" if comment else standing(record)
    return str(entry.number), record.game, players, str(entry.plies), _begun(record), words
