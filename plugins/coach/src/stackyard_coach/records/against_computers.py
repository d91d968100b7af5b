"""Finished matches of a person against a computer, and those that count for a rating."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from stackyard.errors import RecordError, StackyardError
from stackyard.plugins.registry import load_game
from stackyard.records.archive import Archive
from stackyard.records.help import Help, read_help
from stackyard.turnloop.outcome import Reason
from stackyard.turnloop.player_specs import read_player_spec
from stackyard_coach.strength import Result

PERSON = "human"
LEVEL = "level"


@dataclass(frozen=True)
class Encounter:
    """A finished match of a person, of the side 0 or 1, against the computer player `spec`.

    `points` are the person's: 1, 0.5 or 0. `counts` tells if they say something about strength:
    not with help, from a set position or in a draw by agreement.
    """

    game: str
    spec: str
    side: int
    colour: str
    points: float
    help: Help
    counts: bool

    @property
    def level(self) -> int | None:
        """The level of the computer; None for other players."""
        if self.spec.partition(":")[0] != LEVEL:
            return None
        try:
            return int(str(read_player_spec(self.spec, load_game(self.game)).settings["level"]))
        except (StackyardError, KeyError):  # it cannot be played here, or by other levels
            return None


def encounters(archive: Archive, game: str | None = None) -> Iterator[Encounter]:
    """All of them in the archive, the latest first."""
    for entry in archive.entries(game, finished=True):
        record = entry.record
        if isinstance(record, RecordError) or record.result is None:
            continue
        people = [seat.spec == PERSON for seat in record.players]
        if sum(people) != 1:
            continue
        side = people.index(True)
        seat, other = record.players[side], record.players[1 - side]
        winner, given = record.result.winner, read_help(entry.memo)
        points = 0.5 if not winner else float(winner == seat.colour)
        counts = not (given or record.start or record.result.reason == Reason.AGREEMENT)
        yield Encounter(record.game, other.spec, side, seat.colour, points, given, counts)


def rated(matches: Iterable[Encounter], levels: Mapping[int, float]) -> list[Result]:
    """The results that count against levels of known strength, in the given order."""
    return [
        (levels[level], match.points)
        for match in matches
        if match.counts and (level := match.level) is not None and level in levels
    ]
