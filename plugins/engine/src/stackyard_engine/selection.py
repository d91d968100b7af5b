"""The selective alpha-beta search for a game, where its parameters say that it is played so."""

from __future__ import annotations

from collections.abc import Hashable, Set
from typing import Any

from stackyard.compiled import nearest
from stackyard.game import Game
from stackyard.position import Position
from stackyard.tuning import AlphaBetaParams
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.tuning_file import alphabeta_params


def plays_selectively(game: Game) -> bool:
    """Whether level 8 of a game searches by selective alpha-beta."""
    chosen = alphabeta_params(game) is not None and weights_for(game) is not None
    return chosen and can_search_selectively(game)


def can_search_selectively(game: Game) -> bool:
    """Whether the search that is nearest to a game's rules takes the evaluator that is.

    A compiled game that embeds only one of them has two that do not fit together.
    """
    modules = ("stackyard_engine.selective", "stackyard_engine.eval.model")
    found = [nearest(type(game.initial()), module).__name__ for module in modules]
    return len({name.partition(".")[0] for name in found}) == 1


def selective_search(
    game: Game, position: Position, seed: int, drawn: Set[Hashable] = frozenset()
) -> Any:
    """A new Selective of a position, by the game's parameters, compiled with its rules if it is."""
    kind = nearest(type(position), "stackyard_engine.selective").Selective
    weights = weights_for(game)
    evaluator = None if weights is None else weights.evaluator()
    search = kind(position, seed, drawn=drawn, evaluator=evaluator)
    adopt(search, alphabeta_params(game) or AlphaBetaParams())
    return search


def adopt(search: Any, params: AlphaBetaParams) -> None:
    """Give a Selective these parameters, before its first depth."""
    search.adopt(params.window, params.late, params.worse, params.margin, params.whole_turns)
