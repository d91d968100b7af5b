"""Fit weights to examples by logistic regression; the only module that needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from librt.vecs import vec
from mypy_extensions import i32

from stackyard.plugins.discovery import install_command
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.model import UNIT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from stackyard_engine.train.examples import TrainingExample

    Numbers = NDArray[np.float32]

BATCH: Final = 4096
MIXED: Final = 40_000_000  # indices shuffled together
RATE: Final = 0.15  # the largest learning rate
TOGETHER: Final = 10.0  # the largest sum of the rates of the weights in a position
FIRST_SLOPE: Final = 1e-3  # before the first example, so that its step is finite
FADING: Final = 1e-7  # decay towards 0 of weights that no example needs
LARGEST: Final = 32_767


def numpy() -> Any:
    """The module numpy; WeightsError tells how to install it."""
    try:
        import numpy
    except ImportError as failure:
        sentence = f"training needs numpy: {install_command('training')}"
        raise WeightsError(sentence) from failure
    return numpy


class ExampleSource(Protocol):
    """Examples that are read when they are needed."""

    def read(self, held_out: bool = False) -> tuple[Any, Any]:
        """The indices of the weights, a row for each position, and the shares of points."""


class Fit:
    """Weights fitted to examples that are streamed from disk (AdaGrad; Duchi, 2011).

    With `padded` the index `size` stands for no weight, in rows shorter than others. The fit
    begins with `weights`, or with zeros.
    """

    def __init__(self, size: int, *, padded: bool = False, weights: Numbers | None = None) -> None:
        np = numpy()
        self._padded = padded
        self._weights: Numbers = np.zeros(size + padded, np.float32)
        if weights is not None:
            self._weights[:size] = weights
        self._slopes: Numbers = np.full(size + padded, 1e-8, np.float32)

    def learn(self, sources: Sequence[ExampleSource], seed: Sequence[int]) -> None:
        """Go through the examples once, in random order drawn from `seed`.

        The sources are drawn first. As many as have MIXED indices are read and shuffled together.
        """
        np = numpy()
        random = np.random.default_rng(seed)
        waiting = [sources[at] for at in random.permutation(len(sources))]
        while waiting:
            indices, shares = _first_of(waiting)
            order = random.permutation(len(shares))
            for chosen in np.array_split(order, max(1, round(len(order) / BATCH))):
                self._step(indices[chosen], shares[chosen])

    def _step(self, indices: Any, shares: Any) -> None:
        """One step down the gradient of a batch."""
        np = numpy()
        if not len(shares):
            return
        error = logistic(self._weights[indices].sum(1)) - shares
        spread = np.repeat(error / len(shares), indices.shape[1])
        slope = np.bincount(indices.ravel(), spread, len(self._weights))
        slope = slope.astype(np.float32) + FADING * self._weights
        if self._padded:
            slope[-1] = 0.0
        self._slopes += slope * slope
        rate = min(RATE, TOGETHER / indices.shape[1])
        self._weights -= rate * slope / np.sqrt(self._slopes)

    def error(self, sources: Sequence[ExampleSource]) -> float:
        """The mean logarithmic loss on the examples held out, in nats.

        The loss that the examples themselves leave open does not count.
        """
        total, count = 0.0, 0
        for source in sources:
            indices, shares = source.read(held_out=True)
            total += loss(self._weights[indices].sum(1), shares)
            count += len(shares)
        return total / count if count else 0.0

    def saved(self) -> bytes:
        """The state, to be restored."""
        return bytes(self._weights.tobytes() + self._slopes.tobytes())

    def restore(self, state: bytes) -> None:
        """Take over a state; ValueError if it has another size."""
        np = numpy()
        self._weights, self._slopes = (
            np.frombuffer(state, np.float32).reshape(2, len(self._weights)).copy()
        )

    def numbers(self) -> list[int]:
        """The weights as stored in a file."""
        return stored(self._weights[: len(self._weights) - self._padded])


class OnlineFit:
    """Weights fitted to each game as soon as it has been played.

    `weights` are in the unit of the fit, and `numbers` as stored in a file; every game changes
    them. Evaluators may share `numbers`.
    """

    def __init__(self, size: int) -> None:
        np = numpy()
        self.weights: Numbers = np.zeros(size, np.float32)
        self._slopes: Numbers = np.full(size, FIRST_SLOPE, np.float32)
        self.numbers = vec[i32]([0] * size)

    def learn(self, game: Sequence[TrainingExample], rate: float) -> float:
        """Go through the positions of a game, one step down the gradient for each.

        Returns the sum of their losses by the weights before.
        """
        if not game:
            return 0.0
        np = numpy()
        indices = np.array([example.indices for example in game], np.int32)
        shares = np.array([example.share for example in game], np.float32)
        before = loss(self.weights[indices].sum(1), shares)
        for row, share in zip(indices, shares, strict=True):
            error = logistic(self.weights[row].sum()) - share
            np.add.at(self._slopes, row, error * error)
            np.subtract.at(self.weights, row, rate * error / np.sqrt(self._slopes[row]))
        changed = np.unique(indices)
        for place, number in zip(changed.tolist(), stored(self.weights[changed]), strict=True):
            self.numbers[place] = number
        return before


def _first_of(waiting: list[ExampleSource]) -> tuple[Any, Any]:
    """The examples of the first sources, at most about MIXED indices; the sources are removed."""
    np = numpy()
    found, size = [], 0
    while waiting and size < MIXED:
        indices, shares = waiting.pop(0).read()
        found.append((indices, shares))
        size += indices.size
    indices = np.empty(
        (sum([len(shares) for _, shares in found]), found[0][0].shape[1]), found[0][0].dtype
    )
    shares = np.empty(len(indices), np.float32)
    at = 0
    while found:  # each is freed as soon as it is copied
        some, theirs = found.pop()
        indices[at : at + len(theirs)], shares[at : at + len(theirs)] = some, theirs
        at += len(theirs)
    return indices, shares


def stored(weights: Any) -> list[int]:
    """Weights as the integers of a file."""
    np = numpy()
    found = np.clip(np.rint(weights * UNIT), -LARGEST, LARGEST)
    return [int(number) for number in found]


def loss(values: Any, shares: Any) -> float:
    """The sum of the logarithmic losses of some values, less what the shares leave open."""
    np = numpy()
    guesses = np.clip(logistic(values), 1e-6, 1 - 1e-6)
    certain = np.clip(shares, 1e-6, 1 - 1e-6)
    won = shares * np.log(certain / guesses)
    lost = (1 - shares) * np.log((1 - certain) / (1 - guesses))
    return float((won + lost).sum())


def logistic(values: Any) -> Any:
    """The chances of logarithmic odds."""
    return 1 / (1 + numpy().exp(-values))
