"""Matches between searches, such as the one that new weights must win before they are used.

The test is a bet on the pair scores (Waudby-Smith and Ramdas, Estimating means of bounded random
variables by betting, 2024). One that stakes the share `bet` multiplies its money by
1 + bet (score - 1/2) after each pair. If the mean score is at most 1/2, the chance that the money
ever reaches 20 times the stake is at most 1 in 20 (Ville, 1939), whatever the distribution of the
scores and whenever one looks. So the match ends as soon as either side is shown to be better.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.options import Settings
from stackyard.plugins.executors import named_plugins, use_plugins
from stackyard.plugins.registry import load_game
from stackyard.position import DRAW
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match
from stackyard_engine.eval.tuning_file import SearchParams, numbers_of
from stackyard_engine.eval.weights import (
    FeatureSet,
    MatchResult,
    Weights,
    WeightsHeading,
    packed,
    unpacked,
)
from stackyard_engine.limits import deepen, run
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import AlphaBetaParams, MctsParams
from stackyard_engine.selection import search_params, selective_by
from stackyard_engine.train.folder import ScoreLog
from stackyard_engine.train.validation import random_line
from stackyard_engine.train.workforce import Workforce

LIMIT: Final = Limit(seconds=0.02)  # of a side, per move, by CLOCK
CLOCK: Final = time.thread_time  # so that other programs falsify no match
GAMES: Final = 200  # of a match, unless it is decided earlier
FEWEST: Final = 14  # games that can show that one side is better
OPENING: Final = 4  # maximum number of random moves at the start
BETS: Final = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75)  # the money is spread over them
RISK: Final = 0.05  # of calling weights better that are not

# Called with the number of games played and their maximum.
Teller = Callable[[int, int], object]


class PairTest:
    """A test of pair scores, valid after any number of pairs; at most `pairs` are played.

    `better` and `worse` tell whether the mean score is shown to be above or below `level`.
    """

    def __init__(self, pairs: int, level: float = 0.5) -> None:
        self._left = pairs
        self._level = level
        self._up = [bet / (2 * level) for bet in BETS]  # so that no score takes all the money
        self._down = [bet / (2 * (1 - level)) for bet in BETS]
        self._above = [1.0 for _ in BETS]
        self._below = [1.0 for _ in BETS]
        self.better = False
        self.worse = False

    def add(self, score: float) -> None:
        """Count a pair of games with this share of points, from 0 to 1."""
        gain = score - self._level
        self._above = [m * (1 + b * gain) for m, b in zip(self._above, self._up, strict=True)]
        self._below = [m * (1 - b * gain) for m, b in zip(self._below, self._down, strict=True)]
        self._left -= 1
        self.better = self.better or _is_rich(self._above)
        self.worse = self.worse or _is_rich(self._below)

    @property
    def over(self) -> bool:
        """Whether it is decided, or cannot be shown any more that the mean is above the level."""
        most, left = 1 - self._level, self._left
        best = [m * (1 + b * most) ** left for m, b in zip(self._above, self._up, strict=True)]
        return self.better or self.worse or left < 1 or not _is_rich(best)


def _is_rich(money: list[float]) -> bool:
    return sum(money) / len(money) >= 1 / RISK


def mean_bounds(scores: Sequence[float]) -> tuple[float, float]:
    """Bounds of the mean of pair scores, whenever one looks; each fails once in 1 / RISK times."""

    def bound(fails: Callable[[PairTest], bool], low: float, high: float) -> float:
        for _ in range(12):  # to 1 in 4,000
            middle = (low + high) / 2
            test = PairTest(len(scores), middle)
            for score in scores:
                test.add(score)
            low, high = (middle, high) if fails(test) else (low, middle)
        return low

    return bound(lambda test: test.better, 0.0, 1.0), bound(lambda test: not test.worse, 0.0, 1.0)


@dataclass(frozen=True)
class Side:
    """A side of a match: a search with its parameters, by weights or without any."""

    weights: Weights | None
    params: SearchParams

    @classmethod
    def of(cls, game: Game, weights: Weights | None) -> Side:
        """The side that searches as level 8 does with these weights, or without any."""
        return cls(weights, search_params(game, weights))

    @property
    def words(self) -> str:
        """The search with the parameters that differ from its defaults, `positions` left out."""
        plain = type(self.params)()
        own = [
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
            for name, value in numbers_of(self.params).items()
            if name != "positions" and value != getattr(plain, name)
        ]
        kind = "mcts" if isinstance(self.params, MctsParams) else "alpha-beta"
        return f"{kind}:{','.join(own)}" if own else kind


class _Searcher:
    """A player that searches by a side's parameters for LIMIT; an only move takes no time."""

    def __init__(self, side: Side, seed: int, tick: Callable[[], object]) -> None:
        self.name = side.words
        self._side = side
        self._evaluator = None if side.weights is None else side.weights.evaluator()
        self._seed = seed
        self._tick = tick

    def choose(self, match: Match) -> int:
        """The best move."""
        self._tick()
        course, params = match.course, self._side.params
        position, seed = course.position, derive(self._seed, course.ply)
        moves = position.legal_moves()
        if len(moves) == 1:
            return int(moves[0])
        if isinstance(params, AlphaBetaParams):
            selective = selective_by(self._side.weights, params, position, seed, course.drawn)
            deepen(selective, LIMIT.seconds or 0.0, CLOCK)
            return int(selective.move)
        search = Search(
            *(position, match.game.playout, seed, params),
            drawn=course.drawn,
            evaluator=self._evaluator,
        )
        run(search, len(moves), LIMIT, lambda share: False, CLOCK)
        return int(search.children()[0].move)


PackedSide = tuple[tuple[WeightsHeading, bytes] | None, SearchParams]


@dataclass(frozen=True)
class PairTask:
    """Two games from one opening, as plain data for a worker."""

    game: str
    options: Settings
    seed: int
    number: int
    sides: tuple[PackedSide, PackedSide]
    plugins: str = field(default_factory=named_plugins)


def play_pair_of(task: PairTask) -> float:
    """Play the pair of a task in a worker."""
    use_plugins(task.plugins)
    game = load_game(task.game, **task.options)
    one, other = (_unpacked(game, side) for side in task.sides)
    return play_pair(game, one, other, derive(task.seed, task.number, 7))


def _packed(side: Side) -> PackedSide:
    weights = side.weights
    return None if weights is None else (weights.heading, packed(weights.numbers)), side.params


def _unpacked(game: Game, side: PackedSide) -> Side:
    if side[0] is None:
        return Side(None, side[1])
    heading, numbers = side[0]
    return Side(Weights(heading, unpacked(numbers), FeatureSet.of(game, heading)), side[1])


def play_pair(
    game: Game,
    one: Side,
    other: Side,
    seed: int,
    tick: Callable[[int], object] = lambda games: None,
) -> float:
    """The share of points of the first side in two games, colours swapped.

    `tick` is called before each move with the number of games that are over.
    """
    line = random_line(game, seed)
    start = line[Rng(derive(seed, 1)).below(min(OPENING + 1, len(line)))]
    points = 0.0
    for side in (0, 1):
        ours = _Searcher(one, derive(seed, side), partial(tick, side))
        theirs = _Searcher(other, derive(seed, side), partial(tick, side))
        players = (ours, theirs) if side == 0 else (theirs, ours)
        winner = Match(game, players, position=start).run().winner
        points += 0.5 if winner == DRAW else float(winner == side)
    return points / 2


def pair_scores(
    game: Game,
    one: Side,
    other: Side,
    pairs: int,
    seed: int,
    tick: Callable[[int], object],
    log: ScoreLog | None = None,
    workforce: Workforce | None = None,
) -> Generator[float, None, None]:
    """The scores of the pairs of a match, in order; `log` has those known, and gets the others.

    `tick` is called with the number of games that are over.
    """
    known = [] if log is None else list(log.scores)
    yield from known[:pairs]
    todo = range(len(known), pairs)
    for score in (
        _pairs_here(game, one, other, todo, seed, tick)
        if workforce is None
        else _pairs_elsewhere(game, one, other, todo, seed, tick, workforce)
    ):
        if log is not None:
            log.add(score)
        yield score


def _pairs_here(
    game: Game, one: Side, other: Side, todo: range, seed: int, tick: Callable[[int], object]
) -> Iterator[float]:
    for number in todo:
        pair_seed = derive(seed, number, 7)
        yield play_pair(game, one, other, pair_seed, partial(_counted, tick, 2 * number))


def _counted(tick: Callable[[int], object], before: int, games: int) -> None:
    tick(before + games)


def _pairs_elsewhere(
    game: Game,
    one: Side,
    other: Side,
    todo: range,
    seed: int,
    tick: Callable[[int], object],
    workforce: Workforce,
) -> Iterator[float]:
    sides = _packed(one), _packed(other)
    tasks = [PairTask(game.name, game.settings, seed, number, sides) for number in todo]
    found: dict[int, float] = {}
    following = todo.start

    def told() -> None:
        tick(2 * following)

    for task, score in workforce.run(play_pair_of, tasks, told):
        found[task.number] = score
        while following in found:
            following += 1
            yield found.pop(following - 1)


def play_match(
    game: Game,
    one: Side,
    other: Side,
    games: int,
    seed: int,
    tell: Teller,
    against: str = "playouts",
    log: ScoreLog | None = None,
    workforce: Workforce | None = None,
) -> MatchResult:
    """The result of a match between two sides.

    It has at most `games` games, rounded up to pairs. Each opening of random moves is played twice,
    colours swapped. `tell` is called before each move. `against` names the other side.
    """
    pairs = (games + 1) // 2
    test, points, played = PairTest(pairs), 0.0, 0

    def tick(over: int) -> None:
        tell(over, games)

    tick(0)
    scores = pair_scores(game, one, other, pairs, seed, tick, log, workforce)
    with closing(scores):
        while not test.over:
            score = next(scores)
            points, played = points + 2 * score, played + 2
            tick(played)
            test.add(score)
    return MatchResult(against, played, points, test.better)
