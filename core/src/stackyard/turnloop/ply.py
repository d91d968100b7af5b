"""A move that was played, with the positions around it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from stackyard.game import Game
from stackyard.movements import trail
from stackyard.position import Position
from stackyard.scenes import Movement, Scene


@dataclass(frozen=True, eq=False)
class Ply:
    """A move that was played: number `number` of the course, from 1.

    `turn` is the number of its turn, from 0, and `opens` says whether it begins it; `begun` is
    the position that the turn began with. `seconds` is the thinking time. The
    positions are shared: copy one before playing moves on it.
    """

    game: Game
    number: int
    turn: int
    player: int
    move: int
    opens: bool
    seconds: float
    begun: Position
    before: Position
    after: Position
    previous: Ply | None = None  # the ply before it in its turn

    @property
    def text(self) -> str:
        """The move in the game's notation."""
        return self.game.format_move(self.move, self.before)

    @property
    def words(self) -> str:
        """The move in words, without its player."""
        return self.game.describe(self.move, self.before)

    @property
    def scene(self) -> Scene:
        """The scene after the ply, with its movements and the trail of its turn so far."""
        scene = self.game.scene(self.after, self.begun)
        turn: list[Movement] = []
        ply: Ply | None = self
        while ply is not None:
            turn += ply.movements
            ply = ply.previous
        return replace(scene, trail=trail(turn), movements=self.movements)

    @cached_property  # the later plies of a turn ask for it too
    def movements(self) -> tuple[Movement, ...]:
        """The ways of the pieces that the ply moved."""
        return tuple(self.game.movements(self.move, self.before, self.after))
