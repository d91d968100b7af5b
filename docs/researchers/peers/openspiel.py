"""OpenSpiel's side of the comparison: its games in the terms of ours, and its tree search.

It needs `open_spiel`, which no package of Stackyard asks for.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from stackyard.game import Game

MEMORY = 1_000  # megabytes that a search may take
FIRST = 1_000  # simulations of the first search, which tells how many fit the time
FEWEST = 100  # of any search: with one it has no move

pyspiel: Any = importlib.import_module("pyspiel")


class Spiel:
    """One of our games as OpenSpiel has it; moves are the texts of ours."""

    def __init__(self, game: Game) -> None:
        self.size = int(game.settings.get("size", 0))  # Connect Four has one size
        self.turned = game.name == "breakthrough"  # its first player comes from the top
        sides = ("rows", "columns") if self.turned else ("num_rows", "num_cols")
        options = ",".join([f"{side}={self.size}" for side in sides if self.size])
        self.game = pyspiel.load_game(f"{game.name}({options})")

    def state(self, moves: Iterable[str]) -> Any:
        """The state after these moves."""
        state = self.game.new_initial_state()
        for move in moves:
            state.apply_action(self.actions(state)[move])
        return state

    def actions(self, state: Any) -> dict[str, int]:
        """The legal moves, each with its number there."""
        return {self.text(state, action): action for action in state.legal_actions()}

    def text(self, state: Any, action: int) -> str:
        """A move in our notation."""
        told = str(state.action_to_string(action)).rstrip("*")  # the mark of a capture
        if not self.size:
            return "abcdefg"[action]
        if not self.turned:
            return told
        return "".join([str(self.size + 1 - int(c)) if c.isdigit() else c for c in told])


@dataclass
class Spent:
    """The effort of a player's searches."""

    searches: int = 0
    simulations: int = 0
    seconds: float = 0.0  # of processor time

    def note(self, simulations: int, seconds: float) -> None:
        """Count one search."""
        self.add(Spent(1, simulations, seconds))

    def add(self, other: Spent) -> None:
        """Count what another player took."""
        self.searches += other.searches
        self.simulations += other.simulations
        self.seconds += other.seconds

    def __str__(self) -> str:
        simulations = self.simulations / max(1, self.searches)
        seconds = self.seconds / max(1, self.searches)
        return f"{simulations:,.0f} simulations and {seconds:.4f} s a move, the mean"


class SpielPlayer:
    """OpenSpiel's Monte-Carlo search in C++, with the solver on, for one game.

    It takes a number of simulations, not a time: each search tells how many the next one has time
    for, and what one took too little or too much is given to the next or taken from it.
    """

    def __init__(
        self, spiel: Spiel, seconds: float, seed: int, exploration: float, rollouts: int
    ) -> None:
        self.spiel = spiel
        self.seconds = seconds  # for a move
        self.exploration = exploration
        self.seed = seed % 2**30
        self.evaluator = pyspiel.RandomRolloutEvaluator(rollouts, self.seed)
        self.rate = 0.0  # simulations a second of the search before
        self.saved = 0.0  # seconds
        self.spent = Spent()

    def choose(self, moves: list[str]) -> str:
        """The move it plays after these."""
        state = self.spiel.state(moves)
        wanted = max(FEWEST, round(self.rate * (self.seconds + self.saved))) if self.rate else FIRST
        done, used, action = self.search(state, wanted, self.seed + len(moves))
        self.spent.note(done, used)
        self.rate = done / used
        if done == wanted:  # else the result was proven before the time was up
            self.saved = min(self.saved + self.seconds - used, self.seconds)
        return self.spiel.text(state, action)

    def search(self, state: Any, simulations: int, seed: int) -> tuple[int, float, int]:
        """Search a state: the simulations it ran, the seconds it took, and the move it found."""
        begin = time.process_time()
        bot = pyspiel.MCTSBot(
            *(self.spiel.game, self.evaluator, self.exploration, simulations, MEMORY),
            *(True, seed, False),
        )
        root = bot.mcts_search(state)
        action = root.best_child().action
        return root.explore_count, time.process_time() - begin, action
