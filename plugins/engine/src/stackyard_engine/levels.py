"""Opponents of eight strengths, the same eight for every game.

Levels 1 to 5 play like beginners: they judge each move by a few random games, choose with noise and
overlook things. Levels 6 to 8 play the best move of a tree search, or nearly, with learned weights
if there are any.
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
class Beginner:
    """The parameters of a level that looks one move ahead.

    Each move is judged by `playouts` random games; a move whose share of points is worse by `noise`
    is chosen e times less often. `wins` is the chance to notice a move that decides the game at
    once, and `threats` the chance to avoid all moves after which the opponent can win at once.

    In random play the changes of the chance to win add up to the same spread in short and in long
    games. So a noise in units of that chance gives about the same strength in every game.
    """

    playouts: int
    noise: float
    wins: float = 1.0
    threats: float = 0.0


@dataclass(frozen=True)
class Strength:
    """The parameters of a level that searches.

    A move is chosen after `simulations` simulations, or more if each legal move would otherwise get
    fewer playouts than the level's number. `noise` is in units of the spread of the moves' values:
    a move worse than another by noise × spread is chosen e times less often. Without noise the
    best move is played. Wins in one move, the player's and the opponent's, are never overlooked.
    """

    simulations: int
    noise: float = 0.0


BEGINNERS: Final = (  # found by matches, as all parameters here: docs/researchers/levels.md
    Beginner(1, 1.3, wins=0.6),
    Beginner(2, 0.4),
    Beginner(4, 0.2, threats=0.5),
    Beginner(8, 0.13, threats=1.0),
    Beginner(16, 0.08, threats=1.0),
)
SEARCHES: Final = (Strength(1_100, 0.35), Strength(4_000, 0.15), Strength(16_000))
STRENGTHS: Final = (*BEGINNERS, *SEARCHES)  # of the levels 1 to 8

FIRST_WITH_WEIGHTS: Final = (
    len(BEGINNERS) + 1  # the first level with learned weights, which are too strong for lower ones
)
SEARCHES_WITH_WEIGHTS: Final = (  # of these levels if there are weights
    Strength(50, 0.65),
    Strength(600, 0.2),
    Strength(6_000),
)


POSITIONS: Final = 250_000  # of level 8 where a game is searched by selective alpha-beta


def strength_of(level: int, game: Game) -> Strength:
    """The strength of a level that searches, 6 to 8, in a game."""
    searches = SEARCHES if weights_for(game) is None else SEARCHES_WITH_WEIGHTS
    return searches[level - FIRST_WITH_WEIGHTS]


def limit_of(level: int, course: Course) -> Limit:
    """The effort of a level that searches for the next move of a course."""
    simulations = strength_of(level, course.game).simulations
    if weights_for(course.game) is None:  # an evaluation covers every move at once
        simulations = max(simulations, level * len(course.position.legal_moves()))
    return Limit(simulations=simulations)


def choose(analysis: Analysis, strength: Strength, rng: Rng) -> int:
    """A random move of an analysis, weighted by the moves' values."""
    if not strength.noise:
        return analysis.move
    position = analysis.course.position
    for line in analysis.lines:
        if winner_after(position, line.move) == position.player:
            return line.move
    left = list(analysis.lines)
    while True:
        line = left[draw(_weights(left, strength.noise), rng)]
        if len(left) == 1 or not lets_win(position, line.move):
            return line.move
        left.remove(line)


def winner_after(position: Position, move: int) -> int:
    """The winner (0, 1 or DRAW) if a move ends the game, otherwise ONGOING."""
    after = position.copy()
    after.play(move)
    return after.winner


def lets_win(position: Position, move: int) -> bool:
    """Whether a move loses at once, or lets the opponent win with the next move."""
    after = position.copy()
    after.play(move)
    opponent = 1 - position.player
    if after.winner != ONGOING or after.player != opponent:
        return after.winner == opponent
    return any(winner_after(after, int(reply)) == opponent for reply in after.legal_moves())


def draw(weights: Sequence[float], rng: Rng) -> int:
    """A random index, with probability proportional to its weight."""
    rest = rng.bits() / 2**32 * sum(weights)
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    return len(weights) - 1


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
