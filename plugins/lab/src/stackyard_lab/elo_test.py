"""The test that stops an arena: whether one player is ahead of another by one Elo or by another."""

from __future__ import annotations

from stackyard_engine.betting import MeanTest, share_of
from stackyard_lab.errors import ArenaError


class EloTest:
    """A test between two hypotheses about the Elo of the first player over the second.

    It is a bet against each of them, on the scores of pairs of games from one opening with colours
    swapped. So neither draws nor openings that favour a colour distort it. `accepted` is 0 or 1
    once H0 (at most `elo0`) or H1 (at least `elo1`) is accepted, since the other one is refuted,
    and None before. `against` are the logarithms of the money of both bets, after each pair.
    """

    def __init__(self, elo0: float, elo1: float) -> None:
        if not -1000 <= elo0 < elo1 <= 1000:
            raise ArenaError(
                f"SPRT {elo0:g},{elo1:g}: give two numbers from -1000 to 1000, the lower one first"
            )
        self.elo0 = elo0
        self.elo1 = elo1
        self.against: tuple[list[float], list[float]] = ([0.0], [0.0])
        self.accepted: int | None = None
        self._test = MeanTest(share_of(elo0), share_of(elo1))

    @property
    def pairs(self) -> int:
        """The number of pairs of games so far."""
        return len(self.against[0]) - 1

    def add(self, points: float) -> None:
        """Count a pair of games in which the first player scored 0 to 2 points."""
        test = self._test
        test.add(points / 2)
        self.against[0].append(test.rise.worth)
        self.against[1].append(test.fall.worth)
        if self.accepted is None and (test.above or test.below):
            self.accepted = int(test.above)
