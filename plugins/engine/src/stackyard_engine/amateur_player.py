"""The computer player of the levels 1 to 7: it judges moves by a short tree search and a glance.

It uses nothing of a game but its positions, and the declared MctsParams of its random games if any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp
from threading import Event
from typing import TYPE_CHECKING

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.draw_answers import accepts_draw
from stackyard_engine.glance import shortfalls
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.levels import Amateur
from stackyard_engine.limits import run
from stackyard_engine.mcts.search import Search
from stackyard_engine.perseverance import enduring
from stackyard_engine.successors import successor, successors

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match

MOST = 300_000  # positions of a search, where random games are long
AHEAD = 0.65  # share of points from which a player presses
LONG = 30  # plies after which the noise of one who presses is half


class AmateurPlayer:
    """Plays as `amateur` says; the same seed and course give the same move."""

    accepts_draw = staticmethod(accepts_draw)

    def __init__(self, name: str, game: Game, seed: int, amateur: Amateur) -> None:
        self.name = name
        self.seed = seed
        self._amateur = amateur
        self._playout = game.playout
        self._params = replace(knowledge_of(game).mcts_params, proof=0)
        self._stop = Event()

    def choose(self, match: Match) -> int:
        """A random move, weighted by the values of the moves that come into question.

        The watch or `stop` ends the search; one of the best moves by then is played.
        """
        self._stop.clear()
        rng = Rng(derive(self.seed, match.ply))
        moves = self._candidates(match.course, rng)
        return int(moves[0]) if len(moves) == 1 else self._searched(match, moves, rng)

    def _candidates(self, course: Course, rng: Rng) -> Sequence[int]:
        """The moves that win at once, if it notices any; otherwise all but those it sees lose."""
        position, amateur = course.position, self._amateur
        moves: Sequence[int] = [int(move) for move in position.legal_moves()]
        if len(moves) > 1 and _happens(amateur.wins, rng):
            ends = [successor(position, move).winner for move in moves]
            if position.player in ends:
                return [m for m, end in zip(moves, ends, strict=True) if end == position.player]
            lost = 1 - position.player
            moves = [m for m, end in zip(moves, ends, strict=True) if end != lost] or moves
        if len(moves) > 1 and _happens(amateur.threats, rng):
            moves = [move for move in moves if not lets_win(position, move)] or moves
        if len(moves) > 1 and _happens(amateur.endures, rng):
            moves = enduring(position, moves, self._playout, rng)
        return moves

    def _searched(self, match: Match, moves: Sequence[int], rng: Rng) -> int:
        """One of these moves, the likelier the better it is by a tree search of random games."""

        def watch(share: float) -> bool:
            return match.watch(share) or self._stop.is_set()

        position, amateur = match.course.position, self._amateur
        drawn = match.course.drawn
        search = Search(position, self._playout, rng.word(), self._params, drawn=drawn)
        count = len(position.legal_moves())
        run(search, count, Limit(amateur.simulations * count, positions=MOST), watch)
        found = [child for child in search.children() if child.move in moves]
        tried = [child for child in found if child.visits] or found
        if tried[0].proven == 1 - position.player:  # the most visited is the hardest
            return tried[0].move
        seen = shortfalls(position, [child.move for child in tried])
        worth = [c.value - amateur.glance * short for c, short in zip(tried, seen, strict=True)]
        best, noise = max(worth), amateur.noise
        if not noise:
            return tried[worth.index(best)].move
        if amateur.presses and max(child.value for child in tried) > AHEAD:
            noise /= 1 + match.ply / LONG
        return tried[_drawn([exp((value - best) / noise) for value in worth], rng)].move

    def stop(self) -> None:
        """End the search as soon as it has a move; callable from any thread."""
        self._stop.set()


def _happens(chance: float, rng: Rng) -> bool:
    """Tell if a random event with this chance occurs."""
    return float(rng.bits()) < chance * 2**32


def lets_win(position: Position, move: int) -> bool:
    """Tell if a move loses at once, or lets the opponent win with the next move."""
    after, opponent = successor(position, move), 1 - position.player
    if after.winner != ONGOING or after.player != opponent:
        return after.winner == opponent
    return any(end.winner == opponent for _, end in successors(after))


def _drawn(weights: Sequence[float], rng: Rng) -> int:
    """A random index, with probability proportional to its weight."""
    rest = rng.bits() / 2**32 * sum(weights)
    for place, weight in enumerate(weights):
        rest -= weight
        if rest < 0:
            return place
    return len(weights) - 1
