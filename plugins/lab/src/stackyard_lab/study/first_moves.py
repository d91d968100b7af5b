"""First moves: how the judge assesses the game after each of them, with growing effort."""

from __future__ import annotations

from dataclasses import replace

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING
from stackyard.workforce import Workforce
from stackyard_coach.assessment import Assessment
from stackyard_coach.review import standing_of
from stackyard_engine.successors import points_of
from stackyard_lab.study.exact import ExactSolution
from stackyard_lab.study.judge import Passage, judge_passages
from stackyard_lab.study.matches import Work
from stackyard_lab.study.report import FirstMove
from stackyard_lab.study.settings import StudySettings

EFFORTS = (1, 4, 16, 64)  # times the simulations of the judge


class FirstMoves:
    """The assessments of the start and of the positions after each first move.

    Moves that a symmetry of the game turns into one another are assessed once.
    """

    title = "first moves"
    share = 2

    def __init__(self, game: Game, settings: StudySettings, exact: ExactSolution) -> None:
        self._exact = exact
        self._game = game
        self._settings = settings
        self._texts: tuple[tuple[str, ...], ...] = ()
        self._after: dict[str, Assessment] = {}
        self._efforts: dict[str, int] = {}  # of these assessments
        self.start: Assessment | None = None

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Assess what is not proven yet, with one effort after the other."""
        spent = 0.0
        for effort in EFFORTS:
            harder = replace(self._settings, simulations=effort * self._settings.simulations)
            for _ in range(2):  # the start tells which moves are alike
                judged = judge_passages(harder, self._passages(effort), workforce)
                try:
                    for judgement in judged:
                        self._take(judgement.passage, dict(judgement.assessments))
                        self._efforts[judgement.passage.key] = effort
                        yield (spent := spent + judgement.processor_seconds)
                        if spent >= seconds and self._after:
                            return
                finally:
                    judged.close()

    def _passages(self, effort: int) -> list[Passage]:
        """The start and the first moves, if not proven and not judged with this effort yet."""
        position = self._game.initial()
        passages = [Passage("", (), (0,))]
        passages += [
            Passage(texts[0], (self._game.parse_move(texts[0], position),), (1,))
            for texts in self._texts
        ]
        found = {"": self.start, **self._after}
        return [
            passage
            for passage in passages
            if self._efforts.get(passage.key, 0) < effort
            and (not passage.key or self._exact.winner() == ONGOING)
            and ((known := found.get(passage.key)) is None or known.proven == ONGOING)
        ]

    def _take(self, passage: Passage, found: dict[int, Assessment]) -> None:
        for ply, assessment in found.items():
            if ply:
                self._after[passage.key] = assessment
            elif self.start is None or self.start.proven == ONGOING:
                self.start = assessment
                self._texts = self._texts or tuple([move.texts for move in assessment.moves])

    @property
    def winner(self) -> int:
        """The winner with best play, if it is proven; otherwise ONGOING."""
        if (known := self._exact.winner()) != ONGOING:
            return known
        if self.start is not None and self.start.proven != ONGOING:
            return self.start.proven
        found = {
            self._after[key].proven if key in self._after else ONGOING for key, *_ in self._texts
        }
        if not found or 0 in found:
            return 0 if found else ONGOING
        return next((one for one in (ONGOING, DRAW) if one in found), 1)

    @property
    def whole(self) -> bool:
        """True if `moves` are all that the game has, none of them without an assessment."""
        return len(self.moves) == len(self._texts)

    @property
    def moves(self) -> tuple[FirstMove, ...]:
        """The first moves that have been judged, the best for the first player first."""
        found = []
        for texts in self._texts:
            result = self._exact.winner(texts[0])
            if result != ONGOING:
                share = points_of(result, 0)
                swap = share > 0.5
                found.append(
                    FirstMove(texts, self._cells(texts), share, share, share, result, swap)
                )
                continue
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
            for cell in self._game.move_cells(self._game.parse_move(text, position), position)[:1]
        ]
        return tuple([self._game.board.names[cell] for cell in dict.fromkeys(cells)])
