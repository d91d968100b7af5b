"""The outcomes of games in an arena."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.position import DRAW
from stackyard.records.format import Record
from stackyard_lab.game_runner import FAULTS
from stackyard_lab.plan import Pairing

DIED = "worker died"  # the reason for a game without a result


REPEATED = 2  # times that a game is played on average, before it is mentioned


def repeats(different: int, games: int) -> bool:
    """Tell if so few of some games are different that their intervals say too much."""
    return different * REPEATED < games


def more_random(opening: int) -> str:
    """The advice against games that are alike, without the full stop."""
    return f"--opening {opening + 2} begins with more random turns"


@dataclass(frozen=True)
class GameOutcome:
    """The end of a game: `winner` is a seat, 0 or 1, DRAW, or None for a game without a result.

    `turns` and `plies` are counted from the end of the opening. `course` tells games apart by where
    they began and ended.
    """

    pairing: Pairing
    winner: int | None
    reason: str
    turns: int
    plies: int
    course: tuple[str | None, str | None, int] = (None, None, 0)

    @property
    def points(self) -> float:
        """The points of the player that moved first: 1, ½ or 0."""
        return 0.5 if self.winner == DRAW else float(self.winner == 0)

    @property
    def at_fault(self) -> int | None:
        """The number of the player that lost by a fault, an illegal move or on time."""
        if self.reason not in FAULTS or self.winner is None:
            return None
        return self.pairing.seats[1 - self.winner]


def outcome_of(
    pairing: Pairing, record: Record, turns: int, plies: int, missing: str = ""
) -> GameOutcome:
    """The outcome in a record; `missing` is the reason if it has no result."""
    ending = record.result
    if ending is None:
        return GameOutcome(pairing, None, missing, turns, plies)
    course = record.start, record.position, plies
    colours = [seat.colour for seat in record.players]
    winner = DRAW if ending.winner is None else colours.index(ending.winner)
    return GameOutcome(pairing, winner, ending.reason, turns, plies, course)
