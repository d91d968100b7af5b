"""One search in several processes: each grows its own tree, and the results are merged.

Compiled loops hold Python's global lock, so threads would not help.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Hashable, Mapping, Sequence, Set
from concurrent.futures import FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

from stackyard.analysis import Limit
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins.registry import registry
from stackyard.position import ONGOING, Position
from stackyard.processes import interrupts_later
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard.worker import obey_parent
from stackyard_engine.limits import run
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.mcts.search import Child, child_of, rank

LOOK_SECONDS = 0.05  # between two checks of the other processes


@dataclass(frozen=True)
class Share:
    """The share of a search that one process does."""

    number: int
    game: Game
    position: Position
    seed: int
    limit: Limit
    nodes: int
    drawn: Set[Hashable]
    images: Mapping[int, int]


@dataclass(frozen=True)
class SearchPart:
    """The result of one process: the moves and their principal variations."""

    simulations: int
    children: list[tuple[int, int, float, int]]  # move, visits, value, proven
    variations: list[list[int]]
    memory: int = 0
    prunings: int = 0


class MergedSearch:
    """The combined results of several searches of one position; see mcts.search.Search."""

    def __init__(self, player: int, parts: Sequence[SearchPart]) -> None:
        self.simulations = sum([part.simulations for part in parts])
        self.memory = sum([part.memory for part in parts])
        self.prunings = max([part.prunings for part in parts])
        visits: dict[int, int] = {}
        points: dict[int, float] = {}
        proven: dict[int, int] = {}
        best: dict[int, tuple[bool, int, list[int]]] = {}
        for part in parts:
            for (move, tried, value, result), variation in zip(
                part.children, part.variations, strict=True
            ):
                visits[move] = visits.get(move, 0) + tried
                points[move] = points.get(move, 0.0) + value * tried
                if result != ONGOING:
                    proven[move] = result
                candidate = (result != ONGOING, tried, variation)
                if move not in best or candidate[:2] > best[move][:2]:
                    best[move] = candidate
        self._variations = {move: variation for move, (_, _, variation) in best.items()}
        children = []
        for move in visits:
            result = proven.get(move, ONGOING)
            value = points[move] / visits[move] if visits[move] else 0.5
            children.append(child_of(move, visits[move], value, result, player))
        self._children = rank(children)
        # A win for the player or, if every move is proven, the best result.
        self.proven = ONGOING
        if any(child.proven == player for child in children) or len(proven) == len(children):
            self.proven = self._children[0].proven

    def children(self) -> list[Child]:
        """The legal moves, the best first."""
        return list(self._children)

    def variation(self, move: int) -> list[int]:
        """The best play found after a move, including that move."""
        return list(self._variations[move])


class Workers:
    """`number` processes (2 or more) that search together; they start when first needed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ProcessPoolExecutor | None = None
        self._shares: Any = multiprocessing.Array("d", number, lock=False)
        self._stop = multiprocessing.Event()

    def think(
        self,
        course: Course,
        seed: int,
        limit: Limit,
        watch: Watch,
        nodes: int,
        images: Mapping[int, int],
    ) -> MergedSearch:
        """Search a course, with the simulations divided among the processes.

        `nodes` is the limit for all trees together; for `images` see mcts.search.Search.merge. The
        same seed and number of simulations give the same result. Re-raises a process's exception;
        StackyardError if a process has died.
        """
        self._stop.clear()
        for number in range(self.number):
            self._shares[number] = 0.0
        position, drawn = course.position, course.drawn
        shares = []
        for number in range(self.number):
            part = self._part(limit.simulations, number)
            if part != 0:
                shares.append(
                    Share(
                        number,
                        course.game,
                        position,
                        derive(seed, number),
                        replace(
                            limit,
                            simulations=part,
                            positions=self._part(limit.positions, number) or limit.positions,
                        ),
                        max(1, nodes // self.number),
                        drawn,
                        images,
                    )
                )
        try:
            with interrupts_later():
                futures = [self._started().submit(_work, share) for share in shares]
            self._await(futures, watch)
            parts = [future.result() for future in futures]
        except BrokenProcessPool as error:
            self.close()
            raise StackyardError("a process of the search has died; the search is lost") from error
        return MergedSearch(course.player, parts)

    def close(self) -> None:
        """End the processes; the next search starts new ones."""
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _part(self, bound: int | None, number: int) -> int | None:
        """What one of the processes does of a bound for all."""
        return None if bound is None else (bound + self.number - 1 - number) // self.number

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.number, initializer=_begin, initargs=(self._shares, self._stop)
            )
        return self._pool

    def _await(self, futures: list[Future[SearchPart]], watch: Watch) -> None:
        """Wait for all; report the slowest progress to `watch`, and stop all if it returns True."""
        try:
            while True:
                done, left = wait(futures, LOOK_SECONDS, FIRST_EXCEPTION)
                if not left or any(future.exception() for future in done):
                    if not left:
                        watch(1.0)
                    return
                slowest = min([self._shares[number] for number in range(len(futures))])
                if watch(slowest):
                    self._stop.set()
        finally:
            self._stop.set()  # after an exception or Ctrl-C the remaining work is not needed
            wait(futures)


_shares: Any
_stop: Any


def _begin(shares: Any, stop: Any) -> None:
    """Initialise a process: its plugins, and the shared state for progress and stopping."""
    global _shares, _stop
    _shares, _stop = shares, stop
    obey_parent()
    sys.stdout = sys.stderr  # output of plugins must not mix with results
    registry()


def _work(share: Share) -> SearchPart:
    """Run one share of a search in this process."""

    def report(done: float) -> bool:
        _shares[share.number] = done
        return bool(_stop.is_set())

    position = share.position
    game = share.game
    search = search_of(game, position, share.seed, share.nodes, share.drawn)
    search.merge(share.images)
    run(search, len(position.legal_moves()), share.limit, report)
    children = search.children()
    return SearchPart(
        search.simulations,
        [(child.move, child.visits, child.value, child.proven) for child in children],
        [search.variation(child.move) for child in children],
        search.memory,
        search.prunings,
    )
