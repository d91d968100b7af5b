"""Trying what a search with weights says of positions, against what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stackyard.game import Game
from stackyard.learning.chances import Chances, fitted
from stackyard.learning.weights import Weights
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.search.mcts import Search
from stackyard.search.solving import Knowledge

LINES: Final = 150  # games that are tried, at most
KNOWN: Final = 1000  # the same where results are known
LONGEST: Final = 2000  # moves of one
SIMULATIONS: Final = 400  # by which a position is judged
QUICK: Final = 20  # by which it is played on
WATCHED: Final = 4  # positions of a game that count


def random_line(game: Game, seed: int) -> list[Position]:
    """The positions of a random game, that of its end left out."""
    rng = Rng(seed)
    position = game.initial()
    line: list[Position] = []
    while position.winner == ONGOING and len(line) < LONGEST:
        line.append(position.copy())
        position.play(position.random_move(rng.bits()))
    return line


def chances_of(
    game: Game, weights: Weights, knowledge: Knowledge | None, seed: int, lines: int = KNOWN
) -> Chances:
    """What the values of a search with weights are worth in random games, played on by it."""
    tried: list[tuple[float, float]] = []
    for number in range(min(lines, LINES if knowledge is None else KNOWN)):
        own = derive(seed, number, 5)
        line = random_line(game, own)
        position = line[Rng(derive(own, 1)).below(len(line))]
        tried += _follow(game, weights, knowledge, position.copy(), own)
    return fitted(tried)


def _follow(
    game: Game, weights: Weights, knowledge: Knowledge | None, position: Position, seed: int
) -> Iterator[tuple[float, float]]:
    """Values of the next positions and what their players to act took in the end."""
    values: list[tuple[float, int]] = []
    known = None if knowledge is None else knowledge.known(position)
    for ply in range(LONGEST):
        if position.winner != ONGOING:
            break
        search = Search(
            position, game.playout, derive(seed, ply), game.learned, judge=weights.judge()
        )
        search.run(SIMULATIONS if ply < WATCHED else QUICK)
        if search.proven != ONGOING:
            return _told(values, search.proven)
        best = search.children()[0]
        if ply < WATCHED:
            values.append((best.value, int(position.player)))
            if known is not None:  # one position of each game suffices
                return _told(values, known.winner)
        position.play(best.move)
    winner = DRAW if position.winner == ONGOING else int(position.winner)
    return _told(values, winner)


def _told(values: list[tuple[float, int]], winner: int) -> Iterator[tuple[float, float]]:
    """What each player took."""
    return iter(
        [(value, 0.5 if winner == DRAW else float(winner == player)) for value, player in values]
    )
