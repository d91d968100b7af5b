"""The match that decides whether new weights are used: they must be shown to be better.

The test is a bet on the pair scores (Waudby-Smith and Ramdas, Estimating means of bounded random
variables by betting, 2024). One that stakes the share `bet` multiplies its money by
1 + bet (score - 1/2) after each pair. If the mean score is at most 1/2, the chance that the money
ever reaches 20 times the stake is at most 1 in 20 (Ville, 1939), whatever the distribution of the
scores and whenever one looks. So the match ends as soon as either side is shown to be better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import DRAW
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match
from stackyard_engine.eval.weights import MatchResult, Weights
from stackyard_engine.limits import run
from stackyard_engine.mcts.search import Search
from stackyard_engine.train.validation import random_line

LIMIT: Final = Limit(seconds=0.02)  # of each side, per move
GAMES: Final = 200  # of a match, unless it is decided earlier
FEWEST: Final = 14  # games that can show that one side is better
OPENING: Final = 4  # maximum number of random moves at the start
BETS: Final = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75)  # the money is spread over them
RISK: Final = 0.05  # of calling weights better that are not

# Called with the number of games played and their maximum.
Teller = Callable[[int, int], object]


class PairTest:
    """A test of pair scores, valid after any number of pairs; at most `pairs` are played.

    `better` and `worse` tell whether the mean score is shown to be above or below 1/2.
    """

    def __init__(self, pairs: int) -> None:
        self._left = pairs
        self._above = [1.0 for _ in BETS]
        self._below = [1.0 for _ in BETS]
        self.better = False
        self.worse = False

    def add(self, score: float) -> None:
        """Count a pair of games with this share of points, from 0 to 1."""
        gain = score - 0.5
        self._above = [money * (1 + b * gain) for money, b in zip(self._above, BETS, strict=True)]
        self._below = [money * (1 - b * gain) for money, b in zip(self._below, BETS, strict=True)]
        self._left -= 1
        self.better = self.better or _is_rich(self._above)
        self.worse = self.worse or _is_rich(self._below)

    @property
    def over(self) -> bool:
        """Whether it is decided, or cannot be shown any more that the mean is above 1/2."""
        best = [
            money * (1 + b / 2) ** self._left for money, b in zip(self._above, BETS, strict=True)
        ]
        return self.better or self.worse or self._left < 1 or not _is_rich(best)


def _is_rich(money: list[float]) -> bool:
    return sum(money) / len(money) >= 1 / RISK


class _Searcher:
    """A player that searches by weights or, without them, by playouts."""

    def __init__(
        self, game: Game, weights: Weights | None, seed: int, tick: Callable[[], object]
    ) -> None:
        self.name = "playouts" if weights is None else "weights"
        self._params = game.mcts_params if weights is None else game.mcts_params_with_weights
        self._evaluator = None if weights is None else weights.evaluator()
        self._seed = seed
        self._tick = tick

    def choose(self, match: Match) -> int:
        """The best move."""
        course = match.course
        position = course.position
        search = Search(
            position,
            match.game.playout,
            derive(self._seed, course.ply),
            self._params,
            drawn=course.drawn,
            evaluator=self._evaluator,
        )
        run(search, len(position.legal_moves()), LIMIT, lambda share: False)
        self._tick()
        return int(search.children()[0].move)


def play_match(
    game: Game,
    weights: Weights,
    other: Weights | None,
    games: int,
    seed: int,
    tell: Teller,
    against: str = "playouts",
) -> MatchResult:
    """The result of a match of weights against other ones, or against playouts.

    It has at most `games` games, rounded up to pairs. Each opening of random moves is played twice,
    colours swapped. `tell` is called after each move. `against` names the other ones.
    """
    test, points, played = PairTest((games + 1) // 2), 0.0, 0

    def tick() -> None:
        tell(played, games)

    tick()
    while not test.over:
        own = derive(seed, played // 2, 7)
        line = random_line(game, own)
        start = line[Rng(derive(own, 1)).below(min(OPENING + 1, len(line)))]
        pair = 0.0
        for side in (0, 1):
            ours = _Searcher(game, weights, derive(own, side), tick)
            theirs = _Searcher(game, other, derive(own, side), tick)
            players = (ours, theirs) if side == 0 else (theirs, ours)
            winner = Match(game, players, position=start).run().winner
            pair += 0.5 if winner == DRAW else float(winner == side)
            played += 1
            tick()
        points += pair
        test.add(pair / 2)
    return MatchResult(against, played, points, test.better)
