"""Teaches general weights: one file for boards of any size, from games on several of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from statistics import fmean
from typing import Final

from msgspec.structs import replace as changed

from stackyard.errors import WeightsError
from stackyard.game import Game
from stackyard.rng import derive
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.weights import FeatureSet, Weights, numbers_of, words_of
from stackyard_engine.solver.engine import ResultLookup
from stackyard_engine.train.chances import calibration
from stackyard_engine.train.examples import SelfPlay, best_next, play_game
from stackyard_engine.train.fit import OnlineFit
from stackyard_engine.train.knowledge import deciding_kept, knowledge_for
from stackyard_engine.train.trainer import TrainingResult, report_of

FEWEST: Final = 2  # boards
RATE: Final = 0.1  # of learning
SLOWER: Final = ((0.5, 3), (0.8, 10))  # after these shares of the games the rate is divided
TESTED: Final = 0.1  # the share of the games, the last, whose loss is reported


@dataclass(frozen=True)
class Board:
    """A board of a general training."""

    game: Game
    features: FeatureSet
    knowledge: ResultLookup | None
    practice: SelfPlay

    @classmethod
    def of(
        cls,
        game: Game,
        on_problem: Callable[[str], object] | None = None,
        tell: Callable[[int, int | None], object] = lambda done, total: None,
    ) -> Board:
        """A board with its exact results; see `knowledge_for`. WeightsError without patterns."""
        features = FeatureSet(game, general=True)
        knowledge, practice = knowledge_for(game, on_problem, tell), SelfPlay.of(game)
        if knowledge is not None:  # a deeper search adds nothing
            practice = replace(practice, depth=1, shallow=True)
        return cls(game, features, knowledge, practice)


def fit_general_weights(
    boards: Sequence[Board],
    games: int,
    seed: int,
    tell: Callable[[int, int], object] = lambda done, total: None,
    calibrating: Callable[[int, int], object] = lambda done, total: None,
) -> TrainingResult:
    """Play games on the boards in turn, and fit weights for all of them; calibrate their chances.

    The same seed, boards and number of games give the same weights. `tell` is called with the
    number of games played and their total. WeightsError unless the boards differ in numbers alone.
    """
    first = boards[0]
    if len({board.features.patterns.mark for board in boards}) > 1 or any(
        words_of(board.game) != words_of(first.game) for board in boards
    ):
        raise WeightsError("boards that are trained together differ in sizes and numbers alone")
    fit = OnlineFit(first.features.patterns.size)
    positions = tested = 0
    error = 0.0
    for number in range(games):
        board = boards[number % len(boards)]
        evaluator = board.features.evaluator(fit.numbers)
        examples = play_game(
            *(board.game, board.practice, evaluator, derive(seed, number)),
            knowledge=board.knowledge,
        )
        before = fit.learn(examples, rate_at(number / games))
        positions += len(examples)
        if number >= games * (1 - TESTED):
            error, tested = error + before, tested + len(examples)
        tell(number + 1, games)
    numbers_found = list(fit.numbers)
    found = [
        Weights(
            changed(
                board.features.heading(numbers_found, {}),
                options=words_of(board.game),
                boards=[numbers_of(other.game) for other in boards],
            ),
            numbers_found,
            board.features,
        )
        for board in boards
    ]
    error /= max(1, tested)
    result = TrainingResult(found[0], games, positions, error, *_kept(boards, found))
    chances = _chances(boards, found, seed, games, calibrating)
    weights = found[0].with_heading(
        changed(found[0].heading, report=report_of(result) | {"seed": seed})
    )
    return replace(result, weights=weights.with_calibration(chances))


def rate_at(share: float) -> float:
    """The rate of learning after a share of the games."""
    return RATE / max([by for since, by in SLOWER if share >= since], default=1)


def _kept(boards: Sequence[Board], found: Sequence[Weights]) -> tuple[float | None, float | None]:
    """The shares that one move ahead and a random move keep, on average over solved boards."""
    shares = []
    for board, weights in zip(boards, found, strict=True):
        if board.knowledge is not None:
            choose = partial(best_next, weights.evaluator().value)
            kept, by_chance = deciding_kept(board.game, board.knowledge, choose)
            if kept is not None and by_chance is not None:
                shares.append((kept, by_chance))
    if not shares:
        return None, None
    return fmean([kept for kept, _ in shares]), fmean([chance for _, chance in shares])


def _chances(
    boards: Sequence[Board],
    found: Sequence[Weights],
    seed: int,
    games: int,
    tell: Callable[[int, int], object],
) -> Calibration:
    """The mean of the calibrations by exact results, or of all if nothing is known."""
    pairs = list(zip(boards, found, strict=True))
    chosen = [(board, weights) for board, weights in pairs if board.knowledge is not None] or pairs
    calibrations = []
    for number, (board, weights) in enumerate(chosen):
        tell(number, len(chosen))
        each = games // len(chosen)
        chances = calibration(board.game, weights, board.knowledge, seed, each)
        calibrations.append(astuple(chances))
    return Calibration(*[round(fmean(numbers), 4) for numbers in zip(*calibrations, strict=True)])
