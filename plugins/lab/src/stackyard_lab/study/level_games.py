"""Level games: a player meets itself, and a judge assesses the games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from stackyard.errors import RecordError, StackyardError
from stackyard.records.archive import Archive
from stackyard.records.format import Record
from stackyard.records.reader import GameCache, course_of
from stackyard.turnloop.history import Course
from stackyard.turnloop.outcome import Reason
from stackyard.workforce import Workforce
from stackyard_coach.assessment import Assessment
from stackyard_coach.records.assessments import AssessmentStore
from stackyard_lab.errors import ArenaError
from stackyard_lab.study.judge import Passage, judge_passages, judged_plies, trace_of
from stackyard_lab.study.matches import PlayedMatch, Work
from stackyard_lab.study.settings import StudySettings
from stackyard_lab.study.trace import GameTrace

TOGETHER = 8  # positions that a worker judges at once
FEW = 4  # games that are judged first
KEEP_SECONDS = 2.0  # between two writes of the assessments of an unfinished game


@dataclass
class LevelGame:
    """A finished game: its record, its course, and the judge's words, which `store` keeps."""

    record: Record
    course: Course
    store: AssessmentStore
    assessments: dict[int, Assessment]

    @property
    def stopped(self) -> bool:
        """True if the game was stopped, since it was too long."""
        return self.record.result is not None and self.record.result.reason == Reason.LENGTH

    @property
    def open(self) -> list[int]:
        """The numbers of plies of positions that are still to be judged."""
        return [ply for ply in judged_plies(self.course) if ply not in self.assessments]


class LevelGames:
    """The games of the player against itself, kept in an archive, and their traces."""

    title = "level games"
    share = 3

    def __init__(self, settings: StudySettings, archive: Archive) -> None:
        self._match = PlayedMatch(settings.plan(settings.player, settings.player), archive)
        self._archive = archive
        self._settings = settings
        self._cache = GameCache()
        self._games: dict[str, LevelGame] = {}
        self.new_games = 0  # played by this object

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Play games."""
        for spent in self._match.work(workforce, seconds):
            self.new_games += 1
            yield spent

    @property
    def label(self) -> str:
        """The label of the games in the archive."""
        return self._match.arena.label

    @property
    def processor_seconds(self) -> float:
        """The work for the new games."""
        return self._match.processor_seconds

    @property
    def number(self) -> int:
        """The number of finished games, up to one that is not finished yet."""
        return len(self._match.first_games)

    @property
    def lost(self) -> int:
        """The number of games of this run that have no result, since their workers died."""
        return sum([outcome.winner is None for outcome in self._match.arena.outcomes.values()])

    @property
    def games(self) -> list[LevelGame]:
        """The first games of the plan, up to one that is not finished yet."""
        plan = self._match.arena.plan
        names = [plan.name_of(outcome.pairing) for outcome in self._match.first_games]
        self._read({name for name in names if name not in self._games})
        return [self._games[name] for name in names]

    @property
    def traces(self) -> tuple[GameTrace, ...]:
        """The traces of these games."""
        found: list[GameTrace] = []
        plan, outcomes = self._match.arena.plan, self._match.first_games
        judged = True  # the games before: else those that are judged soon would come first
        for number, (game, outcome) in enumerate(zip(self.games, outcomes, strict=True)):
            judged = judged and not game.open
            assessments = game.assessments if judged else {}
            opening = plan.opening_of(outcome.pairing, game.course.game)
            found.append(trace_of(game.course, number, assessments, game.stopped, opening))
        return tuple(found)

    def _read(self, names: set[str]) -> None:
        """Read these games from the archive, with their assessments."""
        if not names:
            return
        label = self._match.arena.label
        numbers = [
            entry.number
            for entry in self._archive.entries(label=label)
            if not isinstance(entry.record, RecordError) and entry.record.id in names
        ]
        for number, record in self._archive.records(numbers):
            if isinstance(record, StackyardError):
                raise record
            course = course_of(record, self._cache.load)
            store = AssessmentStore(self._archive, number, course)
            assessments = store.load(self._settings.limit, deeper=False)
            self._games[record.id] = LevelGame(record, course, store, assessments)


class JudgedGames:
    """The judging of level games, the first ones first."""

    title = "judged positions"
    share = 4

    def __init__(self, level: LevelGames, settings: StudySettings) -> None:
        self._level = level
        self._settings = settings
        self._unkept: dict[str, LevelGame] = {}  # with assessments that are not in the archive
        self._kept = time.monotonic()

    def _keep(self) -> None:
        """Write the assessments to the archive."""
        for game in self._unkept.values():
            game.store.keep(self._settings.limit, game.assessments)
        self._unkept.clear()
        self._kept = time.monotonic()

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Judge the positions of games."""
        games = [game for game in self._level.games if game.open]
        spent, some = 0.0, FEW
        while games and spent < seconds:
            by_name = {game.record.id: game for game in games[:some]}
            passages = [passage for game in by_name.values() for passage in _passages(game)]
            judged = judge_passages(self._settings, passages, workforce)
            try:
                for judgement in judged:
                    if judgement.missing:
                        raise ArenaError(f"a position cannot be judged: {judgement.missing}")
                    game = by_name[judgement.passage.key]
                    game.assessments.update(judgement.assessments)
                    self._unkept[judgement.passage.key] = game
                    if not game.open or time.monotonic() - self._kept > KEEP_SECONDS:
                        self._keep()
                    yield (spent := spent + judgement.processor_seconds)
                    if spent >= seconds:
                        return
            finally:
                judged.close()
                self._keep()
            games, some = games[some:], 2 * some


def _passages(game: LevelGame) -> Iterator[Passage]:
    plies = game.open
    for first in range(0, len(plies), TOGETHER):
        some = plies[first : first + TOGETHER]
        yield Passage(game.record.id, game.course.moves[: some[-1]], tuple(some), game.record.start)
