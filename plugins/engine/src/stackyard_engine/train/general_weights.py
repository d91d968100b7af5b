"""Teaches general weights: one file for boards of any size, from games on several of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import Final

from librt.vecs import vec
from msgspec.structs import replace as changed
from mypy_extensions import i32

from stackyard.game import Game
from stackyard.rng import derive
from stackyard_engine.errors import WeightsError
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.weights import FeatureSet, Weights, numbers_of, words_of
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.train.chances import calibration
from stackyard_engine.train.exact_results import deciding_kept, exact_results_for
from stackyard_engine.train.examples import SelfPlay, best_next, play_game
from stackyard_engine.train.fit import Fit, OnlineFit
from stackyard_engine.train.shards import HELD_OUT, PackedGames
from stackyard_engine.train.trainer import KEPT, TrainingResult, report_of, schedule

FEWEST: Final = 2  # boards
UNSOLVED: Final = 0.4  # the share of boards without exact results up to which rounds are fitted
RATE: Final = 0.1  # of learning after each game
SLOWER: Final = ((0.5, 3), (0.8, 10))  # after these shares of the games the rate is divided
TOGETHER: Final = 4  # epochs of the fit to the examples of the latest games
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
        on_problem: Callable[[str], object] = lambda sentence: None,
        tell: Callable[[int, int | None], object] = lambda done, total: None,
    ) -> Board:
        """A board with its exact results (`exact_results_for`). WeightsError without patterns."""
        features = FeatureSet(game, general=True)
        knowledge = exact_results_for(game, on_problem, tell)
        return cls(game, features, knowledge, SelfPlay.of(game, knowledge is not None))


def fit_general_weights(
    boards: Sequence[Board],
    games: int,
    seed: int,
    tell: Callable[[int, int], object] = lambda done, total: None,
    calibrating: Callable[[int, int], object] = lambda done, total: None,
) -> TrainingResult:
    """Play games on the boards in turn, and fit weights for all of them; calibrate their chances.

    The weights are fitted to rounds of games if most boards have exact results, otherwise to
    each game, and then to the latest games together. The same seed, boards and number of games
    give the same weights. `tell` is called with the number of games played and their total.
    WeightsError unless the boards differ in numbers alone.
    """
    first = boards[0]
    if len({board.features.patterns.mark for board in boards}) > 1 or any(
        words_of(board.game) != words_of(first.game) for board in boards
    ):
        raise WeightsError("boards that are trained together differ in sizes and numbers alone")
    unsolved = sum([board.knowledge is None for board in boards])
    teach = _teach_by_rounds if unsolved <= UNSOLVED * len(boards) else _teach_by_games
    numbers_found, positions, error = teach(boards, games, seed, tell)
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
    result = TrainingResult(found[0], games, positions, error, *_kept(boards, found))
    chances = calibrations_of([board.game for board in boards], found, seed, games, calibrating)
    weights = found[0].with_heading(
        changed(found[0].heading, report=report_of(result) | {"seed": seed})
    )
    return replace(result, weights=weights.with_calibrations(chances))


def _teach_by_rounds(
    boards: Sequence[Board], games: int, seed: int, tell: Callable[[int, int], object]
) -> tuple[list[int], int, float]:
    """Fit weights after each round; the weights, the positions, and the error on games held out."""
    size = boards[0].features.patterns.size
    width = max([board.features.patterns.tuples for board in boards])
    fit = Fit(size, padded=True)
    played: list[PackedGames] = []
    used: list[PackedGames] = []
    for number, (end, epochs) in enumerate(schedule(games)):
        numbers = vec[i32](fit.numbers())
        evaluators = [board.features.evaluator(numbers) for board in boards]
        for game in range(len(played), end):
            board = boards[game % len(boards)]
            practice = board.practice if number else replace(board.practice, depth=1)
            examples = play_game(
                *(board.game, practice, evaluators[game % len(boards)], derive(seed, game)),
                *(None if number else 1.0, board.knowledge),
            )
            played.append(PackedGames.of([examples], size, width))
            tell(game + 1, games)
        used = [one for place, one in enumerate(played) if place >= (1 - KEPT) * end]
        learned = [one for place, one in enumerate(used) if place % HELD_OUT]
        for epoch in range(epochs):
            fit.learn(learned, (seed, number, epoch))
    error = fit.error([one for place, one in enumerate(used) if place % HELD_OUT == 0])
    return fit.numbers(), sum([one.positions for one in played]), error


def _teach_by_games(
    boards: Sequence[Board], games: int, seed: int, tell: Callable[[int, int], object]
) -> tuple[list[int], int, float]:
    """Fit weights after each game, and in the end to the examples of the latest games together.

    Returns the weights, the positions, and the error on the last games before their fits.
    """
    size = boards[0].features.patterns.size
    width = max([board.features.patterns.tuples for board in boards])
    fit = OnlineFit(size)
    latest: list[PackedGames] = []
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
        if number >= games * (1 - KEPT):
            latest.append(PackedGames.of([examples], size, width))
        tell(number + 1, games)
    together = Fit(size, padded=True, weights=fit.weights)
    for epoch in range(TOGETHER):
        together.learn(latest, (seed, epoch))
    return together.numbers(), positions, error / max(1, tested)


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


def calibrations_of(
    games: Sequence[Game],
    found: Sequence[Weights],
    seed: int,
    number: int,
    tell: Callable[[int, int], object] = lambda done, total: None,
) -> list[Calibration]:
    """The calibrations on the boards of `games`, in their order; `number` is of training games."""
    calibrations = []
    for done, (game, weights) in enumerate(zip(games, found, strict=True)):
        tell(done, len(games))
        calibrations.append(calibration(game, weights, seed, number // len(games)))
    return calibrations
