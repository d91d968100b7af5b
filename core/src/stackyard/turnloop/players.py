"""The players of core: a person, and a player of random moves."""

from __future__ import annotations

import sys
from collections.abc import Callable

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.rng import Rng, derive
from stackyard.text import printable
from stackyard.turnloop.match import Match


class HumanPlayer:
    """A person; `ask` reads their next move, by default from the standard streams."""

    awaited = True

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        ask: Callable[[Match], int | str | None] | None = None,
        name: str = "human",
    ) -> None:
        self.name = name
        self._ask = ask or _ask_on_terminal

    def choose(self, match: Match) -> int | str | None:
        """The answer of `ask`."""
        return self._ask(match)


def _ask_on_terminal(match: Match) -> int:
    course = match.course
    while True:
        try:
            return course.read(input(f"{match.game.prompt(course.position)}: "))
        except StackyardError as refused:
            print(printable(str(refused)), file=sys.stderr)


class RandomPlayer:
    """Plays uniformly random legal moves."""

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "random"
        self.seed = seed

    def choose(self, match: Match) -> int:
        """A legal move, determined by the seed and the number of moves played."""
        return int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))
