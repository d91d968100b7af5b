"""Fit calibrations: chances to the outcomes of games, intervals to longer searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from stackyard_engine.eval.calibration import (
    FLATTEST,
    USUAL,
    Calibration,
    effort_of,
    odds_of,
    spreads,
)
from stackyard_engine.train.fit import logistic, numpy

DAMPING: Final = 20  # examples in which values come true as they are
DAMPED: Final = (USUAL // 4, 4 * USUAL)  # their visits, and those of their searches
FOLDS: Final = 5  # of the comparison of fits by games that they have not seen
FEWEST: Final = 10  # games that can change the values
STEPS: Final = 50  # of Newton's method
IDENTITY: Final = (1.0, 0.0, 0.0, 0.0)  # the numbers of a calibration that changes nothing
BOUNDS: Final = ((FLATTEST, 8.0), (-5.0, 5.0), (-1.0, 1.0), (-1.0, 1.0))  # of these numbers
RATIOS: Final = (0, 1, 2, 4, 8, 16, 32, 64, 128)  # of `noise` to `drift`
HELD: Final = 0.92  # share of chances in the intervals fitted to them, which leaves 0.9 of others
SHOWN: Final = 0.01  # a chance nearer to 0 or 1 has no interval that is told
SEEN: Final = 40  # minimum number of chances
LOUDEST: Final = 100.0  # noise


@dataclass(frozen=True)
class Outcome:
    """The value of a move with its visits, and the points that its player got in a game.

    `total` are the visits of all moves of the search.
    """

    value: float
    visits: int
    total: int
    points: float
    game: int


@dataclass(frozen=True)
class LaterChance:
    """The chance of a move with its visits, and that by a longer search.

    `best` tells whether it is the best move of its position.
    """

    chance: float
    visits: int
    later: float
    best: bool


def fit_chances(seen: Sequence[Outcome]) -> Calibration:
    """The calibration of values by the outcomes that followed.

    All values count alike, together as many examples as there are games: values of one game share
    its outcome. DAMPING more examples, in which values come true as they are, pull the fit towards
    the identity.

    Of five fits the one is taken that is best on games it has not seen, the simplest of equals:
    values stay as they are; a constant, which only keeps their order; a line through their
    logarithmic odds; one whose slope changes with the length of the search; one whose slope grows
    with the visits of the move as well, so that within a search a chance is never surer for fewer
    of them. Fewer than FEWEST games change nothing.
    """
    if len({one.game for one in seen}) < FEWEST:
        return Calibration()
    examples = _Examples.of(seen)
    fits = (_identity, _constant, _line, _line_by_search, _line_by_visits)
    losses = [examples.unseen_loss(fit) for fit in fits]
    found = fits[losses.index(min(losses))](examples)
    return Calibration(*[round(float(number), 3) for number in found])


def fit_intervals(chances: Calibration, seen: Sequence[LaterChance]) -> Calibration:
    """The calibration with intervals of chances that were compared with those of longer searches.

    The intervals hold HELD of the best moves, which longer searches look at most, and HELD of the
    others. Without enough chances the calibration is unchanged.
    """
    told = [one for one in seen if SHOWN <= one.chance <= 1 - SHOWN]
    if len(told) < SEEN:
        return chances
    np = numpy()
    drifts, noises = np.array([spreads(one.chance, one.visits) for one in told]).T
    best = np.array([one.best for one in told])
    apart = np.array([(one.later - one.chance) ** 2 for one in told])
    fitting = []
    for ratio in RATIOS:
        base = drifts + ratio * noises
        of_others, of_best = [
            float(np.quantile((apart / base)[those], HELD)) if those.any() else 0.0
            for those in (~best, best)
        ]
        share, of_best = of_others or of_best, of_best or of_others
        beyond = np.sqrt(apart) - np.sqrt(np.where(best, of_best, share) * base)
        loss = float(np.where(beyond > 0, HELD * beyond, (HELD - 1) * beyond).mean())
        fitting.append((loss, share, share * ratio, of_best / share if share else 1.0))
    _, *found = min(fitting)
    drift, noise, times = [round(min(number, LOUDEST), 4) for number in found]
    return replace(chances, drift=drift, noise=noise, best=times)


@dataclass(frozen=True)
class _Examples:
    """Values by their logarithmic odds and efforts, with points, games and weights."""

    columns: Any
    points: Any
    games: Any
    weights: Any

    @classmethod
    def of(cls, seen: Sequence[Outcome]) -> _Examples:
        """The examples of some outcomes."""
        np = numpy()
        columns = _columns(*zip(*[(one.value, one.total, one.visits) for one in seen], strict=True))
        points = np.array([one.points for one in seen])
        games, numbered = np.unique([one.game for one in seen], return_inverse=True)
        return cls(columns, points, numbered, np.full(len(seen), len(games) / len(seen)))

    def unseen_loss(self, fit: Callable[[_Examples], Any]) -> float:
        """The mean logarithmic loss of fits to the other games, in nats."""
        np = numpy()
        total = 0.0
        for fold in range(FOLDS):
            tested = self.games % FOLDS == fold
            others, here = self._where(~tested), self._where(tested)
            chances = logistic(here.columns @ fit(others))
            loss = here.points * np.log(chances) + (1 - here.points) * np.log(1 - chances)
            total -= float((here.weights * loss).sum())
        return total / float(self.weights.sum())

    def damped(self) -> tuple[Any, Any, Any]:
        """The columns, points and weights together with the examples that damp a fit."""
        np = numpy()
        values = [(2 * number + 1) / 20 for number in range(10) for _ in DAMPED]
        visits = [*DAMPED] * 10
        added = _columns(values, visits, visits)
        return (
            np.concatenate([self.columns, added]),
            np.concatenate([self.points, values]),
            np.concatenate([self.weights, np.full(len(values), DAMPING / len(values))]),
        )

    def _where(self, chosen: Any) -> _Examples:
        found = self.columns, self.points, self.games, self.weights
        return _Examples(*[column[chosen] for column in found])


def _columns(values: Sequence[float], totals: Sequence[int], visits: Sequence[int]) -> Any:
    """For each value what slope, shift, search_growth and growth multiply."""
    np = numpy()
    odds = np.array([odds_of(value) for value in values])
    searches, moves = [
        np.array([effort_of(number) for number in numbers]) for numbers in (totals, visits)
    ]
    return np.stack([odds, np.ones(len(values)), odds * searches, odds * moves], axis=1)


def _identity(examples: _Examples) -> Any:
    return numpy().array(IDENTITY)


def _constant(examples: _Examples) -> Any:
    """The slope is the flattest that keeps the order of the values."""
    np = numpy()
    _, points, weights = examples.damped()
    share = float((weights * points).sum() / weights.sum())
    return np.array([FLATTEST, odds_of(share), 0.0, 0.0])


def _line(examples: _Examples) -> Any:
    return _newton(examples, 2)


def _line_by_search(examples: _Examples) -> Any:
    return _newton(examples, 3)


def _line_by_visits(examples: _Examples) -> Any:
    found = _newton(examples, 4)
    return found if found[3] > 0 else _line_by_search(examples)


def _newton(examples: _Examples, number: int) -> Any:
    """A calibration with that many numbers fitted, by Newton's method from the identity."""
    np = numpy()
    columns, points, weights = examples.damped()
    columns = columns[:, :number]
    low, high = np.array(BOUNDS[:number]).T
    found = np.array(IDENTITY[:number])
    for _ in range(STEPS):
        chances = logistic(columns @ found)
        slope = columns.T @ (weights * (chances - points))
        bend = (columns.T * (weights * chances * (1 - chances))) @ columns
        bend += 1e-9 * np.eye(number)
        step = np.clip(np.linalg.solve(bend, slope), -1.0, 1.0)
        found = np.clip(found - step, low, high)
    return np.append(found, IDENTITY[number:])
