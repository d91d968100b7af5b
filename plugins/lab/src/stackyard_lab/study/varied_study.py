"""The study of several variants of a game: a race of all, then a study of each that is left."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.study.entrant import ArenaEntrant
from stackyard_lab.study.race import Race
from stackyard_lab.study.report import StudyReport, VariantReport
from stackyard_lab.study.settings import StudySettings
from stackyard_lab.study.study import Progress, Study
from stackyard_lab.study.variants import Variants
from stackyard_lab.study.variety import known_opening, try_games

RACE = 0.6  # the share of the time for the race, at most


class VariedStudy:
    """A study of variants with the same `settings`, apart from the options.

    The race has `games` in all, or else a share of the time of a run. A `search` gives variants up
    during the race. Without an `opening` in the settings, a player that repeats its games gets
    random turns. Raises ArenaError, OptionError or PlayerSpecError if the settings cannot be
    used.
    """

    def __init__(
        self,
        variants: Variants,
        settings: StudySettings,
        archive: Archive,
        workforce: Workforce,
        games: int | None = None,
        search: bool = False,
    ) -> None:
        self._variants = variants
        self._settings = [replace(settings, options=game.settings) for game in variants.games]
        self._archive = archive
        self._workforce = workforce
        self._games = games
        self._search = search
        self._seconds = [0.0] * len(self._settings)  # of the studies
        self._shared = 0.0  # processor seconds for all variants, those of this thread in a race
        # Not all that studies find is in the archive. A finished one would keep much memory.
        self._reports: dict[int, VariantReport] = {}
        self._running: dict[int, Study] = {}
        self._entrants: list[ArenaEntrant] = []
        self._race: Race | None = None  # one variant has no need of it
        self._opening = settings.opening
        if self._opening is None:
            self._opening = known_opening(self._settings, archive)
        self._enter(self._opening or 0)

    def _enter(self, opening: int) -> None:
        """Enter the variants into a race whose games begin with `opening` random turns."""
        self._settings = [replace(each, opening=opening) for each in self._settings]
        if len(self._settings) == 1:
            self._study(0)  # refuses settings that cannot be used
            return
        self._entrants = [
            ArenaEntrant(each, self._archive, self._workforce) for each in self._settings
        ]
        self._race = Race(self._entrants, self._settings[0].seed, self._games, self._search)

    @property
    def games(self) -> int:
        """The number of level games in the archive."""
        return sum([self._study(number).games for number in range(len(self._settings))])

    def run(self, seconds: float) -> Generator[Progress, None, None]:
        """Work for `seconds` of processor time, and yield the progress after each piece of work.

        With a budget in games the race takes as long as these take, and the studies that follow the
        seconds. Closing the generator or an interrupt loses no finished game.
        """
        try:
            yield from self._run(seconds)
        finally:
            self._workforce.close()

    def _run(self, seconds: float) -> Generator[Progress, None, None]:
        begin, tried = time.thread_time(), 0.0
        if self._opening is None:
            for tried in try_games(self._settings, self._archive, self._workforce):
                self._shared = tried + time.thread_time() - begin
                yield self._progress(seconds)
            self._opening = known_opening(self._settings, self._archive)
            self._enter(self._opening or 0)
        left = [0]
        if self._race is not None:
            with closing(self._race.run(lambda: self._raced / (RACE * seconds))) as race:
                for _ in race:
                    self._shared = tried + time.thread_time() - begin
                    yield self._progress(seconds)
            left = [*self._race.ranking]
        rest = seconds if self._games is not None else max(0.0, seconds - self._raced)
        for number in left:
            study = self._running[number] = Study(self._settings[number], self._archive)
            with closing(study.run(self._workforce, rest / len(left))) as work:
                for done in work:
                    self._seconds[number] = done.seconds
                    yield self._progress(seconds)
            self._reports[number] = study.report()
            del self._running[number]

    def report(self, command: str) -> StudyReport:
        """The comparisons so far, and what all games in the archive tell of each variant."""
        variants = tuple([self._report(number) for number in range(len(self._settings))])
        player, seed = self._settings[0].player, self._settings[0].seed
        report = StudyReport(variants, player, seed, command, left_out=self._variants.left_out)
        if self._race is None:
            return report
        return replace(
            report,
            comparisons=self._race.comparisons(),
            ranking=self._race.ranking,
            given_up=self._race.given_up,
            rounds=tuple(self._race.rounds),
        )

    def _report(self, number: int) -> VariantReport:
        found = self._reports.get(number) or self._study(number).report()
        seconds = found.processor_seconds + self._shared / len(self._settings)
        figures = found.figures
        if self._race is not None:
            seconds += self._entrants[number].processor_seconds
            figures += self._race.figures(number)
        return replace(found, figures=figures, processor_seconds=seconds)

    def _study(self, number: int) -> Study:
        """The study of a variant that is running, else one of the games in the archive."""
        return self._running.get(number) or Study(self._settings[number], self._archive)

    def _progress(self, seconds: float) -> Progress:
        """The progress of a run of `seconds`; a race by games takes its time besides."""
        total = seconds + (self._raced if self._games is not None else 0.0)
        return Progress(self._raced + sum(self._seconds), total)

    @property
    def _raced(self) -> float:
        """The processor seconds of the race, and of the games before it."""
        return self._shared + sum([entrant.processor_seconds for entrant in self._entrants])
