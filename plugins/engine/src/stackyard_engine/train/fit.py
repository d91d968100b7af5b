"""Fit weights to examples by logistic regression; the only module that needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from stackyard.errors import WeightsError
from stackyard.plugins.discovery import install_command
from stackyard_engine.eval.calibration import (
    FLATTEST,
    Calibration,
    effort_of,
    odds_of,
    spreads,
)
from stackyard_engine.eval.model import UNIT
from stackyard_engine.train.examples import TrainingExample

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

BATCH: Final = 4096
RATE: Final = 0.15
FADING: Final = 1e-7  # decay towards 0 of weights that no example needs
LARGEST: Final = 32_767
STEPS: Final = 50  # of Newton's method
PULL: Final = 0.5  # regularization towards the identity
RATIOS: Final = (0, 1, 2, 4, 8, 16, 32, 64, 128)  # of `noise` to `drift`
HELD: Final = 0.92  # share of chances in the intervals fitted to them, which leaves 0.9 of others
SHOWN: Final = 0.01  # a chance nearer to 0 or 1 has no interval that is told
SEEN: Final = 40  # minimum number of chances
LOUDEST: Final = 100.0  # noise


def numpy() -> Any:
    """The module numpy; WeightsError tells how to install it."""
    try:
        import numpy
    except ImportError as failure:
        sentence = f"training needs numpy: {install_command('training')}"
        raise WeightsError(sentence) from failure
    return numpy


class Fit:
    """Weights fitted to a growing set of examples (AdaGrad; Duchi, 2011)."""

    def __init__(self, size: int, seed: int) -> None:
        np = numpy()
        self._weights: Numbers = np.zeros(size, np.float32)
        self._slopes: Numbers = np.full(size, 1e-8, np.float32)
        self._random = np.random.default_rng(seed)

    def learn(self, examples: Sequence[TrainingExample], epochs: int) -> None:
        """Go through the examples `epochs` times, in random order."""
        np = numpy()
        places, shares = _arrays(examples)
        for _ in range(epochs):
            order = self._random.permutation(len(shares))
            for begin in range(0, len(order), BATCH):
                chosen = order[begin : begin + BATCH]
                batch = places[chosen]
                error = _logistic(self._weights[batch].sum(1)) - shares[chosen]
                spread = np.repeat(error / len(chosen), batch.shape[1])
                slope = np.bincount(batch.ravel(), spread, len(self._weights))
                slope = slope.astype(np.float32) + FADING * self._weights
                self._slopes += slope * slope
                self._weights -= RATE * slope / np.sqrt(self._slopes)

    def error(self, examples: Sequence[TrainingExample]) -> float:
        """The mean logarithmic loss beyond what the examples themselves leave open, in nats."""
        np = numpy()
        places, shares = _arrays(examples)
        guesses = np.clip(_logistic(self._weights[places].sum(1)), 1e-6, 1 - 1e-6)
        certain = np.clip(shares, 1e-6, 1 - 1e-6)
        loss = shares * np.log(certain / guesses) + (1 - shares) * np.log(
            (1 - certain) / (1 - guesses)
        )
        return float(loss.mean())

    def numbers(self) -> list[int]:
        """The weights as stored in a file."""
        np = numpy()
        found = np.clip(np.rint(self._weights * UNIT), -LARGEST, LARGEST)
        return [int(number) for number in found]


def fit_chances(tried: Sequence[tuple[float, int, float]]) -> Calibration:
    """The calibration of values, each with the visits of its move and the points that followed.

    A chance is never surer for fewer visits: where the fit says so, the slope does not change.
    """
    if not tried:
        return Calibration()
    np = numpy()
    odds = np.array([odds_of(value) for value, _, _ in tried])
    efforts = np.array([effort_of(visits) for _, visits, _ in tried])
    columns = np.stack([odds, np.ones(len(tried)), odds * efforts], axis=1)
    shares = np.array([share for _, _, share in tried])
    found = _fit_line(columns, shares)
    if found[2] < 0:
        found = np.append(_fit_line(columns[:, :2], shares), 0.0)
    return Calibration(*[round(float(number), 3) for number in found])


def fit_intervals(
    chances: Calibration, seen: Sequence[tuple[float, int, float, bool]]
) -> Calibration:
    """The calibration with intervals of chances that were compared with those of longer searches.

    Each chance comes with the visits of its move, the later chance, and whether it is that of the
    best move. The intervals hold HELD of all, and of the best moves, which longer searches look at
    most. Without enough chances the calibration is unchanged.
    """
    told = [one for one in seen if SHOWN <= one[0] <= 1 - SHOWN]
    if len(told) < SEEN:
        return chances
    np = numpy()
    drifts, noises = np.array([spreads(chance, visits) for chance, visits, _, _ in told]).T
    best = np.array([first for _, _, _, first in told])
    apart = np.array([(later - chance) ** 2 for chance, _, later, _ in told])
    fitting = []
    for ratio in RATIOS:
        base = drifts + ratio * noises
        share = np.quantile(apart / base, HELD)
        beyond = np.sqrt(apart) - np.sqrt(share * base)
        loss = float(np.where(beyond > 0, HELD * beyond, (HELD - 1) * beyond).mean())
        if best.any():
            share = max(share, np.quantile((apart / base)[best], HELD))
        fitting.append((loss, round(float(share), 4), round(float(share) * ratio, 4)))
    _, drift, noise = min(fitting)
    return replace(chances, drift=drift, noise=min(noise, LOUDEST))


def _fit_line(columns: Any, shares: Any) -> Any:
    """Slope, shift and, if there is a third column, growth, by Newton's method."""
    np = numpy()
    number = columns.shape[1]
    start = np.array([1.0, 0.0, 0.0])[:number]
    low, high = np.array([(FLATTEST, 5.0), (-5.0, 5.0), (-1.0, 1.0)])[:number].T
    found = start
    for _ in range(STEPS):
        chances = _logistic(columns @ found)
        slope = columns.T @ (chances - shares) + PULL * (found - start)
        bend = (columns.T * (chances * (1 - chances))) @ columns + PULL * np.eye(number)
        found = np.clip(found - np.linalg.solve(bend, slope), low, high)
    return found


def _arrays(examples: Sequence[TrainingExample]) -> tuple[Any, Any]:
    np = numpy()
    joined = b"".join([example.indices for example in examples])
    places = np.frombuffer(joined, np.int32).reshape(len(examples), -1)
    return places, np.array([example.share for example in examples], np.float32)


def _logistic(values: Any) -> Any:
    return 1 / (1 + numpy().exp(-values))
