"""Storage of the plies of one line of play: growing arrays, and a position at intervals."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Set
from threading import Lock

from stackyard.game import Game
from stackyard.position import Position

SPACING = 64  # plies between two stored positions; positions in between are replayed
OPENS = 2  # added to the player of a ply that begins a turn


class MoveLog:
    """The plies of one line of play, shared by the courses along it; plies are only appended."""

    __slots__ = (
        *("game", "lock", "marks", "moves", "openings", "repetition", "seconds", "standard"),
        *("stood", "stored"),
    )

    def __init__(self, game: Game, start: Position, repetition: int, standard: bool) -> None:
        self.game = game
        self.repetition = repetition
        self.standard = standard  # whether it began at the game's start
        self.lock = Lock()
        self.moves = array("q")
        self.seconds = array("d")
        self.marks = bytearray()  # the player of each ply, plus OPENS
        self.openings = array("L")  # the number of plies before each turn
        self.stored = {0: start}  # positions by their number of plies
        # The numbers of plies of the positions at the start of a turn, by hash.
        self.stood: dict[int, tuple[int, ...]] = {hash(start.key()): (0,)}

    def fork(self, ply: int) -> MoveLog:
        """A new log with the first plies of this one."""
        fork = MoveLog(self.game, self.stored[0], self.repetition, self.standard)
        fork.moves, fork.seconds = self.moves[:ply], self.seconds[:ply]
        fork.marks = self.marks[:ply]
        fork.openings = self.openings[: bisect_left(self.openings, ply)]
        fork.stored = {at: position for at, position in self.stored.items() if at <= ply}
        earlier = {
            mark: tuple([at for at in plies if at <= ply]) for mark, plies in self.stood.items()
        }
        fork.stood = {mark: plies for mark, plies in earlier.items() if plies}
        return fork

    def append(self, move: int, seconds: float, player: int, opens: bool, after: Position) -> bool:
        """Add a ply that leads to the position `after`; whether that surely stands anew.

        The log keeps no reference to the position.
        """
        if opens:
            self.openings.append(len(self.moves))
        self.marks.append(player + OPENS * opens)
        self.seconds.append(seconds)
        self.moves.append(move)
        ply = len(self.moves)
        if ply % SPACING == 0:
            self.stored[ply] = after.copy()
        if after.mid_turn:
            return False
        mark = hash(after.key())
        known = self.stood.get(mark, ())
        self.stood[mark] = (*known, ply)
        return not known

    def position(self, ply: int) -> Position:
        """A new copy of the position after `ply` plies."""
        at = ply - ply % SPACING
        position = self.stored[at].copy()
        for move in self.moves[at:ply]:
            position.play(move)
        return position

    def times_stood(self, ply: int, position: Position) -> int:
        """The occurrences so far of the position after `ply` plies, where a turn begins."""
        key = position.key()
        plies = self.stood[hash(key)]
        if len(plies) == 1:
            return 1
        # Different positions may have the same hash.
        return sum([self.position(at).key() == key for at in plies if at <= ply])

    def standing(self, ply: int, times: int) -> Set[Hashable]:
        """The keys of the positions that have occurred at least `times` times after `ply` plies."""
        found: Counter[Hashable] = Counter()
        for plies in list(self.stood.values()):  # another thread may play on
            if len(plies) >= times:
                found.update([self.position(at).key() for at in plies if at <= ply])
        return frozenset([key for key, count in found.items() if count >= times])

    def opening(self, ply: int) -> int:
        """The number of plies before the turn that contains ply number `ply`."""
        return self.openings[bisect_left(self.openings, ply) - 1]
