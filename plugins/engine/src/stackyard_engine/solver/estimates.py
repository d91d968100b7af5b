"""Estimates of the number of positions that can follow a position, and of their memory."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from stackyard.position import ONGOING, Position
from stackyard.rng import Rng, derive
from stackyard_engine.solver.codes import KeyCodes, codes_for
from stackyard_engine.solver.solvers import ExhaustiveSolver

PLACE_BYTES: Final = 15  # rough size in bytes of a position in a solver's table
SAMPLE_GAMES: Final = 400
SAMPLE_SECONDS: Final = 1.0
SAMPLE_MOVES: Final = 100_000


@dataclass(frozen=True)
class Estimate:
    """A minimum of positions, and the bytes that a solver's table and keys take for each."""

    positions: int
    each: float

    @property
    def memory(self) -> int:
        """The memory for this many positions, in bytes."""
        return int(self.positions * self.each)


def estimate(position: Position) -> Estimate:
    """Estimate the number of reachable positions from repeats in random games (Chao, 1984).

    It is a lower estimate, much too low for long games.
    """
    codes = codes_for(position)
    own = codes is None
    counts = Counter[int]()
    for slots in _games(position, 1):
        met = set[int]()
        for place in slots:
            coded: Any = place
            code = int(coded.code()) if own else -1
            if code < 0:  # only some positions may lack a code
                codes = codes or KeyCodes()
                code = ~codes(place)  # no code of another position
            met.add(code)
        counts.update(met)
    once = sum(count == 1 for count in counts.values())
    twice = sum(count == 2 for count in counts.values())
    each: float = PLACE_BYTES
    keyed = sum(code < 0 for code in counts)
    if codes is not None and keyed:  # an empty tree takes memory, too
        each += (codes.memory - KeyCodes().memory) / keyed
    return Estimate(len(counts) + once * (once - 1) // (2 * (twice + 1)), each)


def share_visited(position: Position, visited: Callable[[Any], bool], seed: int) -> float:
    """The share of the positions met in random games that a solver has visited."""
    answers = [visited(place) for slots in _games(position, seed) for place in slots]
    return sum(answers) / len(answers)


class Forecast:
    """The number of positions that a solver will have to visit, from its own progress.

    Each time the number visited has doubled, random games tell which share of what they meet was
    visited; its gain since the time before tells how many more positions the rest takes.
    """

    def __init__(self, start: Position, solver: ExhaustiveSolver) -> None:
        self._start = start
        self._solver = solver
        self._visited, self._share = 0, 0.0
        self._expected = 0

    def positions(self) -> int:
        """The expected number by the last two looks; 0 before there were two."""
        visited = self._solver.positions
        if visited >= 2 * self._visited:
            share = share_visited(self._start, self._solver.visited, 1)
            if self._visited:
                gain = max(share - self._share, 1e-9) / (visited - self._visited)
                self._expected = visited + int((1 - share) / gain)
            self._visited, self._share = visited, share
        return self._expected


def _games(position: Position, seed: int) -> Iterator[Iterator[Position]]:
    """The positions of random games, each game in turn, for a second at most."""
    begin = time.perf_counter()
    for number in range(SAMPLE_GAMES):
        yield _game(position, Rng(derive(seed, number)))
        if time.perf_counter() - begin > SAMPLE_SECONDS:
            return


def _game(position: Position, rng: Rng) -> Iterator[Position]:
    """The positions of a random game before its end; each is changed into the next."""
    place, moves = position.copy(), 0
    while place.winner == ONGOING and moves < SAMPLE_MOVES:
        yield place
        place.play(place.random_move(rng.bits()))
        moves += 1
