"""Statistics of moves, independent of the positions in which they were played."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from stackyard.position import ONGOING, Position
from stackyard.rng import Rng

_PLACES: Final = vec[i64]([0] * 512)  # growth of the tables, in moves
_EVEN: Final = vec[i64]([1] * 512)


@final
class MoveHistory:
    """Results by move, and the moves of the last simulation.

    A place is 2 * move + player. `history` keeps the records that guide playouts (MAST); `rave`
    marks the moves played in the last simulation.
    """

    def __init__(self, history: bool, rave: bool) -> None:
        self._history = history
        self._rave = rave
        self._records = vec[i64]()  # by place: points, and twice the number of games
        self._seen = vec[i64]()  # by place: the last simulation that contained it
        self._line = vec[i64]([0])  # the places of the last playout
        self._length: i64 = 0
        self._stamp: i64 = 0  # the number of the current simulation

    def play_on(self, position: Position, rng: Rng, horizon: i64) -> i64:
        """Play to the end or the horizon and record the moves; return their number."""
        line = self._line
        records = self._records
        history = self._history
        moves: i64 = 0
        while position.winner == ONGOING and moves < horizon:
            player = position.player
            move: i64 = position.random_move(rng.bits())
            place = 2 * move + player
            if history:
                other: i64 = position.random_move(rng.bits())
                other_place = 2 * other + player
                if 2 * place >= len(records) or 2 * other_place >= len(records):
                    records = self._enlarge(max(place, other_place))
                if (
                    records[2 * other_place] * records[2 * place + 1]
                    > records[2 * place] * records[2 * other_place + 1]
                ):
                    move = other
                    place = other_place
            if moves == len(line):
                line = append(line, place)
                self._line = line
            else:
                line[moves] = place
            position.play(move)
            moves += 1
        self._length = moves
        return moves

    def note_playout(self, points: i64) -> None:
        """Record the first player's points for each move of the last playout."""
        line = self._line
        self._stamp += 1
        step: i64 = 0
        while step < self._length:
            self.note(line[step], points)
            step += 1

    def note(self, place: i64, points: i64) -> None:
        """Record the first player's points for one move of this simulation."""
        if self._history:
            records = self._records
            if 2 * place >= len(records):
                records = self._enlarge(place)
            records[2 * place] += 2 - points if place & 1 else points
            records[2 * place + 1] += 2
        if self._rave:
            while place >= len(self._seen):
                self._seen = extend(self._seen, _PLACES)
            self._seen[place] = self._stamp

    def has_seen(self, place: i64) -> bool:
        """Tell if a move has been recorded in this simulation."""
        seen = self._seen
        return place < len(seen) and seen[place] == self._stamp

    def _enlarge(self, place: i64) -> vec[i64]:
        """The records, extended to include this place."""
        while 2 * place >= len(self._records):
            self._records = extend(self._records, _EVEN)
        return self._records
