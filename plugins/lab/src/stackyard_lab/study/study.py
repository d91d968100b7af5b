"""The study of one variant of a game: plays and judges games, and reports what they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from stackyard.options import Value
from stackyard.plugins.executors import MakeExecutor
from stackyard.records.archive import Archive
from stackyard_lab.plan import Plan
from stackyard_lab.study.level_games import LevelGames
from stackyard_lab.study.report import VariantReport
from stackyard_lab.study.trace import GameTrace

PLAYER = "mcts:400"
SIMULATIONS = 1000  # of the judge, for each position
MOST_GAMES = 1000


@dataclass(frozen=True)
class StudySettings:
    """What determines a study of one variant.

    `player` meets itself in the level games, at most `games` of them. The judge has `simulations`
    for each position. The same settings and the same number of games give the same report.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    player: str = PLAYER
    seed: int = 1
    simulations: int = SIMULATIONS
    games: int = MOST_GAMES


class Progress(NamedTuple):
    """The work of a run so far, in processor seconds: what is being done, and how much of all."""

    doing: str
    seconds: float
    total: float


class Study:
    """The study of one variant, whose games are in an archive.

    Each run plays and judges more games. An interrupt loses nothing that is stored: another run,
    also by another program, goes on. Raises ArenaError, OptionError or PlayerSpecError if the
    settings cannot be used.
    """

    def __init__(self, settings: StudySettings, archive: Archive) -> None:
        self.settings = settings
        plan = Plan(
            settings.game,
            (settings.player, settings.player),
            settings.options,
            settings.games + settings.games % 2,
            seed=settings.seed,
            opening=0,
        )
        self.game = plan.load()
        self._level = LevelGames(plan, archive)

    @property
    def traces(self) -> tuple[GameTrace, ...]:
        """The level games, without a gap: the first ones of the plan."""
        return self._level.traces()

    def run(self, make_executor: MakeExecutor, seconds: float) -> Generator[Progress, None, None]:
        """Work for so many processor seconds, and yield the progress after each piece of work.

        Closing the generator or an interrupt loses no finished game.
        """
        for spent in self._level.play(make_executor, seconds):
            yield Progress("level games", spent, seconds)

    def report(self) -> VariantReport:
        """What all games in the archive tell."""
        traces = self.traces
        return VariantReport(
            game=self.game.name,
            title=self.game.title,
            options=self.game.settings,
            figures=(),
            lengths=dict(sorted(Counter([trace.turns for trace in traces]).items())),
            processor_seconds=self._level.processor_seconds,
        )
