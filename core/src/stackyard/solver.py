"""A solver that a game brings for its own positions, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class ExactResult:
    """The proven result of a position: the winner (or DRAW) and the number of moves.

    `plies` is None for a draw, and where only the winner is known.
    """

    winner: int
    plies: int | None


class GameSolver(Protocol):
    """A solver that a game brings (see `Game.solver`); `run` until `done` or `full`.

    It takes no memory to speak of before it runs. `total` is how many `counted`, such as words, it
    visits, `positions` how many it has visited, `seconds` about how long it takes; the rest is as
    in the engine's own solvers.
    """

    method: str
    counted: str
    repeats: bool
    total: int

    def run(self, visits: int) -> None:
        """Visit this many more, or fewer if that solves it or fills the memory."""

    @property
    def done(self) -> bool:
        """Whether everything is solved."""

    @property
    def full(self) -> bool:
        """Whether it has given up for lack of memory."""

    @property
    def positions(self) -> int:
        """How many it has visited."""

    @property
    def memory(self) -> int:
        """How much memory it takes, roughly."""

    @property
    def seconds(self) -> float:
        """The estimated duration of all of it."""

    def known(self, position: Any) -> ExactResult | None:
        """The result of a position, None if it is not known."""

    def stored(self) -> list[memoryview]:
        """The finished solution as a file stores it, in words of 8 bytes."""

    def load(self, data: memoryview) -> None:
        """Be done, with what was stored."""
