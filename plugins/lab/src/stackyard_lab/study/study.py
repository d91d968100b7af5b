"""The study of one variant of a game: plays and judges games, and reports what they tell."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator
from itertools import takewhile
from math import ceil
from typing import NamedTuple

from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.records.archive import Archive
from stackyard.records.format import encode
from stackyard.text import plural
from stackyard.turnloop.player_specs import read_player_spec
from stackyard.turnloop.wording import stopped_words
from stackyard.workforce import Workforce
from stackyard_engine.players import SIMULATIONS
from stackyard_lab.game_outcome import more_random, repeats
from stackyard_lab.study.exact import ExactSolution
from stackyard_lab.study.figure_table import figure_table
from stackyard_lab.study.first_moves import FirstMoves
from stackyard_lab.study.ladder import Ladder
from stackyard_lab.study.level_games import JudgedGames, LevelGames
from stackyard_lab.study.matches import Experiment, shared_work
from stackyard_lab.study.metrics import measure
from stackyard_lab.study.metrics.drama import winners_chances
from stackyard_lab.study.metrics.size import states_figure
from stackyard_lab.study.mirror_matches import MirrorMatches
from stackyard_lab.study.report import Curve, Figure, VariantReport
from stackyard_lab.study.restriction_matches import RestrictedMatches
from stackyard_lab.study.settings import StudySettings
from stackyard_lab.study.trace import GameTrace

ENOUGH = 50  # level games, for the figures to say something
OF_EFFORT = ("elo_per_doubling", "levels")  # figures of a ladder
REPORT = 0.05  # share of the time of a run that its report may take
FEW = 4  # level games that a player of chance does not play alike


class Progress(NamedTuple):
    """The work of a run so far, in processor seconds, and how much there is in all."""

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
        self.game = settings.load()
        self._level = LevelGames(settings, archive)
        simulations = _simulations_of(settings.player, self.game)
        self._exact = ExactSolution(self.game)
        self._first_moves = FirstMoves(self.game, settings, self._exact)
        self._mirrors = MirrorMatches(settings, archive, self.game)
        self._ladder = Ladder(settings, archive, simulations) if simulations else None
        # Others do not measure a player of random moves.
        self._restricted: RestrictedMatches | None = None
        if settings.player.partition(":")[0] != "random":
            self._restricted = RestrictedMatches(settings, archive, self._level, simulations)
        self._experiments: tuple[Experiment, ...] = (
            self._exact,
            self._level,
            self._first_moves,
            self._mirrors,
            *([self._ladder] if self._ladder else []),
            *([self._restricted] if self._restricted else []),
            JudgedGames(self._level, settings),
        )
        self._processor_seconds = 0.0

    @property
    def games(self) -> int:
        """The number of level games, without a gap: the first ones of the plan."""
        return self._level.number

    def run(self, workforce: Workforce, seconds: float) -> Generator[Progress, None, None]:
        """Work for `seconds` of processor time, and yield the progress after each piece of work.

        A share of them is left for `report`. Closing the generator or an interrupt loses no
        finished game.
        """
        before, last = self._processor_seconds, ""
        for doing, spent in shared_work(self._experiments, workforce, (1 - REPORT) * seconds):
            self._processor_seconds = before + spent
            yield Progress(spent, seconds)
            if doing != last == self._level.title and self._is_endless:
                return  # nothing else can be found out about it
            last = doing

    def __repr__(self) -> str:
        return f"<Study of {self.game.name}>"

    def _repr_html_(self) -> str:
        """The figures so far, for a notebook."""
        return figure_table(self.report())

    def report(self) -> VariantReport:
        """The figures from all games in the archive."""
        begin = time.thread_time()
        traces, games = self._level.traces, self._level.games
        shown = _shown(traces)
        first_moves, ladder = self._first_moves.moves, self._ladder.rungs if self._ladder else ()
        return VariantReport(
            game=self.game.name,
            title=self.game.title,
            options=self.game.settings,
            figures=(
                *[
                    figure
                    for figure in measure(
                        *(traces, self.settings.seed, first_moves, ladder, self._winner),
                        whole=self._first_moves.whole,
                    )
                    if self._ladder or figure.metric not in OF_EFFORT
                ],
                self._mirrors.figure(),
                *(self._restricted.figures() if self._restricted else ()),
                self._states,
            ),
            first_moves=first_moves,
            ladder=ladder,
            lengths=dict(sorted(Counter([trace.turns for trace in traces]).items())),
            curves=tuple(
                [Curve(title, trace.chances) for title, trace in shown.items() if trace.chances]
            ),
            games={
                title: encode(games[trace.number].record).decode() for title, trace in shown.items()
            },
            remarks=tuple(self._remarks(traces)),
            processor_seconds=self._processor_seconds + time.thread_time() - begin,
            label=self._level.label,
        )

    @property
    def _is_endless(self) -> bool:
        """True if no level game has ended by the rules."""
        games = self._level.games
        return bool(games) and all(game.stopped for game in games)

    @property
    def _winner(self) -> int:
        """The winner with best play, if it is proven; otherwise ONGOING."""
        proven = self._first_moves.winner
        return self._mirrors.winner if proven == ONGOING else proven

    @property
    def _states(self) -> Figure:
        """The number of positions."""
        seed = self.settings.seed
        return self._exact.figure(seed) or states_figure(self.game.initial(), seed)

    def _remarks(self, traces: tuple[GameTrace, ...]) -> Iterator[str]:
        """Sentences about a game that hardly can be studied, or too little work for it."""
        opening = self.settings.opening
        if opening:
            begin = f"Each game begins with {plural(opening, 'random turn')}"
            if opening > 1 and self.game.settings.get("pie"):
                begin += ", so no player decides on a swap: see the first player's chance with one"
            yield f"{begin}."
        if lost := self._level.lost:
            again = "it" if lost == 1 else "them"
            yield f"Workers died in {plural(lost, 'game')}: the same command plays {again} again."
        stopped = sum([trace.winner == ONGOING for trace in traces])
        if stopped:
            yield stopped_words(stopped, len(traces))
        if traces and all(ply.choices == 1 for trace in traces for ply in trace.plies):
            yield (
                "No player ever had a choice of moves, so there is nothing to decide in this game; "
                "see that legal_moves lists all moves."
            )
        number = len(traces)
        different = len({(game.record.start, game.course.moves) for game in self._level.games})
        advice = more_random(opening or 0)
        if number >= FEW and different == 1:
            yield (
                f"All {number} games are the same one, so the intervals say nothing: the player "
                f"leaves nothing to chance here; {advice}."
            )
        elif repeats(different, number):
            yield (
                f"Only {different} of {plural(number, 'game')} differ, since the player repeats "
                f"itself; {advice}."
            )
        done = takewhile(lambda each: not each[0].open, zip(self._level.games, traces, strict=True))
        unsettled = sum([bool(game.assessments) and not trace.chances for game, trace in done])
        if unsettled:
            simulations = self.settings.simulations
            yield (
                f"With {plural(simulations, 'simulation')} the judge cannot assess some positions "
                f"of {unsettled} of {plural(number, 'game')}, so clarity, drama and decisiveness "
                f"leave these games out: --judge {4 * simulations} would help."
            )
        enough = min(ENOUGH, self.settings.games)
        if 0 < number < enough:
            yield f"{plural(number, 'game')} say little: {self._advice(number, enough)}."

    def _advice(self, played: int, enough: int) -> str:
        """Advice on how to get `enough` games."""
        spent = self._level.processor_seconds
        if not self._level.new_games:
            return "run the same command with more minutes"
        shares = sum([experiment.share for experiment in self._experiments])
        each = spent / self._level.new_games * shares / self._level.share
        minutes = ceil((enough - played) * each / 6) / 10
        return (
            f"about {minutes:g} more processor minutes (--minutes {minutes:g}) would give "
            f"{enough}; or choose a faster --player"
        )


def _simulations_of(spec: str, game: Game) -> int:
    """The simulations of a player `mcts` without other settings; 0 of any other player.

    The ladder, and the players of RestrictedMatches that search, are such players.
    """
    found, plain = read_player_spec(spec, game), read_player_spec("mcts", game)
    if found.registered is not plain.registered:
        return 0
    others = {**found.settings, "simulations": None}
    return int(found.settings["simulations"] or SIMULATIONS) if others == plain.settings else 0


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
        found["most dramatic"] = min(won, key=lambda trace: min(winners_chances(trace)))
    return found
