"""The computer player of the levels 1 to 7: it judges moves by a few random games.

It uses nothing of a game but its positions, and the declared MctsParams of random games if any.
"""

from __future__ import annotations

from math import exp
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import DRAW, LONGEST, ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.draw_answers import accepts_draw
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.levels import Amateur, draw, lets_win, winner_after
from stackyard_engine.limits import run
from stackyard_engine.mcts.search import Search
from stackyard_engine.params import MctsParams

if TYPE_CHECKING:
    from stackyard.turnloop.history import Course
    from stackyard.turnloop.match import Match

LONG: Final = 100  # moves of a random game that is not played to its end if there is a horizon


class AmateurPlayer:
    """Plays as `amateur` says; the same seed and course give the same move."""

    def __init__(self, name: str, game: Game, seed: int, amateur: Amateur) -> None:
        self.name = name
        self.seed = seed
        self._amateur = amateur
        self._playout = game.playout
        self._declared = knowledge_of(game).mcts_params
        self._stop = Event()

    def choose(self, match: Match) -> int:
        """A random move, weighted by the values of the moves that come into question.

        The watch or `stop` ends the evaluation; one of the moves evaluated by then is played.
        """
        self._stop.clear()
        course, noise = match.course, self._amateur.noise
        rng = Rng(derive(self.seed, course.ply))
        moves = self._candidates(course, rng)
        if len(moves) == 1:
            return moves[0]
        position = course.position
        if self._amateur.replies and not self._is_long(position, rng):
            return self._searched(match, moves, rng)
        lead = max(0, _lead(position, position.player)) if self._declared.horizon else 0
        values: list[float] = []
        for move in moves:
            values.append(self._value(course, move, lead, rng))
            if match.watch(len(values) / len(moves)) or self._stop.is_set():
                break
        best = max(values)
        return moves[draw([exp((value - best) / noise) for value in values], rng)]

    def _candidates(self, course: Course, rng: Rng) -> list[int]:
        """The moves that win at once, if it notices any; otherwise all but those it sees lose."""
        position, amateur = course.position, self._amateur
        moves = [int(move) for move in position.legal_moves()]
        if len(moves) > 1 and _happens(amateur.wins, rng):
            ends = [winner_after(position, move) for move in moves]
            if position.player in ends:
                return [m for m, end in zip(moves, ends, strict=True) if end == position.player]
            lost = 1 - position.player
            moves = [m for m, end in zip(moves, ends, strict=True) if end != lost] or moves
        if len(moves) > 1 and _happens(amateur.threats, rng):
            moves = [move for move in moves if not lets_win(position, move)] or moves
        return moves

    def _searched(self, match: Match, moves: list[int], rng: Rng) -> int:
        """The best of these moves by a short tree search of random games."""

        def watch(share: float) -> bool:
            return match.watch(share) or self._stop.is_set()

        position, drawn = match.course.position, match.course.drawn
        params = MctsParams(history=self._declared.history, proof=0)
        search = Search(position, self._playout, rng.word(), params, drawn=drawn)
        count = len(position.legal_moves())
        run(search, count, Limit(simulations=self._amateur.replies * count), watch)
        return next(child.move for child in search.children() if child.move in moves)

    def _is_long(self, position: Position, rng: Rng) -> bool:
        """Tell if a random game from here reaches the horizon, if there is one."""
        if not self._declared.horizon:
            return False
        end = position.copy()
        self._playout(end, rng.word(), LONG)
        return end.winner == ONGOING

    def _value(self, course: Course, move: int, lead: int, rng: Rng) -> float:
        """The share of points that the player of a move takes in random games beginning with it."""
        player, playouts = course.position.player, self._amateur.playouts
        begin = course.position.copy()
        begin.play(move)
        if begin.winner == ONGOING and not begin.mid_turn and begin.key() in course.drawn:
            return 0.5
        total = sum([self._points(begin, player, lead, rng.word()) for _ in range(playouts)])
        return total / playouts

    def _points(self, begin: Position, player: int, lead: int, seed: int) -> float:
        """The points of a player in a random game from a position.

        A long game goes to the side that is ahead at the horizon, if there is one; the player takes
        three quarters if its `lead` of now has not grown by then.
        """
        position, horizon = begin.copy(), self._declared.horizon
        if begin.winner == ONGOING:
            self._playout(position, seed, LONG if horizon else LONGEST)
        if position.winner == ONGOING and horizon:
            position = begin.copy()
            self._playout(position, seed, horizon)  # the same moves again
            then = _lead(position, player)
            return 1.0 if then > lead else 0.75 if then > 0 else 0.0 if then < 0 else 0.5
        return 0.5 if position.winner in {ONGOING, DRAW} else float(position.winner == player)

    def accepts_draw(self, match: Match, side: int) -> bool:
        """Accept if this side's position is worse, or if the draw is proven."""
        return accepts_draw(match, side)

    def stop(self) -> None:
        """End the evaluation once a move has been evaluated; callable from any thread."""
        self._stop.set()

    def close(self) -> None:
        """There is nothing to release."""


def _happens(chance: float, rng: Rng) -> bool:
    """Tell if a random event with this chance occurs."""
    return float(rng.bits()) < chance * 2**32


def _lead(position: Position, player: int) -> int:
    """The lead of a player in an unfinished game by the game's `evaluate`."""
    rated: Any = position
    return int(rated.evaluate()) * (1 if position.player == player else -1)
