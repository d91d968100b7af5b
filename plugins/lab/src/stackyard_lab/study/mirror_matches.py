"""Mirroring strategies against the player of a study, and checks whether they always win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from typing import NamedTuple

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_engine.betting import RISK
from stackyard_engine.confidence import MeanSequence
from stackyard_engine.mirror_player import Images, image_move, mirror_words, mirrors
from stackyard_engine.strategy_check import StrategyCheck
from stackyard_lab.study.ladder import even_work
from stackyard_lab.study.matches import PlayedMatch, Work
from stackyard_lab.study.metrics.balance import MIRROR
from stackyard_lab.study.report import Figure
from stackyard_lab.study.settings import StudySettings

GAMES = (4, 10, 20, 40)
FEW_POSITIONS = 500  # of each check before any match
MOST_POSITIONS = 1_000_000  # of the rest of a check that found no loss
LOOK = 100  # answers between two looks at the clock
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
    share = 1

    def __init__(self, settings: StudySettings, archive: Archive, game: Game) -> None:
        self._settings = settings
        self._game = game
        self._mirrors = mirrors(game.board)
        start = replace(settings, opening=0)
        self._matches = [
            PlayedMatch(start.plan(f"mirror:{number}", settings.player), archive)
            for number, _ in enumerate(self._mirrors, 1)
        ]
        self._checks = {
            _Strategy(number, seat): _check_of(game, images, seat)
            for number, images in enumerate(self._mirrors)
            for seat in (0, 1)
        }

    @property
    def winner(self) -> int:
        """The winner with best play, if a strategy is proven to win; otherwise ONGOING."""
        return ONGOING if self._proven is None else self._proven.seat

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Check the strategies, play those that may always win, or else all, and check further."""
        spent = 0.0
        for _ in self._check(FEW_POSITIONS):
            yield spent
        matches = [
            self._matches[mirror]
            for mirror in dict.fromkeys([strategy.mirror for strategy in self._tried])
        ]
        share = seconds / (2 if self._waiting(inf) else 1)
        for spent in even_work(matches, workforce, share, self._settings.games, GAMES):
            yield spent
        for _ in self._check(inf):
            yield spent

    def _check(self, positions: float) -> Iterator[None]:
        """Continue one check after the other in this thread, each up to this number of positions.

        It stops for a moment now and then.
        """
        while waiting := self._waiting(positions):
            check = waiting[0]
            while check.step() and check.positions < positions:
                if check.answers % LOOK == 0:
                    yield
            yield

    def _waiting(self, positions: float) -> list[StrategyCheck]:
        """The checks with fewer positions that can go on; none if a strategy is proven to win."""
        if self._proven is not None:
            return []
        return [
            check
            for check in self._checks.values()
            if not check.finished and check.positions < positions
        ]

    @property
    def _proven(self) -> _Strategy | None:
        """The strategy that is proven to win."""
        return next((strategy for strategy, check in self._checks.items() if check.wins), None)

    @property
    def _tried(self) -> list[_Strategy]:
        """The strategies to play: the one that wins, or those that may, or else all."""
        if self._proven is not None:
            return [self._proven]
        open_ones = [strategy for strategy, check in self._checks.items() if check.wins is None]
        return open_ones or [*self._checks]

    def figure(self) -> Figure:
        """The score of the best strategy.

        The risk of error is shared among all of them, so that the interval of the best one holds.
        """
        name, seed = MIRROR.name, self._settings.seed
        if not self._mirrors:
            note = "the board has no reflection and no half turn"
            return Figure(name, None, None, None, 0, seed, note=note)
        if (proven := self._proven) is not None:
            note = f"{self._words(proven)}, wins against every answer"
            samples = self._matches[proven.mirror].points
            return Figure(name, 1.0, 1.0, 1.0, len(samples), seed, proven=True, note=note)
        scores = {strategy: self._score(strategy) for strategy in self._tried}
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

    def _score(self, strategy: _Strategy) -> MeanSequence:
        score = MeanSequence(risk=RISK / (2 * len(self._mirrors)))
        for points in self._matches[strategy.mirror].points[strategy.seat :: 2]:
            score.add(points)
        return score

    def _words(self, strategy: _Strategy) -> str:
        mirror = mirror_words(self._game.board, self._mirrors[strategy.mirror])
        return f"{mirror}, {SEATS[strategy.seat]}"


def _check_of(game: Game, images: Images, seat: int) -> StrategyCheck:
    """The check that mirroring wins as the player of a seat; nothing to mirror is a fault."""

    def follow(position: Position, last: int | None) -> str:
        while position.winner == ONGOING and position.player == seat:
            move = image_move(game, images, position)
            if move is None:
                return "no move mirrors"
            position.play(move)
        return "" if position.winner in {ONGOING, seat} else "it does not win"

    return StrategyCheck(game.initial(), seat, follow, MOST_POSITIONS)
