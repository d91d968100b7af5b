"""The training loop: rounds of self-play, each followed by a fit to the games so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i32

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import Position
from stackyard.rng import Rng, derive
from stackyard_engine.eval.calibration import Calibration
from stackyard_engine.eval.weights import Evaluator, FeatureSet, Weights
from stackyard_engine.limits import paced
from stackyard_engine.solver.engine import MEMORY, ExhaustiveSolver, ResultLookup, Solver
from stackyard_engine.solver.estimates import PLACE_BYTES, Forecast, estimate
from stackyard_engine.solver.tables import kept_for
from stackyard_engine.train.examples import SelfPlay, TrainingExample, best_next, play_game
from stackyard_engine.train.fit import Fit
from stackyard_engine.train.validation import chances_of, random_line

ROUNDS: Final = 10
EPOCHS: Final = 3  # after each round but the last
LAST_EPOCHS: Final = 12
HELD_OUT: Final = 10  # one game in ten is held out for the report
KEPT: Final = 0.6  # the share of the latest rounds whose examples are used
TAUGHT: Final = 4  # training games per calibration game
DECIDING: Final = 300  # maximum number of positions for the report
SOLVED: Final = {"compiled": 2_000_000, "pure": 20_000}  # maximum positions of a game solved first
GIVEN_UP: Final = 3  # times that number: a game that turns out to have more is not solved
FORECAST: Final = 40  # part of it after which the positions of a game are first forecast
SOLVED_AT_ONCE: Final = 500
SOLVING_SECONDS: Final = 0.1  # between two reports of progress
PATIENCE: Final = 60.0  # time limit in seconds of the game's own solver
TRIED: Final = 3000  # games searched for these positions

# Called before each move and after each game, with the number of games played and their total; if
# it returns True after a game, that ends the training.
GameCounter = Callable[[int, int], bool]


@dataclass(frozen=True)
class TrainingResult:
    """The weights of a training, and their quality.

    `error` is the mean logarithmic loss on games that were held out. `kept` is the share of
    positions with known results, of which only some moves keep the result, whose best move looking
    one move ahead does; `chance` the share of the moves that do. They are None without knowledge.
    """

    weights: Weights
    games: int
    positions: int
    error: float
    kept: float | None = None
    by_chance: float | None = None


class Trainer:
    """Trains weights for a game on `games` games of self-play.

    `knowledge` provides exact results, for positions where it has them. The same seed gives the
    same weights. Raises WeightsError if the game has no patterns, or without numpy.
    """

    def __init__(
        self, game: Game, games: int, seed: int = 1, knowledge: ResultLookup | None = None
    ) -> None:
        self._game = game
        self._games = games
        self._seed = seed
        self._knowledge = knowledge
        self.knows = knowledge is not None
        self._features = FeatureSet(game)
        self.patterns = self._features.patterns
        self._fit = Fit(self.patterns.size, seed % 2**32)
        self._practice = SelfPlay.of(game)
        if knowledge is not None:  # a deeper search adds nothing
            self._practice = replace(self._practice, depth=1, shallow=True)
        self._played = 0
        self._rounds: list[list[TrainingExample]] = []
        self._positions = 0
        self._held_out: list[TrainingExample] = []

    def seconds(self, tick: Callable[[], object] = lambda: None) -> float:
        """The approximate duration of the games, from one played now; `tick` follows its moves."""
        begin = time.perf_counter()
        play_game(
            *(self._game, self._practice, self._evaluator(), derive(self._seed, 0)),
            knowledge=self._knowledge,
            tick=tick,
        )
        return (time.perf_counter() - begin) * self._games

    def train(
        self,
        watch: GameCounter | None = None,
        checkpoint: Callable[[Weights], None] | None = None,
        calibrating: Callable[[int, int], object] = lambda done, total: None,
    ) -> TrainingResult:
        """Play and fit, round by round; `checkpoint` gets the weights after each round.

        `calibrating` is called with the number of games of the calibration and their total.
        """
        for number in range(ROUNDS):
            if not self._play_round(number, watch):
                break
            self._learn(EPOCHS)
            if checkpoint is not None:
                checkpoint(self._weights({"games": self._played, "positions": self._positions}))
        self._learn(LAST_EPOCHS)
        result = self._result()
        weights = self._weights(report_of(result))
        chances = calibration(
            self._game, weights, self._knowledge, self._seed, self._played, calibrating
        )
        return replace(result, weights=weights.with_calibration(chances))

    def _play_round(self, number: int, watch: GameCounter | None) -> bool:
        """Play the games of a round; False if the watch stopped it."""
        evaluator = self._evaluator()
        trust = 1.0 if number == 0 else None
        practice = replace(self._practice, depth=1) if number == 0 else self._practice
        found: list[TrainingExample] = []
        self._rounds.append(found)
        until = self._games * (number + 1) // ROUNDS

        def tick() -> None:
            if watch is not None:
                watch(self._played, self._games)

        while self._played < until:
            seed = derive(self._seed, self._played)
            settings: dict[str, Any] = {} if trust is None else {"trust": trust}
            examples = play_game(
                *(self._game, practice, evaluator, seed),
                knowledge=self._knowledge,
                tick=tick,
                **settings,
            )
            self._played += 1
            self._positions += len(examples)
            if self._played % HELD_OUT == 0:
                if number >= ROUNDS // 2:
                    self._held_out += examples
            else:
                found += examples
            if watch is not None and watch(self._played, self._games):
                return False
        return True

    def _learn(self, epochs: int) -> None:
        for old in self._rounds[: int(len(self._rounds) * (1 - KEPT))]:
            old.clear()
        examples = [example for found in self._rounds for example in found]
        if examples:
            self._fit.learn(examples, epochs)

    def _evaluator(self) -> Evaluator:
        return self._features.evaluator(vec[i32](self._fit.numbers()))

    def _weights(self, report: dict[str, Any]) -> Weights:
        numbers = self._fit.numbers()
        return Weights(self._features.heading(numbers, report), numbers, self._features)

    def _result(self) -> TrainingResult:
        error = self._fit.error(self._held_out) if self._held_out else 0.0
        result = TrainingResult(self._weights({}), self._played, self._positions, error)
        if self._knowledge is None:
            return result
        evaluator = self._evaluator()
        kept, by_chance = deciding_kept(
            self._game, self._knowledge, lambda position: best_next(evaluator.value, position)
        )
        return replace(result, kept=kept, by_chance=by_chance)


def calibration(
    game: Game,
    weights: Weights,
    knowledge: ResultLookup | None,
    seed: int,
    games: int,
    tell: Callable[[int, int], object],
) -> Calibration:
    """The calibration of weights after that number of games; see `chances_of`."""
    return chances_of(game, weights, knowledge, seed, games // TAUGHT, tell)


def knowledge_for(
    game: Game,
    on_problem: Callable[[str], object] | None = None,
    tell: Callable[[int, int | None], object] = lambda done, total: None,
) -> ResultLookup | None:
    """Exact results of a game: a kept table, or a small game solved at once; None without.

    `on_problem` is called with a sentence about an unusable table, without the full stop; `tell`
    while a game is solved, with the number of positions visited and the total, if known.
    """
    kept = kept_for(game)
    if kept.problem and on_problem is not None:
        on_problem(kept.problem)
    for table in kept.tables:
        if table.known(game.initial()) is not None:
            return table
    start, most = game.initial(), SOLVED[game.build]
    own, total = game.solver(start, MEMORY), None
    forecast = None
    if own is not None and own.seconds <= PATIENCE:
        solver: Solver = own
        total = own.total
    else:
        if estimate(start).positions > most:
            return None
        solver = ExhaustiveSolver(start, PLACE_BYTES * GIVEN_UP * most)
        forecast = Forecast(start, solver)

    def work(visits: int) -> float:
        solver.run(visits)
        tell(solver.positions, total)
        hopeless = False
        if forecast is not None and solver.positions >= most // FORECAST and not solver.done:
            hopeless = forecast.positions() > GIVEN_UP * most
        return float(solver.done or solver.full or hopeless)

    paced(work, Limit(), lambda share: False, SOLVED_AT_ONCE, SOLVING_SECONDS)
    return solver if solver.done else None


def report_of(result: TrainingResult) -> dict[str, Any]:
    """The report of a training in a file of weights."""
    report: dict[str, Any] = {
        "games": result.games,
        "positions": result.positions,
        "error": round(result.error, 4),
    }
    if result.kept is not None and result.by_chance is not None:
        report |= {"kept": round(result.kept, 3), "by_chance": round(result.by_chance, 3)}
    return report


def deciding_kept(
    game: Game,
    knowledge: ResultLookup,
    choose: Callable[[Position], int],
    seed: int = 0,
    wanted: int = DECIDING,
) -> tuple[float | None, float | None]:
    """The shares of positions in which a choice, and a random move, keep the exact result.

    Only positions in which some moves lose the result are counted.

    The positions are random, one from each random game, drawn from `seed`.
    """
    kept = tried = 0
    by_chance = 0.0
    for number in range(TRIED):
        if tried == wanted:
            break
        own = derive(seed, number, 3)
        line = random_line(game, own)
        position = line[Rng(derive(own, 1)).below(len(line))]
        known = knowledge.known(position)
        if known is None:
            continue
        good = []
        moves = [int(move) for move in position.legal_moves()]
        for move in moves:
            after = position.copy()
            after.play(move)
            result = knowledge.known(after)
            if result is not None and result.winner == known.winner:
                good.append(move)
        if 0 < len(good) < len(moves):
            tried += 1
            kept += choose(position) in good
            by_chance += len(good) / len(moves)
    return (kept / tried, by_chance / tried) if tried else (None, None)
