"""`stackyard stats`."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import click

from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.queries import Listing
from stackyard_cli import completion
from stackyard_cli.common import echo_json, echo_table, json_option
from stackyard_cli.output import OurCommand, echo

HEAD = ("game", "against", "you are", "played", "won", "lost", "drawn")
PERSON = "human"


class Sort(NamedTuple):
    """The key of a count: the game, the opponent, and the seat of the person."""

    game: str
    against: str
    seat: str


@click.command("stats", cls=OurCommand)
@click.option("--game", metavar="GAME", shell_complete=completion.games, help="Only this game.")
@json_option
def command(game: str | None, as_json: bool) -> None:
    """Tell how many matches against the computer you won and lost, by game, level and seat.

    These are the finished matches of the archive in which one player is a person.
    """
    counted: dict[Sort, Counter[str]] = {}
    for entry in Archive().entries(game, finished=True):
        found = _counted(entry)
        if found is not None:
            sort, outcome = found
            counted.setdefault(sort, Counter())[outcome] += 1
    rows = [
        (*sort, *[outcomes.total(), outcomes["won"], outcomes["lost"], outcomes["drawn"]])
        for sort, outcomes in sorted(counted.items())
    ]
    if as_json:
        names = ("game", "against", "seat", "played", "won", "lost", "drawn")
        echo_json([dict(zip(names, row, strict=True)) for row in rows])
    elif rows:
        echo_table(HEAD, [tuple(map(str, row)) for row in rows], plain_head=True)
    else:
        echo("no finished match against a computer is kept here")


def _counted(entry: Listing) -> tuple[Sort, str] | None:
    """The key of a match between a person and a computer; None for any other."""
    record = entry.record
    if isinstance(record, RecordError) or record.result is None:
        return None
    people = [seat.spec == PERSON for seat in record.players]
    if sum(people) != 1:
        return None
    side = people.index(True)
    seat = f"{record.players[side].colour} ({('first', 'second')[side]})"
    return Sort(record.game, record.players[1 - side].spec, seat), _outcome(record, side)


def _outcome(record: Record, side: int) -> str:
    assert record.result is not None
    if not record.result.winner:
        return "drawn"
    return "won" if record.result.winner == record.players[side].colour else "lost"
