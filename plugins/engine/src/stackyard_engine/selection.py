"""The choice between tree search and selective alpha-beta for a game."""

from __future__ import annotations

from collections.abc import Hashable, Set
from typing import Any

from stackyard.builds import nearest
from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.tuning_file import SearchParams, alphabeta_params, mcts_params
from stackyard_engine.eval.weights import Weights
from stackyard_engine.params import AlphaBetaParams


def search_params(game: Game, weights: Weights | None) -> SearchParams:
    """The parameters of level 8's search with these weights, or without any."""
    selective = alphabeta_params(game, weights)
    return selective or mcts_params(game, weighted=weights is not None)


def plays_selectively(game: Game) -> bool:
    """Tell if level 8 of a game searches by selective alpha-beta."""
    return isinstance(search_params(game, weights_for(game)), AlphaBetaParams)


def selective_search(
    game: Game, position: Position, seed: int, drawn: Set[Hashable] = frozenset()
) -> Any:
    """A new Selective of a position by the weights and the parameters of its game."""
    weights = weights_for(game)
    params = alphabeta_params(game, weights) or AlphaBetaParams()
    return selective_by(weights, params, position, seed, drawn)


def selective_by(
    weights: Weights | None,
    params: AlphaBetaParams,
    position: Position,
    seed: int,
    drawn: Set[Hashable],
) -> Any:
    """A new Selective of a position, compiled with its rules if it is."""
    kind = nearest(type(position), "stackyard_engine.selective").Selective
    evaluator = None if weights is None else weights.evaluator()
    search = kind(position, seed, drawn=drawn, evaluator=evaluator)
    search.adopt(params.window, params.late, params.worse, params.margin, params.whole_turns)
    return search
