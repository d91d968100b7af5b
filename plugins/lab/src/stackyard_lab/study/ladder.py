"""The ladder: a player against itself with half the effort, step by step."""

from __future__ import annotations

from math import log2

from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.study.matches import PlayedMatch, Work
from stackyard_lab.study.metrics.depth import rung
from stackyard_lab.study.report import Rung
from stackyard_lab.study.settings import StudySettings

LOWEST = 25  # simulations of the weakest player
LEAST_STEPS = 2  # of a ladder that goes on to four times the effort of the player of the study
GAMES = (10, 20, 50, 100, 200)  # of each step: no step gets more before all have this number


class Ladder:
    """Matches of `mcts` with doubled simulations, each player against the one below.

    The highest has about four times the `simulations` of the player of the study.
    """

    title = "ladder of efforts"
    share = 2

    def __init__(self, settings: StudySettings, archive: Archive, simulations: int) -> None:
        self._settings = settings
        steps = max(LEAST_STEPS, int(log2(2 * simulations / LOWEST)) + 1)
        self._matches = {
            simulations: PlayedMatch(
                settings.plan(f"mcts:{2 * simulations}", f"mcts:{simulations}"), archive
            )
            for simulations in [LOWEST * 2**step for step in range(steps)]
        }

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Play more games of each step."""
        return even_work([*self._matches.values()], workforce, seconds, self._settings.games, GAMES)

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The steps that have been played, the lowest effort first."""
        return tuple(
            [
                rung(simulations, match.points, len(self._matches), self._settings.seed)
                for simulations, match in self._matches.items()
                if len(match.points) > 1
            ]
        )


def even_work(
    matches: list[PlayedMatch],
    workforce: Workforce,
    seconds: float,
    most: int,
    games: tuple[int, ...],
) -> Work:
    """Play `matches` evenly: each has the first of these numbers of `games`, then the second.

    None has more than `most`, rounded up to a pair.
    """
    spent = 0.0
    for target in games:
        for match in matches:
            begin = spent
            for here in match.work(workforce, seconds - begin, min(target, most + most % 2)):
                yield (spent := begin + here)
            if spent >= seconds:
                return
