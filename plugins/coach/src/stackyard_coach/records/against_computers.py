"""Finished matches of a person against a computer, and the level that fits the person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from stackyard.errors import RecordError
from stackyard.records.archive import Archive
from stackyard.records.help import Help, read_help
from stackyard.records.queries import Listing
from stackyard.turnloop.outcome import Reason
from stackyard_coach.strength import Result

PERSON = "human"
LEVEL = "level:"


@dataclass(frozen=True)
class Encounter:
    """A finished match of a person, of the side 0 or 1, against the computer player `spec`.

    `points` are the person's: 1, 0.5 or 0. `agreed` tells if both agreed on a draw.
    """

    game: str
    spec: str
    side: int
    colour: str
    points: float
    help: Help
    agreed: bool

    @property
    def level(self) -> int | None:
        """The level of the computer; None for other players."""
        number = self.spec.removeprefix(LEVEL).partition(",")[0]
        known = self.spec.startswith(LEVEL) and number.isascii() and number.isdecimal()
        return int(number) if known else None


def encounter(entry: Listing) -> Encounter | None:
    """A match of the archive, if it is finished and of a person against a computer."""
    record = entry.record
    if isinstance(record, RecordError) or record.result is None:
        return None
    people = [seat.spec == PERSON for seat in record.players]
    if sum(people) != 1:
        return None
    side = people.index(True)
    seat, winner = record.players[side], record.result.winner
    points = 0.5 if not winner else float(winner == seat.colour)
    spec = record.players[1 - side].spec
    agreed = record.result.reason == Reason.AGREEMENT
    return Encounter(record.game, spec, side, seat.colour, points, read_help(entry.memo), agreed)


def encounters(archive: Archive, game: str | None = None) -> Iterator[Encounter]:
    """All of them, the latest first."""
    for entry in archive.entries(game, finished=True):
        found = encounter(entry)
        if found is not None:
            yield found


def rated(matches: Iterable[Encounter], levels: Mapping[int, float]) -> list[Result]:
    """The results without help against levels of known strength, in the given order.

    A draw by agreement says nothing about strength and is left out.
    """
    return [
        (levels[level], match.points)
        for match in matches
        if not (match.help or match.agreed)
        and (level := match.level) is not None
        and level in levels
    ]
