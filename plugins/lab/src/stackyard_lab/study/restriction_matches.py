"""Restricted players against the player of a study."""

from __future__ import annotations

from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.study.ladder import even_work
from stackyard_lab.study.level_games import LevelGames
from stackyard_lab.study.matches import PlayedMatch, Work
from stackyard_lab.study.metrics.depth import score_figure
from stackyard_lab.study.report import Figure
from stackyard_lab.study.restricted_player import GREEDY, NO_CAPTURES, RULES, captures
from stackyard_lab.study.settings import StudySettings

GAMES = (10, 20, 50, 100)
SEARCHED = 5  # games that are searched for captures


class RestrictedMatches:
    """A match of each restricted player against the player of the study, colours swapped.

    Without `simulations` the greedy player, which does not search, is the only one.
    """

    title = "restricted players"
    share = 1

    def __init__(
        self,
        settings: StudySettings,
        archive: Archive,
        level: LevelGames,
        simulations: int,
    ) -> None:
        self._settings = settings
        self._level = level
        effort = f",simulations={simulations}" if simulations else ""
        self._matches = {
            rule: PlayedMatch(
                settings.plan(f"restricted:rule={rule}{effort}", settings.player), archive
            )
            for rule in (RULES if simulations else (GREEDY,))
        }

    def work(self, workforce: Workforce, seconds: float) -> Work:
        """Play more games of each player."""
        matches = [
            match
            for rule, match in self._matches.items()
            if rule != NO_CAPTURES or self._has_captures()
        ]
        return even_work(matches, workforce, seconds, self._settings.games, GAMES)

    def figures(self) -> list[Figure]:
        """The scores of the restricted players."""
        seed = self._settings.seed
        found = []
        for rule, match in self._matches.items():
            if rule == NO_CAPTURES and self._level.games and not self._has_captures():
                note = "no move of the games that were searched captures"
                found.append(Figure(rule, None, None, None, 0, seed, note=note))
            else:
                found.append(score_figure(rule, match.points, seed))
        return found

    def _has_captures(self) -> bool:
        """Tell if a move of the first games captures."""
        return any(
            captures(ply.game, ply.before, ply.move)
            for game in self._level.games[:SEARCHED]
            for ply in game.course.plies()
        )
