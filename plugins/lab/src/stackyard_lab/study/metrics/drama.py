"""Metrics of drama: comebacks, changes of the lead, uncertainty, by the judge's chances."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from statistics import fmean

from stackyard.position import DRAW
from stackyard_lab.study.metrics.sample import GameMetric
from stackyard_lab.study.report import Group, Metric
from stackyard_lab.study.trace import GameTrace

EVEN = 1e-9  # chances that differ less from one half have no leader


def winners_chances(game: GameTrace) -> tuple[float, ...]:
    """The chances of the eventual winner; empty for a draw and without chances."""
    if game.winner == DRAW:
        return ()
    return game.chances if game.winner == 0 else tuple([1 - chance for chance in game.chances])


def drama(game: GameTrace) -> float | None:
    """The mean lead of the opponent over the eventual winner, 0 at turns without one."""
    chances = winners_chances(game)[:-1]
    return fmean([max(0.0, 1 - 2 * chance) for chance in chances]) if chances else None


def lead_changes(game: GameTrace) -> float | None:
    """The share of turns at which the lead changed."""
    leads = [chance > 0.5 for chance in game.chances if abs(chance - 0.5) > EVEN]
    if len(game.chances) < 2:
        return None
    changes = sum([one != other for one, other in itertools.pairwise(leads)])
    return changes / (len(game.chances) - 1)


def uncertainty(game: GameTrace) -> float | None:
    """The mean evenness of the chances at the turns: 1 if they are equal, 0 if one is certain."""
    chances = game.chances[:-1]
    return fmean([1 - abs(2 * chance - 1) for chance in chances]) if chances else None


def _metric(
    name: str, title: str, words: str, source: str, of: Callable[[GameTrace], float | None]
) -> GameMetric:
    return GameMetric(
        Metric(name, Group.DRAMA, title, words, source),
        of,
        "no game has been judged to which this applies; give the study more minutes or a stronger "
        "judge, or a stronger player if all games are drawn",
    )


GAME_METRICS = (
    _metric(
        "drama",
        "drama",
        "how far the eventual winner's chance lies behind the opponent's, nothing where it is "
        "ahead; the mean of turns and of games that are won",
        "Browne, 2008; Ludii, Drama",
        drama,
    ),
    _metric(
        "lead_changes",
        "changes of the lead",
        "the share of turns at which the player with the better chance changes; the first lead is "
        "no change, and an even position keeps the leader",
        "Browne, 2008; Ludii, LeadChange",
        lead_changes,
    ),
    _metric(
        "uncertainty",
        "uncertainty",
        "1 less the difference between the players' chances; the mean of turns and of games",
        "Browne, 2008",
        uncertainty,
    ),
)
METRICS = tuple([metric.metric for metric in GAME_METRICS])
