"""What is known of each game that was played."""

from __future__ import annotations

from dataclasses import dataclass

from stackyard.position import DRAW
from stackyard.records.format import Record
from stackyard_lab.plan import Pairing
from stackyard_lab.playing import FAULTS

DIED = "worker died"  # the reason of a game that could not be finished


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `winner` is 0 or 1 by seat, DRAW, or None where it could not be played.

    `turns` and `plies` are counted from the opening.
    """

    pairing: Pairing
    winner: int | None
    reason: str
    turns: int
    plies: int

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


def outcome_of(pairing: Pairing, record: Record, turns: int, plies: int) -> Outcome:
    """The outcome that a record tells of."""
    ending = record.result
    if ending is None:
        return Outcome(pairing, None, DIED, turns, plies)
    colours = [seat.colour for seat in record.players]
    winner = DRAW if ending.winner is None else colours.index(ending.winner)
    return Outcome(pairing, winner, ending.reason, turns, plies)
