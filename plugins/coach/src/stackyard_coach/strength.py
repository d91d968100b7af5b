"""The strength of a player from results against opponents of known strength, and levels to match.

Strengths are in Elo: a player ahead by 100 scores 64 of 100 points on average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log1p

from stackyard.plugins.registry import registry

SCALE = 400 / 2.302585092994046  # Elo of one unit on the logistic scale
# What is assumed before the first match, where the weakest level has about 1000.
CENTRE = 1350.0
SPREAD = 500.0  # one standard deviation
GRID = [20.0 * step for step in range(-50, 251)]  # -1000 to 5000 Elo
RECENT = 30  # matches by which a level is chosen: players improve
STRIDE = 2  # levels between one match and the next, at most

Result = tuple[float, float]  # the opponent's strength; points: 1, 0.5 or 0


@dataclass(frozen=True)
class Strength:
    """An estimate from a number of matches: the mean, and the bounds of a 95 % interval."""

    value: float
    low: float
    high: float
    matches: int


def strength_of(results: Iterable[Result]) -> Strength:
    """A player's strength by Bayes' rule, from a normal prior and independent results."""
    played = Counter(results)
    weights = [-(((value - CENTRE) / SPREAD) ** 2) / 2 for value in GRID]
    for (opponent, points), number in played.items():
        for place, value in enumerate(GRID):
            difference = (value - opponent) / SCALE
            chance = points * difference - max(difference, 0.0) - log1p(exp(-abs(difference)))
            weights[place] += number * chance
    most = max(weights)
    chances = [exp(weight - most) for weight in weights]
    total = sum(chances)
    sums = list(accumulate(chances))
    mean = sum([chance * value for chance, value in zip(chances, GRID, strict=True)]) / total
    low, high = (
        next(value for value, below in zip(GRID, sums, strict=True) if below >= share * total)
        for share in (0.025, 0.975)
    )
    return Strength(mean, low, high, played.total())


def level_strengths(game: str) -> Mapping[int, float]:
    """The strength of each level in a game, by the first plugin that knows it; empty if none."""
    call = registry().manager.caller("stackyard_level_strengths")
    return dict(call(game=game) or {})


def level_for(results: Sequence[Result], levels: Mapping[int, float]) -> int:
    """The level that a player beats about half of the time, from results in order of play.

    Of the two levels next to the player's strength it is the upper one after more than half of the
    points in the recent matches, else the lower one; but at most STRIDE levels from the opponent
    of the last match. `levels` holds their strengths. Without results it is the weakest.
    """
    ranked = sorted(levels, key=lambda level: levels[level])
    if not results:
        return ranked[0]
    recent = results[-RECENT:]
    value = strength_of(recent).value
    above = [level for level in ranked if levels[level] > value] or ranked[-1:]
    below = [level for level in ranked if levels[level] <= value] or ranked[:1]
    won = sum([points for _, points in recent])
    wanted = ranked.index(above[0] if won > len(recent) / 2 else below[-1])
    last = min(range(len(ranked)), key=lambda place: abs(levels[ranked[place]] - recent[-1][0]))
    return ranked[min(max(wanted, last - STRIDE), last + STRIDE)]
