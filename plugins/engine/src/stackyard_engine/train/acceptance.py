"""Decides by matches whether weights are used in play."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from stackyard.game import Game
from stackyard_engine.eval.lookup import evaluator_words, weights_for
from stackyard_engine.eval.weights import Weights
from stackyard_engine.train.folder import TrainingFolder
from stackyard_engine.train.match_test import Teller, play_match
from stackyard_engine.train.workforce import Workforce

SHIPPED: Final = "the shipped weights"
PLAYOUTS: Final = "playouts"


def in_use_words(game: Game, weights: Weights | None) -> str:
    """The name of the weights in use, or of playouts."""
    if weights is None:
        return PLAYOUTS
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
        found.append((PLAYOUTS, None))
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
    """The weights with the results of their matches, of which a lost one is the last.

    With the `folder` of their training a match that was interrupted continues.
    """
    results = []
    for name, other in opponents(game):
        log = None if folder is None else folder.scores(weights, other, seed)
        results.append(play_match(game, weights, other, games, seed, tell, name, log, workforce))
        if not results[-1].better:
            break
    return weights.with_heading(replace(weights.heading, matches=results))


def dated(weights: Weights) -> Weights:
    """The weights with today's date, unless they have one."""
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    return weights.with_heading(replace(weights.heading, learned=weights.heading.learned or today))
