"""The interface of a solver that a game provides for its own positions, and its results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from stackyard.position import DRAW, Position


@dataclass(frozen=True)
class ExactResult:
    """The proven result of a position: the winner (or DRAW) and the number of moves.

    `plies` is None for a draw, and where only the winner is known.
    """

    winner: int
    plies: int | None


class ResultLookup(Protocol):
    """A source of exact results: a finished solver or a table."""

    def known(self, position: Any) -> ExactResult | None:
        """The result of a position, None if it is not known."""


def final_result(position: Position) -> ExactResult:
    """The result of a finished game."""
    winner = int(position.winner)
    return ExactResult(winner, None if winner == DRAW else 0)


class GameSolver(ResultLookup, Protocol):
    """A solver that a game provides (see `Knowledge.solver`), for all its positions.

    It uses hardly any memory before it runs. `total` is the number of items to visit, `counted`
    the plural noun for them, such as words, `positions` the number visited so far, `seconds` an
    estimate of the duration; the rest is as in the engine's own solvers.
    """

    method: str
    counted: str
    repeats: bool
    total: int

    def run(self, visits: int) -> None:
        """Visit this many more, or fewer if the solver finishes or memory runs out."""

    @property
    def done(self) -> bool:
        """True if the position is solved."""

    @property
    def full(self) -> bool:
        """True if it has stopped for lack of memory."""

    @property
    def positions(self) -> int:
        """The number visited so far."""

    @property
    def memory(self) -> int:
        """The approximate memory used, in bytes."""

    @property
    def seconds(self) -> float:
        """The estimated duration of the whole solution."""

    def stored(self) -> list[memoryview]:
        """The finished solution as stored in a file, in words of 8 bytes."""

    def load(self, data: memoryview) -> None:
        """Restore a finished solution from its stored words."""
