"""Opponents of eight strengths, the same eight for every game.

Weak levels search each move briefly and then choose with noise, good moves being likelier, so that
they make mistakes but no nonsense. Level 1 prefers moves that look bad, as random play would be too
strong for it. Strong levels play the best move of a search; the last three use learned weights if
there are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from stackyard.analysis import Analysis, Limit, Line
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng
from stackyard.turnloop.history import Course
from stackyard_engine.eval.lookup import weights_for


@dataclass(frozen=True)
class Strength:
    """The parameters of one level.

    A move is chosen after `simulations` simulations, or more if each legal move would otherwise get
    fewer playouts than the level's number. `noise` is in units of the spread of the moves' values:
    a move worse than another by noise × spread is chosen e times less often, or more often if
    noise is negative. Without noise the best move is played. `foresight` is the number of moves
    within which the end of the game is never overlooked: 1, a winning move; 2, also a move that
    lets the opponent win with the next.
    """

    simulations: int
    noise: float = 0.0
    foresight: int = 2


STRENGTHS: Final = (  # found by tournaments: docs/researchers/levels.md
    Strength(12, -0.8, 0),
    Strength(14, 30.0, 1),
    Strength(40, 2.7, 1),
    Strength(95, 1.05),
    Strength(200, 0.62),
    Strength(1_100, 0.35),
    Strength(4_000, 0.15),
    Strength(16_000),
)

FIRST_WITH_WEIGHTS: Final = (
    6  # the first level with learned weights, which are too strong for lower ones
)
STRENGTHS_WITH_WEIGHTS: Final = (  # of these levels if there are weights
    Strength(50, 0.65),
    Strength(600, 0.2),
    Strength(6_000),
)


def uses_weights(level: int, game: Game) -> bool:
    """Whether a level evaluates positions of a game by learned weights."""
    return level >= FIRST_WITH_WEIGHTS and weights_for(game) is not None


def strength_of(level: int, game: Game) -> Strength:
    """The strength of a level in a game."""
    return (
        STRENGTHS_WITH_WEIGHTS[level - FIRST_WITH_WEIGHTS]
        if uses_weights(level, game)
        else STRENGTHS[level - 1]
    )


def limit_of(level: int, course: Course) -> Limit:
    """The effort of a level for the next move of a course."""
    simulations = strength_of(level, course.game).simulations
    if not uses_weights(level, course.game):  # an evaluation covers every move at once
        simulations = max(simulations, level * len(course.position.legal_moves()))
    return Limit(simulations=simulations)


def choose(analysis: Analysis, strength: Strength, rng: Rng) -> int:
    """A random move of an analysis, weighted by the moves' values."""
    if not strength.noise:
        return analysis.move
    position = analysis.course.position
    if strength.foresight >= 1:
        for line in analysis.lines:
            if wins_at_once(position, line.move):
                return line.move
    left = list(analysis.lines)
    while True:
        line = left[_draw(_weights(left, strength.noise), rng)]
        if len(left) == 1 or strength.foresight < 2 or not lets_win(position, line.move):
            return line.move
        left.remove(line)


def wins_at_once(position: Position, move: int) -> bool:
    """Whether a move wins the game for its player."""
    after = position.copy()
    after.play(move)
    return after.winner == position.player


def lets_win(position: Position, move: int) -> bool:
    """Whether a move loses at once, or lets the opponent win with the next move."""
    after = position.copy()
    after.play(move)
    if after.winner != ONGOING:
        return after.winner == 1 - position.player
    if after.player == position.player:
        return False
    return any(wins_at_once(after, int(reply)) for reply in after.legal_moves())


def _weights(lines: Sequence[Line], noise: float) -> list[float]:
    """The weight of each move in a random choice; the best has weight 1."""
    from statistics import pstdev  # takes long to import

    values = [_looks(line) for line in lines]
    best, scale = max(values), noise * pstdev(values)
    return [exp((value - best) / scale) if scale else 1.0 for value in values]


def _looks(line: Line) -> float:
    """The value of a move, reduced towards a loss if it has few visits.

    A search that concentrates early leaves moves with one visit; a lucky one must not rank above
    the move chosen by the search.
    """
    if line.proven != ONGOING:
        return line.value
    return line.value * line.visits / (line.visits + 2)


def _draw(weights: Sequence[float], rng: Rng) -> int:
    """A random index, with probability proportional to its weight."""
    rest = rng.bits() / 2**32 * sum(weights)
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    return len(weights) - 1
