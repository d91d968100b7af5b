"""Restricted players, whose scores tell how much a game asks for (Jaffe et al., 2012)."""

from __future__ import annotations

from typing import Any

from stackyard.analysis import Limit, Line, analyse
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard.turnloop.match import Match
from stackyard_engine.successors import successor, successors

GREEDY, NO_CAPTURES, RANDOM_HALF = RULES = ("greedy", "no_captures", "random_half")


class RestrictedPlayer:
    """A player that obeys a rule of its own beside those of the game.

    A `greedy` one looks a single move ahead: at wins, then at the stacks and pieces of each player.
    The others play the best move that their analysis finds; `no_captures` leaves out captures if
    there is another move, and `random_half` plays every other move at random.
    """

    def __init__(self, game: Game, seed: int, rule: str, simulations: int) -> None:
        self.name = f"restricted:{rule}"
        self._game = game
        self._seed = seed
        self._rule = rule
        self._limit = Limit(simulations=simulations)

    def choose(self, match: Match) -> int:
        """A move, determined by the seed and the course of the match."""
        position, seed = match.position, derive(self._seed, match.ply)
        if self._rule == GREEDY:
            return greedy_move(self._game, position, seed)
        if self._rule == RANDOM_HALF and match.course.turns_of(match.course.player) % 2:
            return int(position.random_move(Rng(seed).bits()))
        lines = analyse(match.course, self._limit, seed=seed).lines
        if self._rule == NO_CAPTURES:
            harmless = [line for line in lines if not captures(self._game, position, line.move)]
            lines = tuple(harmless) or lines
        return max(lines, key=_worth).move


def greedy_move(game: Game[Any], position: Position, seed: int) -> int:
    """A move to the position that looks best to the player who makes it, without any search."""
    player = int(position.player)
    values = {}
    for move, after in successors(position):
        winner = int(after.winner)
        result = 0 if winner in {ONGOING, DRAW} else 1 if winner == player else -1
        own, other = _material(game, after, player), _material(game, after, 1 - player)
        values[move] = (result, own[0] - other[0], own[1] - other[1])
    best = [move for move, value in values.items() if value == max(values.values())]
    return best[Rng(seed).bits() * len(best) >> 32]


def captures(game: Game[Any], position: Position, move: int) -> bool:
    """Tell if a move takes pieces from the other player, or covers a stack of theirs."""
    opponent = 1 - int(position.player)
    now = _material(game, successor(position, move), opponent)
    then = _material(game, position, opponent)
    return any(one < other for one, other in zip(now, then, strict=True))


def _material(game: Game[Any], position: Position, player: int) -> tuple[int, int]:
    """The stacks with a player's piece on top, and the player's pieces on the board."""
    stacks = [pieces for pieces in game.pieces(position).values() if pieces]
    owned = [piece for pieces in stacks for piece in pieces if piece.player == player]
    return sum([pieces[-1].player == player for pieces in stacks]), len(owned)


def _worth(line: Line) -> tuple[int, int, float]:
    """The rank of a line for the choice of a move: a proof, many visits, a high value."""
    proof = {"wins": 1, "loses": -1}.get(line.result, 0)
    return proof, line.visits, line.value
