"""Finds the best search and parameters for a game by short matches.

The best side so far plays a match against each candidate, until a bet shows which one is better; a
candidate that is shown to be better takes its place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from statistics import median
from typing import Any, Final

import msgspec

from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.rng import Rng, derive
from stackyard.workforce import Workforce
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.betting import MeanTest
from stackyard_engine.eval.tuning_file import (
    Numbers,
    SearchParams,
    Tuning,
    TuningMatch,
    changed,
    mcts_params,
    tuned_depth,
    tuning_of,
)
from stackyard_engine.eval.weights import Weights
from stackyard_engine.limits import DEPTH, deepen
from stackyard_engine.params import AlphaBetaParams, MctsParams
from stackyard_engine.train.match_test import CLOCK, Side, pair_scores
from stackyard_engine.train.validation import random_line

PAIRS: Final = 30  # of a match, at most
SAMPLED: Final = 20  # random games by which `evaluate` is measured
HORIZONS: Final = (6, 16)
FLAT: Final = 0.3  # minimax
UNIT: Final = AlphaBetaParams().worse  # scale of weights, in place of the median of `evaluate`
DEPTHS: Final = 7  # positions in which the depth of alpha-beta is measured
DEPTH_SECONDS: Final = 0.3


@dataclass
class Tuner:
    """The tuning of one game; `best`, `matches` and `depth` are its results so far.

    With a `workforce` its workers play the pairs of games.
    """

    game: Game
    weights: Weights | None
    seed: int
    workforce: Workforce | None = None
    matches: list[TuningMatch] = field(default_factory=list)
    depth: int = 0  # reached by the player alphabeta in DEPTH_SECONDS; 0 if not measured

    def __post_init__(self) -> None:
        self.first = self.best = Side.of(self.game, self.weights)

    def run(
        self, seconds: float, tell: Callable[[str, int, int], object] = lambda name, n, of: None
    ) -> None:
        """Play every candidate, for about `seconds` of processor time at most.

        With a workforce it is wall time. `tell` is called after each pair.
        """
        clock = CLOCK if self.workforce is None else time.monotonic
        end = clock() + seconds
        scale = None if self.weights is not None else usual_value(self.game, self.seed)
        if self.weights is not None or scale is not None:
            self.depth = usual_depth(self.game, self.weights, self.seed)
        for params in self._candidates(scale):
            if params == self.best.params:
                continue
            side = Side(self.weights, params)
            test, points, played = MeanTest(0.5), 0.0, 0
            seed = derive(self.seed, len(self.matches))
            pairs = pair_scores(
                *(self.game, side, self.best, PAIRS, seed, lambda games: None),
                workforce=self.workforce,
            )
            with closing(pairs) as scores:
                while not test.is_over(PAIRS - played // 2) and clock() <= end:
                    score = next(scores)
                    test.add(score)
                    points, played = points + 2 * score, played + 2
                    tell(side.words, played, 2 * PAIRS)
            if not played:
                return
            self.matches.append(TuningMatch(side.words, played, points, test.above))
            if test.above:
                self.best = side

    def tuning(self) -> Tuning:
        """The tuning in use, updated by the results."""
        game, params = self.game, self.best.params
        about = game.name, dict(game.settings), game.rules_version
        known = tuning_of(game) or Tuning(*about)
        found: dict[str, Any] = {"matches": self.matches}
        if self.depth:
            found["depth"] = self.depth
        if self.best != self.first:
            weighted, numbers = self.weights is not None, asdict(params)
            by_alphabeta = "alphabeta" if weighted else "evaluate"
            if isinstance(params, AlphaBetaParams):
                found |= {by_alphabeta: numbers, "tree": known.tree and not weighted}
            else:
                found |= {by_alphabeta: None, "weights" if weighted else "playouts": numbers}
                found["tree"] = weighted or known.tree
        return msgspec.structs.replace(known, **found)

    @property
    def is_new(self) -> bool:
        """True if the results differ from the tuning in use."""
        usual = tuned_depth(self.game) or DEPTH
        return self.best != self.first or self.depth not in (0, usual)

    def _candidates(self, scale: float | None) -> Iterator[SearchParams]:
        """The candidates in turn; `scale` is the median size of `evaluate`."""
        weighted = self.weights is not None
        yield mcts_params(self.game, weighted=weighted)
        if scale is not None or weighted:
            yield from self._alphabeta(UNIT if scale is None else scale)
        if scale is not None:
            for horizon in HORIZONS:
                yield self._tree({"horizon": horizon})
            yield self._tree({"minimax": FLAT, "scale": scale})
        if not weighted:
            yield self._tree({"rave": 300})
            yield self._tree({"history": True})
            yield self._tree({"decisive": True, "history": False, "rave": 0.0})
        for exploration in (0.1, 0.4) if weighted else (0.2, 0.8):
            yield self._tree({"exploration": exploration})

    def _alphabeta(self, scale: float) -> Iterator[SearchParams]:
        """Alpha-beta for values of this scale: without reductions, with them, and variants."""
        plain = AlphaBetaParams()
        scaled = replace(
            plain,
            window=max(1, round(plain.window * scale / UNIT)),
            worse=max(1, round(plain.worse * scale / UNIT)),
        )
        yield replace(scaled, late=0, worse=0)
        yield scaled
        changes: tuple[dict[str, Any], ...] = {"margin": max(1, round(scale / 2))}, {"late": 2}
        for change in changes:
            if isinstance(self.best.params, AlphaBetaParams):
                yield replace(self.best.params, **change)

    def _tree(self, numbers: Numbers) -> MctsParams:
        """The best tree search so far, with some parameters changed."""
        params = self.best.params
        if not isinstance(params, MctsParams):
            params = mcts_params(self.game, weighted=self.weights is not None)
        return changed(params, numbers)


def usual_value(game: Game, seed: int) -> float | None:
    """The median size of `evaluate` in random games; None if the game has no `evaluate`."""
    found = []
    for number in range(SAMPLED):
        for position in random_line(game, derive(seed, number)):
            judged: Any = position
            if not hasattr(judged, "evaluate"):
                return None
            if position.winner == ONGOING:
                found.append(abs(int(judged.evaluate())))
    return float(max(1, median(found or [1])))


def usual_depth(game: Game, weights: Weights | None, seed: int) -> int:
    """The median depth that the player `alphabeta` completes within DEPTH_SECONDS of CLOCK.

    Positions that it solves do not count; 0 if it solves all.
    """
    found = []
    for number in range(DEPTHS):
        line = random_line(game, derive(seed, number, 1))
        position = line[Rng(derive(seed, number, 2)).below(len(line))]
        judge = None if weights is None else weights.evaluator().value
        search = AlphaBeta(position, seed, evaluator=judge)
        deepen(search, DEPTH_SECONDS, CLOCK)
        if search.proven == ONGOING:
            found.append(search.depth)
    return int(median(found or [0]))
