"""The study of one variant of a game: plays and judges games, and reports what they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from stackyard.options import Value
from stackyard.plugins.executors import MakeExecutor
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard_lab.plan import Plan
from stackyard_lab.study.judge import Judge
from stackyard_lab.study.level_games import JudgedGames, LevelGames
from stackyard_lab.study.matches import Experiment, shared_work
from stackyard_lab.study.metrics import measure
from stackyard_lab.study.report import Curve, VariantReport
from stackyard_lab.study.trace import GameTrace

PLAYER = "mcts:400"
SIMULATIONS = 1000  # of the judge, for each position
MOST_GAMES = 1000
MOST_TURNS = 1000


@dataclass(frozen=True)
class StudySettings:
    """What determines a study of one variant.

    `player` meets itself in the level games, at most `games` of them; a game is stopped after
    `turns` turns. The judge has `simulations` for each position. The same settings and the same
    games give the same report.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    player: str = PLAYER
    seed: int = 1
    simulations: int = SIMULATIONS
    games: int = MOST_GAMES
    turns: int = MOST_TURNS

    def plan(self, *players: str) -> Plan:
        """The plan of a match of two players from the start of the game."""
        games = self.games + self.games % 2
        return Plan(
            *(self.game, players, self.options, games),
            seed=self.seed,
            opening=0,
            most_turns=self.turns,
        )


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
        plan = settings.plan(settings.player, settings.player)
        self.game = plan.load()
        judge = Judge(settings.game, settings.options, settings.simulations, settings.seed)
        self._level = LevelGames(plan, archive, judge, share=3)
        self._experiments: tuple[Experiment, ...] = (
            self._level,
            JudgedGames(self._level, archive, judge, share=4),
        )
        self._processor_seconds = 0.0

    @property
    def traces(self) -> tuple[GameTrace, ...]:
        """The level games, without a gap: the first ones of the plan."""
        return self._level.traces

    def run(self, make_executor: MakeExecutor, seconds: float) -> Generator[Progress, None, None]:
        """Work for so many processor seconds, and yield the progress after each piece of work.

        Closing the generator or an interrupt loses no finished game.
        """
        before = self._processor_seconds
        for doing, spent in shared_work(self._experiments, make_executor, seconds):
            self._processor_seconds = before + spent
            yield Progress(doing, spent, seconds)

    def report(self) -> VariantReport:
        """What all games in the archive tell."""
        traces, games = self.traces, self._level.games
        shown = _shown(traces)
        return VariantReport(
            game=self.game.name,
            title=self.game.title,
            options=self.game.settings,
            figures=measure(traces, self.settings.seed),
            lengths=dict(sorted(Counter([trace.turns for trace in traces]).items())),
            curves=tuple(
                [Curve(title, trace.chances) for title, trace in shown.items() if trace.chances]
            ),
            games={
                title: encode(games[trace.number].record).decode() for title, trace in shown.items()
            },
            processor_seconds=self._processor_seconds,
        )


def _shown(traces: tuple[GameTrace, ...]) -> dict[str, GameTrace]:
    """The typical, the shortest and the most dramatic game.

    The typical one has the median length. In the most dramatic one the winner had the worst
    chance before a turn.
    """
    if not traces:
        return {}
    by_length = sorted(traces, key=lambda trace: (trace.turns, trace.number))
    found = {"typical": by_length[len(traces) // 2], "shortest": by_length[0]}
    won = [trace for trace in traces if trace.chances and trace.winner in {0, 1}]
    if won:
        found["most dramatic"] = min(won, key=_lowest)
    return found


def _lowest(trace: GameTrace) -> float:
    """The winner's worst chance."""
    return min(trace.chances) if trace.winner == 0 else 1 - max(trace.chances)
