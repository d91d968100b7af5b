"""Figures from games: a number for each game, and its mean or median over independent samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isinf
from statistics import fmean

from stackyard.position import ONGOING
from stackyard.text import plural
from stackyard_engine.confidence import Estimate, MeanSequence, QuantileSequence
from stackyard_lab.study.report import Figure, Metric
from stackyard_lab.study.trace import GameTrace

Sample = tuple[GameTrace, ...]  # one game, or the two games from one opening


@dataclass(frozen=True)
class GameMetric:
    """A metric that is the mean or a quantile, over games, of a number that each game has.

    `of` returns None for a game to which it does not apply; `missing` is the note if it applies to
    none. Values lie between 0 and `most`; if `quantile` is given they may be of any size.
    `unfinished` says that games that were stopped count too.
    """

    metric: Metric
    of: Callable[[GameTrace], float | None]
    missing: str
    most: float = 1.0
    quantile: float | None = None
    unfinished: bool = False

    def values(self, sample: Sample) -> list[float]:
        """The numbers of the games of a sample, where it applies."""
        games = [game for game in sample if self.unfinished or game.winner != ONGOING]
        found = [self.of(game) for game in games]
        return [value for value in found if value is not None]

    def figure(self, samples: Sequence[Sample], seed: int) -> Figure:
        """The figure for all samples."""
        counted = [values for sample in samples if (values := self.values(sample))]
        if not counted:
            return Figure(self.metric.name, None, None, None, 0, seed, note=self._missing(samples))
        if self.quantile is None:
            mean = MeanSequence(0.0, self.most)
            for values in counted:
                mean.add(fmean(values))
            return figure(self.metric.name, mean.interval(), len(counted), seed)
        quantile = QuantileSequence(self.quantile)
        for values in counted:
            quantile.add(*values)
        return figure(self.metric.name, quantile.interval(), len(counted), seed)

    def _missing(self, samples: Sequence[Sample]) -> str:
        if not samples:
            return "no game has been played; give the study more minutes"
        if all(game.winner == ONGOING for sample in samples for game in sample):
            return "no game has ended; let the rules end the game"
        return self.missing


def figure(name: str, estimate: Estimate, samples: int, seed: int) -> Figure:
    """A figure from an estimate; without its values if the interval has no end."""
    if isinf(estimate.low) or isinf(estimate.high):
        few = f"{plural(samples, 'sample')} cannot bound it; give the study more minutes"
        return Figure(name, None, None, None, samples, seed, note=few)
    return Figure(name, estimate.value, estimate.low, estimate.high, samples, seed)


def samples_of(traces: Sequence[GameTrace]) -> list[Sample]:
    """Games as independent samples: the two games from one opening, or single ones without."""
    if not any(game.opening for game in traces):
        return [(game,) for game in traces]
    return [*zip(traces[::2], traces[1::2], strict=False)]
