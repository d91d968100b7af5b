"""First moves: how the judge assesses the game after each of them, with growing effort."""

from __future__ import annotations

from dataclasses import replace

from stackyard.coach.assessment import Assessment
from stackyard.coach.review import standing_of
from stackyard.game import Game
from stackyard.plugins.executors import MakeExecutor
from stackyard.position import ONGOING
from stackyard_lab.study.judge import Judge, Passage, judge_passages
from stackyard_lab.study.matches import Work
from stackyard_lab.study.report import FirstMove

EFFORTS = (1, 4, 16, 64)  # times the simulations of the judge


class FirstMoves:
    """The assessments of the start and of the positions after each first move.

    Moves that a symmetry of the game turns into one another are assessed once.
    """

    title = "first moves"

    def __init__(self, game: Game, judge: Judge, share: float) -> None:
        self.share = share
        self._game = game
        self._judge = judge
        self._texts: tuple[tuple[str, ...], ...] = ()
        self._after: dict[str, Assessment] = {}
        self._done = 0  # efforts
        self.start: Assessment | None = None

    def work(self, make_executor: MakeExecutor, seconds: float) -> Work:
        """Assess what is not proven yet, with one effort after the other."""
        spent = 0.0
        for effort in EFFORTS[self._done :]:
            judge = replace(self._judge, simulations=effort * self._judge.simulations)
            passages = self._passages() if self._texts else []
            if self.start is None or self.start.proven == ONGOING:
                passages.insert(0, Passage("", (), (0,)))
            for _ in range(2):  # the start tells which moves are alike
                judged = judge_passages(judge, passages, make_executor)
                try:
                    for judgement in judged:
                        self._take(judgement.passage, dict(judgement.assessments))
                        yield (spent := spent + judgement.processor_seconds)
                        if spent >= seconds and self._after:
                            return
                finally:
                    judged.close()
                if self._after:
                    break
                passages = self._passages()
            self._done += 1

    def _passages(self) -> list[Passage]:
        """The first moves whose result is not proven."""
        position = self._game.initial()
        return [
            Passage(texts[0], (self._game.parse_move(texts[0], position),), (1,))
            for texts in self._texts
            if texts[0] not in self._after or self._after[texts[0]].proven == ONGOING
        ]

    def _take(self, passage: Passage, found: dict[int, Assessment]) -> None:
        for ply, assessment in found.items():
            if ply:
                self._after[passage.key] = assessment
            elif self.start is None or self.start.proven == ONGOING:
                self.start = assessment
                self._texts = self._texts or tuple([move.texts for move in assessment.moves])

    @property
    def moves(self) -> tuple[FirstMove, ...]:
        """The first moves, the best for the first player first."""
        found = []
        for texts in self._texts:
            standing = standing_of(self._after.get(texts[0]))
            if standing is None:
                continue
            low, high = standing.bounds(0)
            found.append(
                FirstMove(
                    texts,
                    self._cells(texts),
                    *(standing.share, max(low, 0.0), min(high, 1.0), standing.proven),
                    swap=standing.share > 0.5,
                )
            )
        return tuple(sorted(found, key=lambda move: -move.chance))

    def _cells(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        position = self._game.initial()
        cells = [
            cell
            for text in texts
            for cell in self._game.move_cells(self._game.parse_move(text, position), position)
        ]
        return tuple([self._game.board.names[cell] for cell in dict.fromkeys(cells)])
