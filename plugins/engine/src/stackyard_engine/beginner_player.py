"""The computer player of the levels 1 to 5: it looks one move ahead and makes mistakes.

It uses nothing of a game but its positions, and the horizon of its MctsParams if it declares one.
"""

from __future__ import annotations

from math import exp
from threading import Event
from typing import TYPE_CHECKING, Final

from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.draw_offers import accepts_draw
from stackyard_engine.levels import Beginner, draw, lets_win, winner_after
from stackyard_engine.mcts.evaluation import leader

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match

LONG: Final = 100  # moves of a random game that is not played to its end if there is a horizon
LONGEST: Final = 10_000  # moves of a random game without a horizon; a longer one counts as a draw


class BeginnerPlayer:
    """Plays as `beginner` says; the same seed and course give the same move."""

    def __init__(self, name: str, game: Game, seed: int, beginner: Beginner) -> None:
        self.name = name
        self.seed = seed
        self._beginner = beginner
        self._playout = game.playout
        self._horizon = game.mcts_params.horizon
        self._stop = Event()

    def choose(self, match: Match) -> int:
        """A random move, weighted by the values of the moves that come into question.

        The watch or `stop` ends the evaluation; one of the moves evaluated by then is played.
        """
        self._stop.clear()
        course, noise = match.course, self._beginner.noise
        rng = Rng(derive(self.seed, course.ply))
        moves = self._candidates(course, rng)
        if len(moves) == 1:
            return moves[0]
        values: list[float] = []
        for move in moves:
            values.append(self._value(course, move, rng))
            if match.watch(len(values) / len(moves)) or self._stop.is_set():
                break
        best = max(values)
        return moves[draw([exp((value - best) / noise) for value in values], rng)]

    def _candidates(self, course: Course, rng: Rng) -> list[int]:
        """The moves that win at once, if it notices any; otherwise all but those it sees lose."""
        position, beginner = course.position, self._beginner
        moves = [int(move) for move in position.legal_moves()]
        if len(moves) > 1 and _happens(beginner.wins, rng):
            ends = [winner_after(position, move) for move in moves]
            if position.player in ends:
                return [m for m, end in zip(moves, ends, strict=True) if end == position.player]
            lost = 1 - position.player
            moves = [m for m, end in zip(moves, ends, strict=True) if end != lost] or moves
        if len(moves) > 1 and _happens(beginner.threats, rng):
            moves = [move for move in moves if not lets_win(position, move)] or moves
        return moves

    def _value(self, course: Course, move: int, rng: Rng) -> float:
        """The share of points that the player of a move takes in random games beginning with it."""
        player = course.position.player
        begin = course.position.copy()
        begin.play(move)
        if begin.winner == ONGOING and not begin.mid_turn and begin.key() in course.drawn:
            return 0.5
        points = 0.0
        for _ in range(self._beginner.playouts):
            winner = self._winner(begin, rng.word())
            points += 0.5 if winner in {ONGOING, DRAW} else float(winner == player)
        return points / self._beginner.playouts

    def _winner(self, begin: Position, seed: int) -> int:
        """The winner of a random game from a position; of a long one the leader at the horizon."""
        position = begin.copy()
        if begin.winner == ONGOING:
            self._playout(position, seed, LONG if self._horizon else LONGEST)
        if position.winner == ONGOING and self._horizon:
            position = begin.copy()
            self._playout(position, seed, self._horizon)  # the same moves again
            return leader(position)
        return position.winner

    def accepts_draw(self, match: Match, side: int) -> bool:
        """Accept if this side's position is worse, or if the draw is proven."""
        return accepts_draw(match, side)

    def stop(self) -> None:
        """End the evaluation once a move has been evaluated; callable from any thread."""
        self._stop.set()

    def close(self) -> None:
        """There is nothing to release."""


def _happens(chance: float, rng: Rng) -> bool:
    """Whether a random event with this chance occurs."""
    return float(rng.bits()) < chance * 2**32
