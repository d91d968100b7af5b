"""The settings of a study; importing them costs little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.options import Value
from stackyard.plugins.registry import load_game
from stackyard_lab.plan import Plan

PLAYER = "mcts:400"
SIMULATIONS = 400  # of the judge, for each position
MOST_GAMES = 1000


@dataclass(frozen=True)
class StudySettings:
    """The parameters that determine a study of one variant.

    `player` meets itself in the level games, at most `games` of them, two from each opening of
    `opening` random turns, by default none. The judge has `simulations` for each position. The same
    settings and the same games give the same report, as far as it has come.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    player: str = PLAYER
    seed: int = 1
    simulations: int = SIMULATIONS
    games: int = MOST_GAMES
    opening: int | None = None

    @property
    def limit(self) -> Limit:
        """The limit of the judge for each position."""
        return Limit(simulations=self.simulations)

    def load(self) -> Game:
        """The game with its options."""
        return load_game(self.game, **self.options)

    def plan(self, *players: str) -> Plan:
        """The plan of a match of two players."""
        games = self.games + self.games % 2
        return Plan(
            *(self.game, players, self.options, games),
            seed=self.seed,
            opening=self.opening or 0,
        )
