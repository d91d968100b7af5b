"""One search in several processes: each grows its own tree, and the results are merged.

This process is one of them. Compiled loops hold Python's global lock, so threads would not help.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from concurrent.futures import CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

from stackyard.analysis import Limit
from stackyard.errors import StackyardError
from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.processes import Job, WorkerProcesses, report, stopped
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.limits import run
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.mcts.search import Child, Search, child_of, rank

LOOK_SECONDS = 0.05  # between two checks of the other processes


@dataclass(frozen=True)
class Share:
    """The share of a search that another process does.

    `moves` are those played since the analysis before this one, whose tree is then kept; None if
    this one does not continue it.
    """

    number: int
    analysis: int
    game: Game
    position: Position
    moves: tuple[int, ...] | None
    seed: int
    limit: Limit
    nodes: int
    drawn: Set[Hashable]
    images: Mapping[int, int]
    changes: Mapping[str, Any] | None


@dataclass(frozen=True)
class SearchPart:
    """The result of one process: the moves and their principal variations.

    `simulations` are those of this analysis; visits include those of a tree that was kept.
    """

    simulations: int
    children: list[Child]
    variations: list[list[int]]
    memory: int = 0
    prunings: int = 0
    proven: int = ONGOING


class MergedSearch:
    """The combined results of several searches of one position; see mcts.search.Search.

    `warning` says which are missing.
    """

    def __init__(self, player: int, parts: Sequence[SearchPart], warning: str = "") -> None:
        self.warning = warning
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
        # A win for the player, the best result if every move is proven, or what one has proven.
        self.proven = next((part.proven for part in parts if part.proven != ONGOING), ONGOING)
        if any(child.proven == player for child in children) or len(proven) == len(children):
            self.proven = self._children[0].proven

    def children(self) -> list[Child]:
        """The legal moves, the best first."""
        return list(self._children)

    def variation(self, move: int) -> list[int]:
        """The best play found after a move, including that move."""
        return list(self._variations[move])


class Workers:
    """`number` processes (2 or more) that search together, this one and others.

    The others start when they are first needed, and keep their trees as MctsEngine does, each of at
    most `nodes`; for `changes` see there. One that dies is replaced for the next search.
    """

    def __init__(self, number: int, nodes: int, changes: Mapping[str, Any] | None = None) -> None:
        self.number = number
        self._nodes = nodes
        self._changes = changes
        self._others: list[WorkerProcesses] = []
        self._course: Course | None = None  # of the last analysis
        self._analysis = 0  # its number

    def think(
        self,
        course: Course,
        own: Search,
        seed: int,
        limit: Limit,
        watch: Watch,
        images: Mapping[int, int],
    ) -> MergedSearch:
        """Search a course, with the simulations divided among the processes.

        `own` is the search of this process; for `images` see mcts.search.Search.merge. The same
        seed and number of simulations give the same result. A search limited by time ends when one
        process has proven the result. The search goes on without a process that has died, with a
        warning.
        """
        moves = self._continue(course)
        timed, stopping = limit.seconds is not None, False
        jobs: list[Job[SearchPart]] = []
        ended: dict[Future[SearchPart], bool] = {}  # and whether they have proven the result

        def note(job: Future[SearchPart]) -> None:
            failed = job.cancelled() or job.exception() is not None
            ended[job] = not failed and job.result().proven != ONGOING

        # A job is not asked here: Ctrl-C in the middle of that would keep its lock for ever.
        def told(done: float) -> bool:
            nonlocal stopping
            left = [job.progress[0] for job in jobs if job not in ended]
            proven = timed and any(list(ended.values()))
            stopping = watch(done if timed else min([done, *left])) or proven or stopping
            return stopping

        begun, own_limit = own.simulations, self._part(limit, 0)
        assert own_limit is not None
        try:
            for number in range(1, self.number):
                part = self._part(limit, number)
                if part is None:
                    break
                share = Share(
                    number=number,
                    analysis=self._analysis,
                    game=course.game,
                    position=course.position,
                    moves=moves,
                    seed=derive(seed, number),
                    limit=part,
                    nodes=self._nodes,
                    drawn=course.drawn,
                    images=images,
                    changes=self._changes,
                )
                job = self._process(number).submit(_work, share)
                job.add_done_callback(note)
                jobs.append(job)
            run(own, len(course.position.legal_moves()), own_limit, told)
            while not (timed or stopping) and wait(jobs, LOOK_SECONDS).not_done:
                told(1.0)
        except BaseException:  # Ctrl-C, too: the remaining work is not needed
            self.close()
            raise
        for job in jobs:
            job.stop()
        wait(jobs)
        parts, lost = [_part_of(own, begun)], []
        for job in jobs:
            try:
                parts.append(job.result())
            except CancelledError:  # stopped before it had begun
                continue
            except (BrokenProcessPool, StackyardError) as failure:
                lost.append(str(failure))
        warning = ""
        if lost and not stopping:
            warning = (
                f"the search went on without {len(lost)} of its {self.number} processes: {lost[0]}"
            )
        return MergedSearch(course.player, parts, warning)

    def close(self) -> None:
        """End the processes; the next search starts new ones."""
        others, self._others = self._others, []
        for other in others:
            other.shutdown(wait=False)

    def _continue(self, course: Course) -> tuple[int, ...] | None:
        """Begin an analysis; return the moves since the one before, None if it is another match."""
        earlier, self._course = self._course, course
        self._analysis += 1
        if earlier is None or earlier.drawn != course.drawn:
            return None
        return course.since(earlier)

    def _part(self, limit: Limit, number: int) -> Limit | None:
        """The share of one process in a limit for all; None if nothing is left for it."""

        def part(bound: int | None) -> int | None:
            return None if bound is None else (bound + self.number - 1 - number) // self.number

        simulations = part(limit.simulations)
        if simulations == 0:
            return None
        positions = part(limit.positions) or limit.positions
        return replace(limit, simulations=simulations, positions=positions)

    def _process(self, number: int) -> WorkerProcesses:
        """The process with this number: each has an executor of its own, since it keeps a tree."""
        while len(self._others) < number:
            self._others.append(WorkerProcesses(1))
        return self._others[number - 1]


def _part_of(search: Search, begun: int) -> SearchPart:
    """The result of a search that had `begun` simulations before."""
    children = search.children()
    return SearchPart(
        search.simulations - begun,
        children,
        [search.variation(child.move) for child in children],
        search.memory,
        search.prunings,
        search.proven,
    )


# In another process.

_kept: tuple[int, Search] | None = None  # the number of the last analysis, and its tree


def _work(share: Share) -> SearchPart:
    """Run one share of a search in this process."""
    global _kept

    def told(done: float) -> bool:
        report(done)
        return stopped()

    position, search = share.position, None
    if _kept is not None and _kept[0] == share.analysis - 1 and share.moves is not None:
        search = _kept[1]
        for move in share.moves:
            search.advance(move)
    _kept = None  # until the work is done
    if search is None:
        about = share.game, position, share.seed, share.nodes, share.drawn
        search = search_of(*about, changes=share.changes)
    search.reseed(share.seed)
    search.merge(share.images)
    begun = search.simulations
    run(search, len(position.legal_moves()), share.limit, told)
    _kept = share.analysis, search
    return _part_of(search, begun)
