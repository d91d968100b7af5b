"""The players that come with core: a person, and one that moves at random."""

from __future__ import annotations

import sys
from collections.abc import Callable

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.rng import Rng, derive
from stackyard.text import printable
from stackyard.turnloop.match import Match


class HumanPlayer:
    """A person; `ask` gets the next move from them, on the standard streams unless given."""

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
            return course.read(input(f"{match.game.asked(course.position)}: "))
        except StackyardError as refused:
            print(printable(str(refused)), file=sys.stderr)


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, game: Game, seed: int) -> None:
        self.name = "random"
        self.seed = seed

    def choose(self, match: Match) -> int:
        """A legal move that depends on the seed and on how many moves have been played."""
        return int(match.position.random_move(Rng(derive(self.seed, match.ply)).bits()))
