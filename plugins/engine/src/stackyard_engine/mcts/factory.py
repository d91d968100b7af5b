"""The tree search for a game: with learned weights if there are any, otherwise with playouts."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import Any

from stackyard.game import Game
from stackyard.position import Position
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.tuning_file import changed, mcts_params
from stackyard_engine.mcts.search import NODES, Search


def search_of(
    game: Game,
    position: Position,
    seed: int,
    nodes: int = NODES,
    drawn: Set[Hashable] = frozenset(),
    *,
    use_weights: bool = True,
    changes: Mapping[str, Any] | None = None,
) -> Search:
    """A new Search of a position; without `use_weights` it uses playouts only.

    `changes` are those of the game's parameters, by name.
    """
    weights = weights_for(game) if use_weights else None
    params = mcts_params(game, weighted=weights is not None)
    if changes:
        params = changed(params, changes)
    evaluator = None if weights is None else weights.evaluator()
    return Search(
        position, game.playout, seed, params, nodes=nodes, drawn=drawn, evaluator=evaluator
    )
