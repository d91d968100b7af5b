"""Matches of a search by weights against a search by playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import DRAW
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match
from stackyard_engine.eval.weights import Weights
from stackyard_engine.limits import run
from stackyard_engine.mcts.search import Search
from stackyard_engine.train.validation import random_line

SECONDS: Final = 0.02  # thinking time per move of each side
OPENING: Final = 4  # maximum number of random moves at the start


class _Searcher:
    """A player that searches for a fixed time, by weights or, without them, by playouts."""

    def __init__(self, game: Game, weights: Weights | None, seed: int) -> None:
        self.name = "playouts" if weights is None else "weights"
        self._params = game.mcts_params if weights is None else game.mcts_params_with_weights
        self._evaluator = None if weights is None else weights.evaluator()
        self._seed = seed

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
        run(search, len(position.legal_moves()), Limit(seconds=SECONDS), lambda share: False)
        return int(search.children()[0].move)


def points_of_weights(
    game: Game,
    weights: Weights,
    games: int,
    seed: int,
    tell: Callable[[int, int], None],
) -> float:
    """The points of a search by weights in games against a search by playouts.

    Both think for the same time. Each opening of random moves is played twice, colours swapped.
    `tell` is called with the number of games played and their total.
    """
    points = 0.0
    for number in range(games):
        own = derive(seed, number // 2, 7)
        line = random_line(game, own)
        start = line[Rng(derive(own, 1)).below(min(OPENING + 1, len(line)))]
        side = number % 2
        ours = _Searcher(game, weights, derive(own, side))
        other = _Searcher(game, None, derive(own, side))
        players = (ours, other) if side == 0 else (other, ours)
        winner = Match(game, players, position=start).run().winner
        points += 0.5 if winner == DRAW else float(winner == side)
        tell(number + 1, games)
    return points
