"""Finds the search parameters of a game that play better, by short matches.

What is best so far meets each change in a match with the test of `match_test`, which is valid
whenever it ends; a change that is shown to be better takes its place.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Any, Final

from stackyard.compiled import nearest
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.tuning import AlphaBetaParams, MctsParams
from stackyard.turnloop.match import Match
from stackyard_engine.eval.tuning_file import (
    Numbers,
    Tuning,
    TuningMatch,
    alphabeta_params,
    changed,
    mcts_params,
    numbers_of,
)
from stackyard_engine.eval.weights import Weights
from stackyard_engine.limits import run
from stackyard_engine.mcts.search import Search
from stackyard_engine.selection import adopt, can_search_selectively
from stackyard_engine.train.match_test import LIMIT, OPENING, PairTest
from stackyard_engine.train.validation import random_line

PAIRS: Final = 30  # of a match, at most
SAMPLED: Final = 20  # random games by which `evaluate` is measured
DEEPEST: Final = 60
HORIZONS: Final = (6, 16)
FLAT: Final = 0.3  # minimax


@dataclass(frozen=True)
class Entrant:
    """A search and its parameters."""

    params: MctsParams | AlphaBetaParams

    @property
    def words(self) -> str:
        """The search and what is not its default, but for how long level 8 searches."""
        plain = type(self.params)()
        own = [
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in numbers_of(self.params).items()
            if name != "positions" and value != getattr(plain, name)
        ]
        kind = "mcts" if isinstance(self.params, MctsParams) else "alpha-beta"
        return f"{kind}:{','.join(own)}" if own else kind


@dataclass
class Tuner:
    """The tuning of one game; `best` and `matches` are what is known so far.

    `play` plays a pair of games from one opening and returns the first side's share of the points.
    """

    game: Game
    weights: Weights | None
    seed: int
    play: Callable[[Game, Weights | None, Entrant, Entrant, int], float] | None = None
    matches: list[TuningMatch] = field(default_factory=list)

    def __post_init__(self) -> None:
        weighted = self.weights is not None
        selective = alphabeta_params(self.game) if weighted else None
        self.first = Entrant(selective or mcts_params(self.game, weighted=weighted))
        self.best = self.first

    def run(
        self, seconds: float, tell: Callable[[str, int, int], object] = lambda name, n, of: None
    ) -> None:
        """Try every change, for at most about `seconds`; `tell` is called after each pair."""
        end = time.monotonic() + seconds
        for make in self._changes():
            entrant = make(self.best)
            if entrant is None or entrant == self.best:
                continue
            test, points, played = PairTest(PAIRS), 0.0, 0
            while not test.over and time.monotonic() <= end:
                play = self.play or play_pair
                seed = derive(self.seed, len(self.matches), played)
                score = play(self.game, self.weights, entrant, self.best, seed)
                test.add(score)
                points, played = points + 2 * score, played + 2
                tell(entrant.words, played, 2 * PAIRS)
            if not played:
                return
            self.matches.append(TuningMatch(entrant.words, played, points, test.better))
            if test.better:
                self.best = entrant

    def tuning(self) -> Tuning:
        """What is to be kept."""
        game, params = self.game, self.best.params
        found: dict[str, Any] = {}
        if isinstance(params, AlphaBetaParams):
            found["alphabeta"] = numbers_of(params)
        elif self.weights is None:
            found["playouts"] = numbers_of(params)
        else:
            found = {"weights": numbers_of(params), "tree": True}
        about = game.name, dict(game.settings), game.rules_version
        return Tuning(*about, **found, matches=self.matches)

    def _changes(self) -> list[Callable[[Entrant], Entrant | None]]:
        """What is tried, one after the other, of what is best then."""
        if self.weights is not None:
            tree = mcts_params(self.game, weighted=True)
            found = [_is(Entrant(tree))]
            if can_search_selectively(self.game):
                found.append(_is(Entrant(AlphaBetaParams())))
            found += [_with({"margin": 500}), _with({"late": 2})]
            return [*found, _with({"exploration": 0.1}), _with({"exploration": 0.4})]
        found = []
        scale = usual_value(self.game, self.seed)
        if scale is not None:
            found += [_with({"horizon": horizon}) for horizon in HORIZONS]
            found.append(_with({"minimax": FLAT, "scale": scale}))
        found += [_with({"rave": 300}), _with({"history": True})]
        return [*found, _with({"exploration": 0.2}), _with({"exploration": 0.8})]


def _is(entrant: Entrant) -> Callable[[Entrant], Entrant | None]:
    return lambda best: entrant


def _with(numbers: Numbers) -> Callable[[Entrant], Entrant | None]:
    """A change of some parameters; None where the best search has others."""

    def make(best: Entrant) -> Entrant | None:
        if not numbers.keys() <= numbers_of(best.params).keys():
            return None
        if isinstance(best.params, MctsParams):
            return Entrant(changed(best.params, numbers))
        given: Any = numbers
        return Entrant(replace(best.params, **given))

    return make


def usual_value(game: Game, seed: int) -> float | None:
    """The median of `evaluate` without its sign in random games; None if a position has none."""
    found = []
    for number in range(SAMPLED):
        for position in random_line(game, derive(seed, number)):
            judged: Any = position
            if not hasattr(judged, "evaluate"):
                return None
            if position.winner == ONGOING:
                found.append(abs(int(judged.evaluate())))
    return float(max(1, median(found or [1])))


class _Player:
    """An entrant at a match; each move takes LIMIT."""

    def __init__(self, game: Game, weights: Weights | None, entrant: Entrant, seed: int) -> None:
        self.name = entrant.words
        self._game = game
        self._evaluator = None if weights is None else weights.evaluator()
        self._params = entrant.params
        self._seed = seed

    def choose(self, match: Match) -> int:
        """The best move."""
        course = match.course
        position, seed = course.position, derive(self._seed, course.ply)
        if isinstance(self._params, AlphaBetaParams):
            return self._selective(position, seed, course.drawn, self._params)
        search = Search(
            *(position, self._game.playout, seed, self._params),
            drawn=course.drawn,
            evaluator=self._evaluator,
        )
        run(search, len(position.legal_moves()), LIMIT, lambda share: False)
        return int(search.children()[0].move)

    def _selective(self, position: Position, seed: int, drawn: Any, params: AlphaBetaParams) -> int:
        end = time.perf_counter() + (LIMIT.seconds or 0)
        kind = nearest(type(position), "stackyard_engine.selective").Selective
        search = kind(position, seed, drawn=drawn, evaluator=self._evaluator)
        adopt(search, params)
        search.deepen()

        def stop() -> bool:
            return time.perf_counter() >= end

        while search.depth < DEEPEST and search.proven == ONGOING and not stop():
            search.deepen(stop)
        return int(search.move)


def play_pair(
    game: Game, weights: Weights | None, one: Entrant, other: Entrant, seed: int
) -> float:
    """The share of points of the first side in two games from one opening, colours swapped."""
    line = random_line(game, seed)
    start = line[Rng(derive(seed, 1)).below(min(OPENING + 1, len(line)))]
    points = 0.0
    for side in (0, 1):
        ours = _Player(game, weights, one, derive(seed, side))
        theirs = _Player(game, weights, other, derive(seed, side))
        players = (ours, theirs) if side == 0 else (theirs, ours)
        winner = Match(game, players, position=start).run().winner
        points += 0.5 if winner == DRAW else float(winner == side)
    return points / 2
