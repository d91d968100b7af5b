"""Decides by matches whether weights are used in play."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from stackyard.game import Game
from stackyard.workforce import Workforce
from stackyard_engine.eval.lookup import evaluator_words, weights_for
from stackyard_engine.eval.tuning_file import mcts_params, tuning_of
from stackyard_engine.eval.weights import Weights
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.params import AlphaBetaParams
from stackyard_engine.train.folder import TrainingFolder
from stackyard_engine.train.match_test import Side, Teller, play_match

SHIPPED: Final = "the shipped weights"
PLAYOUTS: Final = "playouts"
EVALUATE: Final = "alpha-beta search by `evaluate`"
TREE: Final = "tree search"
CHOICE: Final = 40  # games at most of the match between alpha-beta and tree search


def in_use_words(game: Game, weights: Weights | None) -> str:
    """The name of the weights in use, or of the search without weights."""
    if weights is None:
        by_evaluate = isinstance(Side.of(game, None).params, AlphaBetaParams)
        return EVALUATE if by_evaluate else PLAYOUTS
    words = evaluator_words(game, weights)
    return SHIPPED if words == "learned weights" else words


def opponents(game: Game) -> list[tuple[str, Weights | None]]:
    """The opponents that weights have to beat before they are used, by name; None for playouts.

    They are those in use and, unless it is known that these beat playouts, playouts.
    """
    weights = weights_for(game)
    found = [(in_use_words(game, weights), weights)]
    if weights is None:
        return found
    own = weights.heading.options == game.settings
    if not own or (weights.learned_here and not weights.heading.matches):
        found.append((in_use_words(game, None), None))
    return found


def tested(
    game: Game,
    weights: Weights,
    games: int,
    seed: int,
    tell: Teller,
    folder: TrainingFolder | None,
    workforce: Workforce | None,
) -> Weights:
    """The weights with the results of their matches; the first lost match ends them.

    First alpha-beta search plays tree search, both by these weights, unless the game or a tuning
    names the better one; the winner plays the other matches. With the `folder` of their training a
    match that was interrupted continues.
    """
    if _is_open(game):
        log = None if folder is None else folder.scores(weights, weights)
        sides = Side(weights, AlphaBetaParams()), Side(weights, mcts_params(game, weighted=True))
        match = play_match(game, *sides, min(CHOICE, games), seed, tell, TREE, log, workforce)
        weights = weights.with_heading(replace(weights.heading, alphabeta=match))
    results = []
    for name, other in opponents(game):
        log = None if folder is None else folder.scores(weights, other)
        sides = Side.of(game, weights), Side.of(game, other)
        results.append(play_match(game, *sides, games, seed, tell, name, log, workforce))
        if not results[-1].better:
            break
    return weights.with_heading(replace(weights.heading, matches=results))


def _is_open(game: Game) -> bool:
    """Tell if neither the game nor a tuning says which search uses weights better."""
    tuning = tuning_of(game)
    tuned = tuning is not None and (tuning.tree or tuning.alphabeta is not None)
    declared = knowledge_of(game).alphabeta_params
    return declared is None and not tuned


def dated(weights: Weights) -> Weights:
    """The weights with today's date, unless they have one."""
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    return weights.with_heading(replace(weights.heading, learned=weights.heading.learned or today))
