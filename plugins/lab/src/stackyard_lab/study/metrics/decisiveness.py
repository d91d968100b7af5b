"""Metrics of decisiveness: whether games end, and how soon after they are decided."""

from __future__ import annotations

from collections.abc import Callable

from stackyard.position import LONGEST, ONGOING
from stackyard_lab.study.metrics.drama import winners_chances
from stackyard_lab.study.metrics.sample import GameMetric
from stackyard_lab.study.report import Group, Metric
from stackyard_lab.study.trace import GameTrace


def threshold(game: GameTrace) -> float | None:
    """The best chance that the eventual loser had."""
    chances = winners_chances(game)
    return 1 - min(chances) if chances else None


def undecided(game: GameTrace) -> float | None:
    """The share of a game before the winner's chance is first above the threshold."""
    chances = winners_chances(game)
    if len(chances) < 2:
        return None
    least = 1 - min(chances)
    before = [number for number, chance in enumerate(chances) if chance > least]
    return before[0] / (len(chances) - 1) if before else 1.0


def completed(game: GameTrace) -> float:
    """1 if the game ended by its rules, 0 if it was stopped."""
    return float(game.winner != ONGOING)


def _judged(
    name: str, title: str, words: str, source: str, of: Callable[[GameTrace], float | None]
) -> GameMetric:
    return GameMetric(
        Metric(name, Group.DECISIVENESS, title, words, source),
        of,
        "no game that was won has been judged; give the study more minutes or a stronger judge, or "
        "a stronger player if all games are drawn",
    )


GAME_METRICS = (
    GameMetric(
        Metric(
            "completion",
            Group.DECISIVENESS,
            "games that end",
            f"the share of games that end by the rules within {LONGEST:,} moves",
            "Ludii, Timeouts, the rest of it",
        ),
        completed,
        "no game has been played",
        unfinished=True,
    ),
    _judged(
        "decisiveness_threshold",
        "best chance of the loser",
        "the best chance that the eventual loser has before a turn; the mean of games that are won",
        "Ludii, DecisivenessThreshold",
        threshold,
    ),
    _judged(
        "decisiveness_moves",
        "turns before the decision",
        "the share of a game's turns before the eventual winner's chance is first above the best "
        "that the loser has in this game; the mean of games that are won",
        "Ludii, DecisivenessMoves",
        undecided,
    ),
)
METRICS = tuple([metric.metric for metric in GAME_METRICS])
