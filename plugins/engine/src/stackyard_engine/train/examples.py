"""Examples to learn from: positions of games played for that, and what they were worth."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Final

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.weights import Evaluator, win_chance
from stackyard_engine.solver.engine import ResultLookup

LONGEST: Final = 2000  # moves of a game; one that goes on counts as a draw
TRUST: Final = {False: 0.7, True: 0.95}  # shallow, how much a game's rest counts beside a search
STRAY: Final = {False: 8, True: 16}  # the same: one move of this number is random
POSITIONS: Final = 300  # that may be judged for a move
SAMPLED: Final = 20  # random games that tell how long games are, and how many moves they offer


@dataclass(frozen=True)
class TrainingExample:
    """A position by its indices in the weights, and what its player to act takes, 0 … 1."""

    indices: array[int]
    share: float


@dataclass(frozen=True)
class SelfPlay:
    """How games are played to learn from them: how deep they look, and how they begin.

    Where a search is `shallow`, one move deep, it tells little, and results come from far away:
    random moves are rarer, and what follows them counts.
    """

    depth: int
    opening: int  # random moves, at most
    shallow: bool = False

    @classmethod
    def of(cls, game: Game, positions: int = POSITIONS) -> SelfPlay:
        """The practice that suits a game, by random games of it."""
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
        depth = max(1, int(log(positions) / log(mean)))
        return cls(depth, plies // SAMPLED, depth == 1)


def play_game(
    game: Game,
    practice: SelfPlay,
    evaluator: Evaluator,
    seed: int,
    trust: float | None = None,
    knowledge: ResultLookup | None = None,
) -> list[TrainingExample]:
    """Play a game and tell what its positions were worth; the opening is random.

    A position is worth what is known of it, else what a search found after its move, mixed with how
    the game went on (TD(λ); Sutton, 1988), with λ = `trust`.
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
            first = 0.5 if known.winner == DRAW else float(known.winner == 0)
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
    """What a search says that the player to act takes, 0 … 1."""
    if search.proven == ONGOING:
        return win_chance(search.value)
    return 0.5 if search.proven == DRAW else float(search.proven == position.player)


def best_next(judging: Callable[[Position], int], position: Position) -> int:
    """The move that looks best one move ahead."""
    search = AlphaBeta(position, evaluator=judging)
    search.deepen()
    return search.move
