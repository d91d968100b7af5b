"""Values of positions by `evaluate` or by weights, and their backup through the tree."""

from __future__ import annotations

from math import exp
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from stackyard.position import DRAW, Position
from stackyard_engine.mcts.nodes import COUNT, FIRST, PLAYER, TRIED, WIDTH, Nodes

UNIT: Final = 1000.0  # of learned weights: see stackyard_engine.eval.model


def leader(position: Position) -> i64:
    """The player with the better position in an unfinished game; DRAW if even."""
    rated: Any = position
    value = rated.evaluate()
    if value == 0:
        return DRAW
    return position.player if value > 0 else 1 - position.player


def chance(position: Position, scale: float) -> float:
    """The first player's expected share of points, 0 to 1."""
    rated: Any = position
    value: float = 1 / (1 + exp(-scale * float(rated.evaluate())))
    return value if position.player == 0 else 1 - value


def learned_chance(judged: i64, player: i64) -> float:
    """The first player's expected share of points, 0 to 1, by the learned value for a player."""
    share = 1 / (1 + exp(-float(judged) / UNIT))
    if player:
        return 1 - share
    return share


def guess(nodes: Nodes, path: vec[i64], depth: i64, value: float) -> None:
    """Store a value for the first player at the end of the path, and back it up."""
    words = nodes.words
    guesses = nodes.guesses
    node = path[depth]
    guesses[2 * node + 1] = value
    while depth > 0:
        depth -= 1
        parent = path[depth]
        at = parent * WIDTH
        mover = words[at + PLAYER]
        guesses[2 * node] = value if mover == 0 else 1 - value
        best: float = 0.0
        if words[at + TRIED] < words[at + COUNT] and parent:  # an untried move may be good
            value = guesses[2 * parent + 1]
            best = value if mover == 0 else 1 - value
        place = 2 * words[at + FIRST]
        end = place + 2 * words[at + TRIED]
        while place < end:
            if guesses[place] > best:
                best = guesses[place]
            place += 2
        value = best if mover == 0 else 1 - best
        node = parent
