"""Positions of games of varied strength, and what searches make of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from stackyard.analysis import FEW
from stackyard.game import Game
from stackyard.position import DRAW, LONGEST, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.history import Course
from stackyard_engine.eval.calibration import LONGER, Calibration, Told, told
from stackyard_engine.eval.tuning_file import mcts_params
from stackyard_engine.eval.weights import Evaluator, Weights
from stackyard_engine.mcts.search import Child, Search
from stackyard_engine.train.examples import best_next

OPENING: Final = 8  # maximum random moves at the start of a varied game
STRAYS: Final = (1, 2, 4, 8, 16)  # intervals between random moves; each game draws one


def random_line(game: Game, seed: int) -> list[Position]:
    """The positions of a random game, without the final one."""
    rng = Rng(seed)
    position = game.initial()
    line: list[Position] = []
    while position.winner == ONGOING and len(line) < LONGEST:
        line.append(position.copy())
        position.play(position.random_move(rng.bits()))
    return line


def varied_line(game: Game, evaluator: Evaluator, seed: int) -> list[Position]:
    """The positions of a game of varied strength, without the final one.

    Random games alone are soon decided: few of their positions are balanced.
    """
    rng = Rng(seed)
    opening, stray = int(rng.below(OPENING + 1)), STRAYS[int(rng.below(len(STRAYS)))]
    position = game.initial()
    line: list[Position] = []
    while position.winner == ONGOING and len(line) < LONGEST:
        line.append(position.copy())
        if len(line) <= opening or rng.below(stray) == 0:
            position.play(position.random_move(rng.bits()))
        else:
            position.play(best_next(evaluator.value, position))
    return line


def drawn_from(line: Sequence[Position], seed: int, number: int) -> list[Position]:
    """Positions of a game, drawn at random without repetition."""
    plies = {int(Rng(derive(seed, 1, draw)).below(len(line))) for draw in range(number)}
    return [line[place] for place in sorted(plies)]


class SelfPlayer:
    """Searches for both sides of a game, by weights or playouts.

    The tree is kept from move to move.
    """

    def __init__(self, game: Game, weights: Weights | None, course: Course, seed: int) -> None:
        self._playout = game.playout
        self._params = mcts_params(game, weighted=weights is not None)
        self._evaluator = None if weights is None else weights.evaluator()
        self._seed = seed
        self._search: Search | None = None
        self._drawn = course.drawn
        self.course = course

    def search(self, simulations: int) -> Search:
        """The search of the current position with this many simulations, those kept included."""
        course = self.course
        if self._search is None or course.drawn != self._drawn:
            self._drawn = course.drawn
            self._search = Search(
                course.position,
                self._playout,
                derive(self._seed, course.ply),
                self._params,
                drawn=self._drawn,
                evaluator=self._evaluator,
            )
        self._search.run(max(simulations - self._search.simulations, 0))
        return self._search

    def play(self, move: int) -> None:
        """Play a move."""
        self.course = self.course.advance(move)
        if self._search is not None:
            self._search.advance(move)

    def winner(self, simulations: int) -> int:
        """The winner if both sides play on with this many simulations a move, or DRAW.

        Results that a search proves count; a game of LONGEST moves more is a draw.
        """
        for _ in range(LONGEST):
            if self.course.result is not None:
                return int(self.course.result.winner)
            search = self.search(simulations)
            if search.proven != ONGOING:
                return int(search.proven)
            self.play(search.children()[0].move)
        return DRAW


def seen_again(
    search: Callable[[Position, int, int], Search],
    position: Position,
    seed: int,
    simulations: int,
    chances: Calibration,
) -> list[tuple[Told, Told]]:
    """The moves with intervals, the best first, each with what a longer search tells of it.

    `search` is called with a position, a seed and the simulations.
    """
    found = search(position, derive(seed, 8), simulations)
    before = [one for one in told(found.children(), chances) if one.interval is not None]
    if not before:
        return []
    longer = search(position, derive(seed, 9), LONGER * simulations)
    later = {one.child.move: one for one in told(longer.children(), chances)}
    return [(one, later[one.child.move]) for one in before]


def drawn_move(search: Search, seed: int) -> Child | None:
    """A random move whose chance is told: unproven, with enough visits; None without any."""
    children = search.children()
    moves = [child for child in children if child.proven == ONGOING and child.visits >= FEW]
    return moves[int(Rng(derive(seed, 6)).below(len(moves)))] if moves else None
