"""The study of several variants of a game: a race of all, then a study of each that is left."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

from stackyard.plugins.executors import MakeExecutor
from stackyard.records.archive import Archive
from stackyard_lab.study.entrant import ArenaEntrant
from stackyard_lab.study.race import Race
from stackyard_lab.study.report import StudyReport, VariantReport
from stackyard_lab.study.settings import StudySettings
from stackyard_lab.study.study import Progress, Study
from stackyard_lab.study.variants import Variants

RACE = 0.6  # the share of the time for the race, at most


class VariedStudy:
    """A study of variants with the same `settings`, apart from the options.

    The race has `games` in all, or else a share of the time of a run. A `search` gives variants up
    during the race. Raises ArenaError, OptionError or PlayerSpecError if the settings cannot be
    used.
    """

    def __init__(
        self,
        variants: Variants,
        settings: StudySettings,
        archive: Archive,
        make_executor: MakeExecutor,
        games: int | None = None,
        search: bool = False,
    ) -> None:
        self._variants = variants
        self._settings = [replace(settings, options=game.settings) for game in variants.games]
        self._archive = archive
        self._make_executor = make_executor
        self._entrants = [ArenaEntrant(each, archive, make_executor) for each in self._settings]
        self._race = Race(self._entrants, settings.seed, games, search)
        self._games = games
        self._seconds = [0.0] * len(self._settings)  # of the studies

    def run(self, seconds: float) -> Generator[Progress, None, None]:
        """Work for so many processor seconds, and yield the progress after each piece of work.

        With a budget in games the race takes as long as these take, and the studies that follow the
        seconds. Closing the generator or an interrupt loses no finished game.
        """
        allowed = seconds if self._games is not None else RACE * seconds
        with closing(self._race.run(lambda: self._raced() / allowed)) as race:
            for _ in race:
                yield Progress("games of all variants", min(self._raced(), seconds), seconds)
        left = [n for n in self._race.ranking if n not in self._race.given_up]
        rest = seconds if self._games is not None else max(0.0, seconds - self._raced())
        for number in left:
            study = Study(self._settings[number], self._archive)
            with closing(study.run(self._make_executor, rest / len(left))) as work:
                for done in work:
                    self._seconds[number] = done.seconds
                    yield Progress(done.doing, seconds - rest + sum(self._seconds), seconds)

    def report(self, command: str) -> StudyReport:
        """The comparisons so far, and what all games in the archive tell of each variant."""
        return StudyReport(
            tuple([self._report(number) for number in range(len(self._settings))]),
            self._settings[0].player,
            self._settings[0].seed,
            command,
            comparisons=self._race.comparisons(),
            ranking=self._race.ranking,
            given_up=self._race.given_up,
            rounds=tuple(self._race.rounds),
            left_out=self._variants.left_out,
        )

    def _report(self, number: int) -> VariantReport:
        found = Study(self._settings[number], self._archive).report()
        seconds = self._entrants[number].processor_seconds + self._seconds[number]
        figures = (*found.figures, *self._race.figures(number))
        return replace(found, figures=figures, processor_seconds=seconds)

    def _raced(self) -> float:
        """The processor seconds of the race."""
        return sum([entrant.processor_seconds for entrant in self._entrants])
