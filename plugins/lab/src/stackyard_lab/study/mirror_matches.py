"""Mirroring strategies against the player of a study, and checks whether they always win."""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf
from typing import NamedTuple

from stackyard.game import Game
from stackyard.plugins.executors import MakeExecutor
from stackyard.position import ONGOING
from stackyard.records.archive import Archive
from stackyard_lab.study.confidence import RISK, MeanSequence
from stackyard_lab.study.copycat import Check, mirror_words, mirrors
from stackyard_lab.study.ladder import even_work
from stackyard_lab.study.matches import PlayedMatch, Work
from stackyard_lab.study.metrics.balance import MIRROR
from stackyard_lab.study.report import Figure
from stackyard_lab.study.settings import StudySettings

GAMES = (4, 10, 20, 40)
FEW_POSITIONS = 500  # of the first check of each strategy
MOST_POSITIONS = 1_000_000  # of the second check of those that passed
LOOK = 100  # positions between two looks at the clock
SEATS = ("moving first", "moving second")


class _Strategy(NamedTuple):
    """A mirror, by its number from 0, and the seat of who uses it."""

    mirror: int
    seat: int


class MirrorMatches:
    """A match of each mirroring strategy against the player, colours swapped.

    It begins at the start of the game: random turns would break the symmetry.
    """

    title = "mirroring strategies"

    def __init__(self, settings: StudySettings, archive: Archive, game: Game, share: float) -> None:
        self.share = share
        self.winner = ONGOING  # who wins by a strategy that was proven
        self._settings = settings
        self._game = game
        self._mirrors = mirrors(game.board)
        start = replace(settings, opening=0)
        self._matches = [
            PlayedMatch(start.plan(f"copycat:{number}", settings.player), archive)
            for number, _ in enumerate(self._mirrors, 1)
        ]
        self._proven: _Strategy | None = None
        self._open: list[_Strategy] | None = None  # those that may always win; None: not checked

    def work(self, make_executor: MakeExecutor, seconds: float) -> Work:
        """Check the strategies, play those that may always win, or else all, and check further."""
        spent = 0.0
        for strategy in self._strategies() if self._open is None else ():
            for here in self._check(strategy, FEW_POSITIONS):
                yield spent + here
            spent += here
        proven = [] if self._proven is None else [self._proven]
        todo = proven or self._open or self._strategies()
        matches = [self._matches[mirror] for mirror in dict.fromkeys([one.mirror for one in todo])]
        begin = spent
        share = (seconds - begin) / (2 if self._open else 1)
        for here in even_work(matches, make_executor, share, self._settings.games, GAMES):
            yield (spent := begin + here)
        for strategy in [*(self._open or ())]:
            begin = spent
            for here in self._check(strategy, MOST_POSITIONS, seconds - begin):
                yield (spent := begin + here)

    def _check(self, strategy: _Strategy, most: int, seconds: float = inf) -> Work:
        """Check a strategy, and yield the time; `_open` then holds it if it may always win."""
        begin = time.thread_time()
        check = Check(self._game, self._mirrors[strategy.mirror], strategy.seat, most)
        spent = 0.0
        for number in check.steps():
            spent = time.thread_time() - begin
            if number % LOOK == 0:
                yield spent
            if spent >= seconds:
                break
        self._open = [one for one in self._open or () if one != strategy]
        if check.wins:
            self._proven, self.winner, self._open = strategy, strategy.seat, []
        elif check.wins is None and self._proven is None:
            self._open.append(strategy)
        yield spent

    def figure(self) -> Figure:
        """The score of the best strategy.

        The risk of error is shared among all of them, so that the interval of the best one holds.
        """
        name, seed = MIRROR.name, self._settings.seed
        if not self._mirrors:
            note = "the board has no reflection and no half turn"
            return Figure(name, None, None, None, 0, seed, note=note)
        if self._proven is not None:
            note = f"{self._words(self._proven)}, wins against every answer"
            samples = self._matches[self._proven.mirror].points
            return Figure(name, 1.0, 1.0, 1.0, len(samples), seed, proven=True, note=note)
        tried = self._open or self._strategies()  # the others lose against some answer
        scores = {strategy: self._score(strategy) for strategy in tried}
        if not all(score.samples for score in scores.values()):
            note = "not every strategy has been tried; give the study more minutes"
            return Figure(name, None, None, None, 0, seed, note=note)
        intervals = {strategy: score.interval() for strategy, score in scores.items()}
        best = max(intervals, key=lambda strategy: intervals[strategy].value)
        return Figure(
            name,
            intervals[best].value,
            max([interval.low for interval in intervals.values()]),
            max([interval.high for interval in intervals.values()]),
            scores[best].samples,
            seed,
            note=self._words(best),
        )

    def _strategies(self) -> list[_Strategy]:
        return [
            _Strategy(number, seat) for number, _ in enumerate(self._mirrors) for seat in (0, 1)
        ]

    def _score(self, strategy: _Strategy) -> MeanSequence:
        score = MeanSequence(risk=RISK / (2 * len(self._mirrors)))
        for points in self._matches[strategy.mirror].points[strategy.seat :: 2]:
            score.add(points)
        return score

    def _words(self, strategy: _Strategy) -> str:
        mirror = mirror_words(self._game.board, self._mirrors[strategy.mirror])
        return f"{mirror}, {SEATS[strategy.seat]}"
