"""Matches between searches, such as the one that new weights must win before they are used.

A match ends as soon as its pairs of games show which side is better (see `betting`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.options import Settings
from stackyard.plugins.registry import load_game
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match
from stackyard.workforce import Workforce
from stackyard_engine.betting import MeanTest
from stackyard_engine.eval.tuning_file import SearchParams
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
from stackyard_engine.successors import points_of
from stackyard_engine.train.folder import ScoreLog
from stackyard_engine.train.validation import random_line

LIMIT: Final = Limit(seconds=0.02)  # of a side, per move, by CLOCK
CLOCK: Final = time.thread_time  # so that other programs falsify no match
GAMES: Final = 200  # of a match, unless it is decided earlier
FEWEST: Final = 16  # games that can show that one side is better
OPENING: Final = 4  # maximum number of random moves at the start

# Called with the number of games played and their maximum.
Teller = Callable[[int, int], object]


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
            for name, value in asdict(self.params).items()
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
    sides: tuple[PackedSide, PackedSide]


def play_pair_of(task: PairTask) -> float:
    """Play the pair of a task in a worker."""
    game = load_game(task.game, **task.options)
    one, other = (_unpacked(game, side) for side in task.sides)
    return play_pair(game, one, other, task.seed)


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
        points += points_of(winner, side)
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
    known = [] if log is None else log.scores[:pairs]
    yield from known
    done = len(known)
    seeds = (derive(seed, number, 7) for number in range(done, pairs))

    def told(more: int = 0) -> None:
        tick(2 * done + more)

    if workforce is None:
        scores = (play_pair(game, one, other, each, told) for each in seeds)
    else:
        sides = _packed(one), _packed(other)
        tasks = (PairTask(game.name, game.settings, each, sides) for each in seeds)
        scores = workforce.run_in_order(play_pair_of, tasks, told)
    for score in scores:
        done += 1
        if log is not None:
            log.add(score)
        yield score


def play_match(
    game: Game,
    one: Side,
    other: Side,
    games: int,
    seed: int,
    tell: Teller,
    against: str,
    log: ScoreLog | None = None,
    workforce: Workforce | None = None,
) -> MatchResult:
    """The result of a match between two sides.

    It has at most `games` games, in pairs: each opening of random moves is played twice, colours
    swapped. `tell` is called before each move. `against` names the other side.
    """
    pairs = games // 2
    test, points, played = MeanTest(0.5), 0.0, 0

    def tick(finished: int) -> None:
        tell(finished, games)

    tick(0)
    scores = pair_scores(game, one, other, pairs, seed, tick, log, workforce)
    with closing(scores):
        while not test.is_over(pairs - played // 2):
            score = next(scores)
            points, played = points + 2 * score, played + 2
            tick(played)
            test.add(score)
    return MatchResult(against, played, points, test.above)
