"""Game records of Abstract Play: the JSON document that its rankings read.

The structures follow the schema `gamerecord/1-0-0` (AbstractPlay/recranks,
`src/schemas/gamerecord.json`). Seats are those at the end of the game: after a swap the player who
began is listed second, and the swap itself is told by a flag instead of a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from stackyard.errors import RecordError
from stackyard.options import chosen, show_value
from stackyard.plugins.registry import load_game, registry
from stackyard.position import DRAW
from stackyard.records.export import View
from stackyard.records.format import Moment, Record, Word, fault_in_words
from stackyard.records.writer import record_from_moves
from stackyard.text import normalize_name

SWAP = "swap"  # the move with which the second player takes the first one's place
SITE = "Stackyard"


class GameNamed(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The game; a variant is an option that differs from its default, as `size=8`."""

    name: str
    variants: list[str] = []


class Site(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The site on which the match was played, and its id there."""

    name: str
    gameid: str | int | float | None = None


class PlayerListed(Struct, omit_defaults=True):
    """A player; the one with the larger result has won, and equal results are a draw.

    The schema wants no two alike, and players of one name in a draw differ by their colours alone.
    """

    name: str
    result: int
    is_ai: bool = False
    colour: str = ""


class Header(Struct, rename="kebab", omit_defaults=True):
    """The facts about a match beside its moves; other fields are ignored.

    Abstract Play's own documents tell a swap by `pie-invoked`, its schema by `pied`.
    """

    game: GameNamed
    site: Site
    date_start: Moment
    date_end: Moment
    date_generated: Moment
    players: Annotated[list[PlayerListed], Meta(min_length=2, max_length=2)]
    pied: bool = False
    pie_invoked: bool = False
    starting_position: str = msgspec.field(name="startingPosition", default="")
    stackyard_id: Word = ""


class Move(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A turn with what came of it; only the move is read."""

    move: str
    sequence: int | None = None
    result: str | list[dict[str, object]] | None = None


class GameRecord(Struct, forbid_unknown_fields=True):
    """A finished match: its header, and rounds with an entry for each seat."""

    header: Header
    moves: list[Annotated[list[str | Move | None], Meta(max_length=2)]]


def write(records: Sequence[Record], view: View) -> bytes:
    """One finished match as a game record of Abstract Play; RecordError for another."""
    (record,) = records
    began, ended, result = record.began, record.changed, record.result
    if result is None:
        raise RecordError("Abstract Play takes finished matches only, and this one is unfinished")
    if began is None:
        raise RecordError("Abstract Play wants the day on which a match began, and none is known")
    swapped = len(record.turns) > 1 and record.turns[1].moves == [SWAP]
    winner = [result.winner is not None and seat.colour == result.winner for seat in record.players]
    players = [
        PlayerListed(seat.name, int(won), seat.spec.partition(":")[0] != "human", seat.colour)
        for seat, won in zip(record.players, winner, strict=True)
    ]
    game = load_game(record.game, **record.options)
    header = Header(
        game=GameNamed(
            game.title,
            [f"{name}={show_value(v)}" for name, v in chosen(game.options, game.settings).items()],
        ),
        site=Site(SITE, record.id or None),
        date_start=began,
        date_end=ended or began,
        date_generated=datetime.now(UTC),
        players=players[::-1] if swapped else players,
        pied=swapped,
        pie_invoked=swapped,
        starting_position=record.start or "",
        stackyard_id=record.id,
    )
    rounds = _rounds(record, swapped)
    return msgspec.json.format(msgspec.json.encode(GameRecord(header, rounds)), indent=2) + b"\n"


def read(text: str) -> list[Record]:
    """The match of a game record, its turns written as Stackyard writes them.

    Raises RecordError with what cannot be read, UnknownGameError for a game that is not installed.
    """
    try:
        found = msgspec.json.decode(text, type=GameRecord)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RecordError(f"no game record of Abstract Play: {fault_in_words(error)}") from None
    header = found.header
    options = dict(variant.partition("=")[::2] for variant in header.game.variants)
    game = load_game(_name(header.game.name), **options)
    swapped = header.pied or header.pie_invoked
    turns = list(_turns(found))
    if swapped:
        turns.insert(1, SWAP)
    players = header.players[::-1] if swapped else header.players
    first, second = players
    winner = DRAW if first.result == second.result else int(second.result > first.result)
    record = record_from_moves(
        game,
        [move for turn in turns for move in turn.split(",")],
        source=text,
        start=header.starting_position or None,
        names=(first.name, second.name),
        began=header.date_start,
        winner=winner,
    )
    return [replace(record, id=header.stackyard_id or record.id, changed=header.date_end)]


def _rounds(record: Record, swapped: bool) -> list[list[str | Move | None]]:
    """The turns by rounds and seats; a seat that does not move has None."""
    colours = [seat.colour for seat in record.players]
    rounds: list[list[str | Move | None]] = []
    last = 1
    for number, turn in enumerate(record.turns):
        if swapped and number == 1:
            continue
        seat = colours.index(turn.colour)
        if swapped and number:
            seat = 1 - seat
        if seat <= last:
            rounds.append([None, None])
        rounds[-1][seat] = ",".join(turn.moves)
        last = seat
    return rounds


def _turns(found: GameRecord) -> Iterator[str]:
    """The texts of the turns, in order of play."""
    for entries in found.moves:
        for entry in entries:
            if entry is not None:
                yield entry.move if isinstance(entry, Move) else entry


def _name(given: str) -> str:
    """The name of the game with this title; else as given, for the error that names it."""
    wanted = normalize_name(given)
    titles = {normalize_name(game.about.title): name for name, game in registry().games.items()}
    return titles.get(wanted, given)
