"""`stackyard matches`."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from stackyard.plugins.finding import plain
from stackyard.records.archive import Archive, Listing
from stackyard.records.format import Record
from stackyard_cli import completing
from stackyard_cli.common import echo_json, echo_table, json_option
from stackyard_cli.output import OurCommand, echo
from stackyard_cli.sources import standing

HEAD = ("match", "game", "players", "moves", "begun", "")


@click.command("matches", cls=OurCommand)
@click.option("--game", metavar="GAME", shell_complete=completing.games, help="Only this game.")
@click.option("--player", metavar="TEXT", help="Only where a player's name or kind holds TEXT.")
@click.option("--finished/--unfinished", default=None, help="Only those that are over, or are not.")
@click.option("--label", metavar="TEXT", help="Only those whose label begins with TEXT.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the N latest.")
@json_option
def command(
    game: str | None,
    player: str | None,
    finished: bool | None,
    label: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """List the matches in the archive, the latest first.

    Matches that a program keeps under a label, as those of an arena, are left out without --label.
    The archive is one file in your data folder; STACKYARD_ARCHIVE names another.
    """
    entries = [
        entry
        for entry in Archive().entries(plain(game) if game else None, label)
        if _has_player(entry, player)
        and (finished is None or finished == (entry.record.result is not None))
    ][:limit]
    if as_json:
        echo_json([_as_json(entry) for entry in entries])
    elif entries:
        echo_table(HEAD, [_row(entry) for entry in entries], plain_head=True)
    else:
        echo("no match is kept here that fits")


def _has_player(entry: Listing, text: str | None) -> bool:
    words = [word for seat in entry.record.players for word in (seat.name, seat.spec)]
    return text is None or any(text.lower() in word.lower() for word in words)


def _as_json(entry: Listing) -> dict[str, Any]:
    """All but the turns, which `stackyard export` writes."""
    head = msgspec.to_builtins(entry.record)
    del head["turns"]
    return {"match": entry.number, "moves": entry.plies, **head}


def _begun(record: Record) -> str:
    """When the match began, in local time."""
    try:
        return record.began.astimezone().strftime("%Y-%m-%d %H:%M") if record.began else ""
    except OverflowError:  # in year 1 or 9999, and outside of the calendar in this time zone
        return ""


def _row(entry: Listing) -> tuple[str, ...]:
    record = entry.record
    players = " – ".join([seat.spec for seat in record.players])
    comment = " ".join(record.comment.split())
    words = f"{standing(record)}; {comment}" if comment else standing(record)
    return str(entry.number), record.game, players, str(entry.plies), _begun(record), words
