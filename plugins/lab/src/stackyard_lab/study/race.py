"""A race of variants: the same numbers of games in each, until the best is decided.

A search gives variants up by successive halving (Jamieson and Talwalkar, 2016): the budget is
split evenly over rounds, and that of a round over the variants left; after each round the half
with the lower scores plays no further.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import combinations, permutations
from math import ceil, log2
from typing import Protocol

from stackyard.text import plural
from stackyard_engine.betting import RISK
from stackyard_engine.confidence import Estimate
from stackyard_lab.errors import ArenaError
from stackyard_lab.study.comparison import (
    GAIN_OF_DOUBLING,
    SCORE,
    WORTH_OF_SEAT,
    Block,
    Contest,
    Score,
)
from stackyard_lab.study.report import Comparison, Figure, Metric, Round

GAMES = 4  # of a block
FEWEST = 5  # blocks between looks


class Entrant(Protocol):
    """A variant in a race."""

    def play(self, blocks: int) -> Iterable[object]:
        """Play the first `blocks` blocks, apart from games played before; each item is a game."""

    def blocks(self) -> Sequence[Block | None]:
        """The blocks played so far, in order; None for one with a game that has no result."""


class Race:
    """A race of variants within a budget of `games` in all, or as long as `time_left` says.

    With a budget in games the result depends on the games alone, which depend on the seed. Raises
    ArenaError if the budget does not suffice for a block of each variant in each round.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        seed: int,
        games: int | None = None,
        search: bool = False,
    ) -> None:
        self._entrants = entrants
        self._seed = seed
        self._rounds = max(1, ceil(log2(len(entrants)))) if search else 1
        self._budget = None if games is None else games // GAMES
        fewest = GAMES * self._rounds * len(entrants)
        if games is not None and games < fewest:
            raise ArenaError(
                f"{plural(games, 'game')} for {plural(len(entrants), 'variant')} are too few: "
                f"give {fewest:,} or more"
            )
        pairs = [*permutations(range(len(entrants)), 2)]  # each in both orders
        each = RISK / max(1, len(pairs) // 2)
        self._contests = {pair: Contest(each) for pair in pairs}
        self._scores = [Score() for _ in entrants]
        self._left = [*range(len(entrants))]
        self._given_up: list[int] = []  # the first one last
        self.rounds: list[Round] = []

    def run(self, spent: Callable[[], float]) -> Generator[None, None, None]:
        """Play, and yield after each game.

        Without a budget in games, a round ends when the share of time that is `spent`, 1 being all,
        has reached its number over the number of rounds.
        """
        done = 0
        for number in range(1, self._rounds + 1):
            most = None
            if self._budget is not None:
                most = done + self._budget // (self._rounds * len(self._left))
            while done != most:
                step = max(FEWEST, done // 4)
                todo = done + step if most is None else min(most, done + step)
                for entrant in self._left:
                    for _ in self._entrants[entrant].play(todo):
                        yield
                self._count(done, todo)
                done = todo
                if self._is_decided() or (most is None and spent() >= number / self._rounds):
                    break
            self._finish_round(done, last=number == self._rounds)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The variants that were not given up, the best first."""
        return tuple(self._ranked(self._left))

    @property
    def given_up(self) -> tuple[int, ...]:
        """The variants that a search stopped, the first one last."""
        return tuple(self._given_up)

    def comparisons(self) -> tuple[Comparison, ...]:
        """Each two variants that were not given up, the better one first."""
        pairs = combinations(self.ranking, 2)
        return tuple([found for one, other in pairs for found in self._compared(one, other)])

    def figures(self, number: int) -> tuple[Figure, Figure, Figure]:
        """The score of a variant, the worth of moving first, and the gain of doubling."""
        score = self._scores[number]
        return (
            self._figure(SCORE, score.estimate(), score.blocks),
            self._figure(WORTH_OF_SEAT, score.worth(), score.blocks, score.seat),
            self._figure(GAIN_OF_DOUBLING, score.gain(), score.blocks),
        )

    def _count(self, first: int, last: int) -> None:
        """Count the blocks of the variants left from `first` to before `last`."""
        played = {number: self._entrants[number].blocks()[first:last] for number in self._left}
        for number, blocks in played.items():
            for block in blocks:
                if block is not None:
                    self._scores[number].add(block)
        for one, other in permutations(self._left, 2):
            for here, there in zip(played[one], played[other], strict=True):
                if here is not None and there is not None:
                    self._contests[one, other].add(here, there)

    def _is_decided(self) -> bool:
        """Tell if the best of the variants left has a higher score than each other, for sure."""
        best, *others = self._ranked(self._left)
        return bool(others) and all(self._contests[best, other].score().low > 0 for other in others)

    def _finish_round(self, done: int, last: bool) -> None:
        ranked = self._ranked(self._left)
        kept = len(ranked) if last else ceil(len(ranked) / 2)
        given_up = ranked[kept:]
        self.rounds.append(Round(GAMES * done, tuple(sorted(given_up))))
        self._left = sorted(ranked[:kept])
        self._given_up = given_up + self._given_up

    def _ranked(self, numbers: Iterable[int]) -> list[int]:
        """Variants by their scores, the best first; the first given first if they are equal."""
        return sorted(numbers, key=lambda number: -self._scores[number].value)

    def _compared(self, one: int, other: int) -> list[Comparison]:
        """The three comparisons of two variants."""
        contest, found = self._contests[one, other], []
        for metric, estimate in (
            (SCORE, contest.score()),
            (WORTH_OF_SEAT, contest.worth()),
            (GAIN_OF_DOUBLING, contest.gain()),
        ):
            decided = not estimate.low <= 0 <= estimate.high
            figure = self._figure(metric, estimate, contest.blocks)
            found.append(Comparison(metric.name, one, other, figure, decided))
        return found

    def _figure(self, metric: Metric, found: Estimate, blocks: int, note: str = "") -> Figure:
        if not blocks:
            note = "no games have been compared; give the study more minutes"
            return Figure(metric.name, None, None, None, 0, self._seed, note=note)
        values = found.value, found.low, found.high
        return Figure(metric.name, *values, GAMES * blocks, self._seed, note=note)
