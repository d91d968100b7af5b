"""Training examples: positions of self-play games with their values."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Final

from stackyard.game import Game
from stackyard.position import DRAW, LONGEST, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.weights import Evaluator, win_chance
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.successors import points_of

TRUST: Final = {False: 0.7, True: 0.95}  # by `shallow`: the weight of the rest of the game
STRAY: Final = {False: 8, True: 16}  # by `shallow`: one move in this many is random
POSITIONS: Final = 300  # maximum positions evaluated per move
SAMPLED: Final = 20  # random games that measure the length of games and the number of legal moves


@dataclass(frozen=True)
class TrainingExample:
    """A position by the indices of its weights, with the share of points of the player to act."""

    indices: array[int]
    share: float


@dataclass(frozen=True)
class SelfPlay:
    """The parameters of self-play: search depth and random opening moves.

    A `shallow` search, one move deep, is inaccurate, and values come from the ends of games:
    random moves are then rarer, and positions before them still count.
    """

    depth: int
    opening: int  # maximum number of random moves
    shallow: bool = False

    @classmethod
    def of(cls, game: Game, knows: bool) -> SelfPlay:
        """Parameters for a game, measured by random games.

        With exact results, if it `knows` them, a deeper search adds nothing.
        """
        plies = moves = 0
        for number in range(SAMPLED):
            rng = Rng(derive(number, 2))
            position = game.initial()
            length = 0
            while position.winner == ONGOING and length < LONGEST:
                moves += len(position.legal_moves())
                length += 1
                position.play(position.random_move(rng.bits()))
            plies += length
        mean = max(2.0, moves / plies)
        depth = 1 if knows else max(1, int(log(POSITIONS) / log(mean)))
        return cls(depth, plies // SAMPLED, depth == 1)


def play_game(
    game: Game,
    practice: SelfPlay,
    evaluator: Evaluator,
    seed: int,
    trust: float | None = None,
    knowledge: ResultLookup | None = None,
    tick: Callable[[], object] = lambda: None,
) -> list[TrainingExample]:
    """Play a game with a random opening, and return its positions with their values.

    The value of a position is exact if known; otherwise it mixes the search value after its move
    with the rest of the game (TD(λ); Sutton, 1988), with λ = `trust`. `tick` is called before each
    move.
    """
    shallow = practice.shallow
    trust = TRUST[shallow] if trust is None else trust
    rng = Rng(seed)
    position = game.initial()
    for _ in range(rng.below(practice.opening + 1)):
        if position.winner == ONGOING:
            position.play(position.random_move(rng.bits()))
    line: list[tuple[int, array[int], float, bool]] = []
    while position.winner == ONGOING and len(line) < LONGEST:
        tick()
        search = AlphaBeta(position, int(rng.word()), evaluator=evaluator.value)
        while search.depth < practice.depth and search.proven == ONGOING:
            search.deepen()
        value = _share(search, position)
        move, strays = search.move, rng.below(STRAY[shallow]) == 0
        if strays:
            move = int(position.random_move(rng.bits()))
        first = value if position.player == 0 else 1 - value
        known = knowledge.known(position) if knowledge is not None else None
        if known is not None:
            first = points_of(known.winner, 0)
        certain = known is not None or search.proven != ONGOING or (strays and not shallow)
        indices = array("i", evaluator.indices(position))
        line.append((int(position.player), indices, first, certain))
        position.play(move)
    winner = int(position.winner)
    worth = 0.5 if winner in (DRAW, ONGOING) else float(winner == 0)
    later = worth
    examples = []
    for player, indices, first, certain in reversed(line):
        worth = first if certain else (1 - trust) * later + trust * worth
        later = first
        examples.append(TrainingExample(indices, worth if player == 0 else 1 - worth))
    return examples


def _share(search: AlphaBeta, position: Position) -> float:
    """The expected share of points of the player to act, by a search."""
    if search.proven == ONGOING:
        return win_chance(search.value)
    return points_of(search.proven, int(position.player))


def best_next(evaluator: Callable[[Position], int], position: Position) -> int:
    """The best move of a search one move deep."""
    search = AlphaBeta(position, evaluator=evaluator)
    search.deepen()
    return search.move
