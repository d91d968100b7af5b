"""One search in several processes: each grows a tree of its own, and what they found is added up.

Compiled loops hold Python's global lock, so threads would not help.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Hashable, Sequence, Set
from concurrent.futures import FIRST_EXCEPTION, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.plugins.host import host
from stackyard.position import ONGOING, Position
from stackyard.rng import derive
from stackyard.search.mcts import NODES, Line, Search, line_of, rank
from stackyard.search.thinking import Watch, check_budget, think

LOOK_SECONDS = 0.05  # how often the waiting process looks what the others have done


@dataclass(frozen=True)
class Job:
    """What one process has to do."""

    number: int
    game: Game
    position: Position
    seed: int
    simulations: int | None
    seconds: float | None
    nodes: int
    drawn: Set[Hashable]


@dataclass(frozen=True)
class Part:
    """What one process found: its lines and, for each, the best play."""

    simulations: int
    lines: list[tuple[int, int, float, int]]  # move, visits, value, proven
    variations: list[list[int]]


class Merged:
    """What several searches of one position found, as one: see stackyard.search.mcts.Search."""

    def __init__(self, player: int, parts: Sequence[Part]) -> None:
        self.simulations = sum([part.simulations for part in parts])
        visits: dict[int, int] = {}
        points: dict[int, float] = {}
        proven: dict[int, int] = {}
        best: dict[int, tuple[bool, int, list[int]]] = {}
        for part in parts:
            for (move, tried, value, result), variation in zip(
                part.lines, part.variations, strict=True
            ):
                visits[move] = visits.get(move, 0) + tried
                points[move] = points.get(move, 0.0) + value * tried
                if result != ONGOING:
                    proven[move] = result
                candidate = (result != ONGOING, tried, variation)
                if move not in best or candidate[:2] > best[move][:2]:
                    best[move] = candidate
        self._variations = {move: variation for move, (_, _, variation) in best.items()}
        lines = []
        for move in visits:
            result = proven.get(move, ONGOING)
            lines.append(line_of(move, visits[move], points[move], result, player))
        self._lines = rank(lines)
        # A win for the player or, if no move is open any more, the best of them.
        self.proven = ONGOING
        if any(line.proven == player for line in lines) or len(proven) == len(lines):
            self.proven = self._lines[0].proven

    def lines(self) -> list[Line]:
        """The legal moves, the best first."""
        return list(self._lines)

    def variation(self, move: int) -> list[int]:
        """The best play found after a move, that move included."""
        return list(self._variations[move])


class Workers:
    """So many processes (2 or more) that search together; they start when they are first needed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ProcessPoolExecutor | None = None
        self._shares: Any = multiprocessing.Array("d", number, lock=False)
        self._stop = multiprocessing.Event()

    def think(
        self,
        game: Game,
        position: Position,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
        *,
        nodes: int = NODES,
        drawn: Set[Hashable] = frozenset(),
    ) -> Merged:
        """What a search with these budgets, shared out among the processes, finds.

        As stackyard.search.thinking.think; `nodes` is the bound of all trees together. For a seed
        and a number of simulations it repeats. Raises what a process raised, or StackyardError if
        one has died.
        """
        check_budget(position, simulations, seconds)
        self._stop.clear()
        for number in range(self.number):
            self._shares[number] = 0.0
        jobs = []
        for number in range(self.number):
            share = simulations
            if simulations is not None:
                share = (simulations + self.number - 1 - number) // self.number
            if share != 0:
                jobs.append(
                    Job(
                        number,
                        game,
                        position,
                        derive(seed, number),
                        share,
                        seconds,
                        max(1, nodes // self.number),
                        drawn,
                    )
                )
        try:
            futures = [self._started().submit(_work, job) for job in jobs]
            self._await(futures, watch)
            parts = [future.result() for future in futures]
        except BrokenProcessPool as error:
            self.close()
            raise StackyardError("a process of the search has died; the search is lost") from error
        return Merged(int(position.player), parts)

    def close(self) -> None:
        """End the processes; the next search starts others."""
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.number, initializer=_begin, initargs=(self._shares, self._stop)
            )
        return self._pool

    def _await(self, futures: list[Future[Part]], watch: Watch | None) -> None:
        """Wait for all; tell `watch` how far the slowest is, and stop them if it says so."""
        try:
            while True:
                done, left = wait(futures, LOOK_SECONDS, FIRST_EXCEPTION)
                if not left or any(future.exception() for future in done):
                    if watch is not None and not left:
                        watch(1.0)
                    return
                if watch is not None:
                    slowest = min([self._shares[number] for number in range(len(futures))])
                    if watch(slowest):
                        self._stop.set()
        finally:
            self._stop.set()  # whoever still runs, after an exception or Ctrl-C, has no use
            wait(futures)


_shares: Any
_stop: Any


def _begin(shares: Any, stop: Any) -> None:
    """Prepare a process: find the plugins, and where to report."""
    global _shares, _stop
    _shares, _stop = shares, stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to who waits, and he stops all
    host()


def _work(job: Job) -> Part:
    """Search, in a process of its own."""

    def report(share: float) -> bool:
        _shares[job.number] = share
        return bool(_stop.is_set())

    search = Search(job.position, job.game.playout, job.seed, nodes=job.nodes, drawn=job.drawn)
    think(
        job.game,
        job.position,
        job.seed,
        job.simulations,
        job.seconds,
        report,
        search=search,
    )
    lines = search.lines()
    return Part(
        search.simulations,
        [(line.move, line.visits, line.value, line.proven) for line in lines],
        [search.variation(line.move) for line in lines],
    )
