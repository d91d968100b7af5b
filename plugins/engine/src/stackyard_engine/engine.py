"""Engines: what analyses a course of play, under a limit, while it is watched.

One protocol serves Monte-Carlo search, alpha-beta search and engines of plugins. Hints, analyses
and computer players all ask an engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Event
from typing import TYPE_CHECKING, Protocol

from stackyard.position import DRAW, ONGOING, WIN
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.calibration import Chances
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.eval.weights import chance_of
from stackyard_engine.limits import Limit, run
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.mcts.search import NODES, Child, Search

if TYPE_CHECKING:
    from stackyard_engine.workers import Merged, Workers

DEEPEST = 99  # moves that alpha-beta looks ahead where only the time is limited


class Source(StrEnum):
    """What the value of a position rests on; only an estimate may be wrong."""

    TABLE = "table"  # of solved positions, which is kept
    SOLVED = "solved"  # all that can come of it was visited
    PROOF = "proof"  # a search has found a forced result
    ESTIMATE = "estimate"


@dataclass(frozen=True)
class Line:
    """One legal move and what an engine found out about it.

    `value` is the share of points that its maker may expect, 0 … 1, a draw counting half. `proven`
    is the winner with best play after it (0, 1 or DRAW), and `value` then exactly what its maker
    gets; it is ONGOING while nothing is proven. `plies` is within how many moves, this one
    included, the proven end comes; None where the engine does not know. `visits` is how many
    simulations tried it. `course` is the one that was analysed. `judged` says that these were
    judged by learned weights, and no game was played out.
    """

    move: int
    value: float
    visits: int
    proven: int
    plies: int | None
    course: Course
    _variation: Callable[[], list[int]]
    judged: bool = False

    @property
    def variation(self) -> list[int]:
        """The moves of the best play found, this one first.

        Ask before the engine analyses again; after that only this move is known.
        """
        return self._variation()

    @property
    def result(self) -> str:
        """What is proven for the maker of the move: `wins`, `loses`, `draw`, or empty."""
        if self.proven in {ONGOING, DRAW}:
            return "draw" if self.proven == DRAW else ""
        return "wins" if self.proven == self.course.player else "loses"

    @property
    def text(self) -> str:
        """The move as it is typed."""
        return self.course.game.format_move(self.move, self.course.position)

    @property
    def words(self) -> str:
        """The move in words, without its maker."""
        return self.course.game.describe(self.move, self.course.position)

    @property
    def best(self) -> Course:
        """The analysed course, played on by the best play found."""
        course = self.course
        for move in self.variation:
            if course.result is not None:
                break
            course = course.play(move)
        return course


@dataclass(frozen=True)
class Analysis:
    """What an engine found out about the position that a course has come to.

    `lines` are the moves it judged, the best first, at least one. `proven` is who wins with best
    play (0, 1 or DRAW), or ONGOING; `source` is what that rests on. What it took stands in
    `simulations`, `positions`, `depth` and `seconds`; a measure that the engine does not use is 0.
    """

    course: Course
    lines: tuple[Line, ...]
    proven: int
    simulations: int = 0
    positions: int = 0
    depth: int = 0
    seconds: float = 0.0
    source: Source = Source.ESTIMATE

    @property
    def move(self) -> int:
        """The best move."""
        return self.lines[0].move

    @property
    def share(self) -> float:
        """The share of points that the first player may expect, 0 … 1."""
        value = self.lines[0].value
        return value if self.course.player == 0 else 1 - value


class Engine(Protocol):
    """Analyses courses of one game; `name` is what others see.

    An engine may keep what it found for the next analysis of the same course, played on. It is
    used by one thread at a time, `stop` apart.
    """

    name: str

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """What is found out within the limit about a course that is not over.

        `watch` is told every few milliseconds which share of the limit is used, and ends the
        analysis by answering True. Raises ValueError where the course is over, or where the engine
        knows none of the limits.
        """

    def stop(self) -> None:
        """End the analysis under way as soon as it has a move; from any thread."""

    def close(self) -> None:
        """Give back what the engine holds, such as processes."""


class MctsEngine:
    """Monte-Carlo tree search; limited by `simulations`, `seconds`, or both.

    The tree is kept from one analysis to the next as long as the course goes on from where it
    stood. Several `workers` are processes that search together; they keep no tree. For a `seed`
    and a number of simulations an analysis repeats, and so does a series of them. Without `learned`
    it plays games out, whatever has been learned; `workers` use what there is.
    """

    def __init__(
        self, seed: int = 0, nodes: int = NODES, workers: int = 1, *, learned: bool = True
    ) -> None:
        self.name = "mcts"
        self.learned = learned
        self.seed = seed
        self.nodes = nodes
        self._stop = Event()
        self._workers: Workers | None = None
        if workers > 1:
            from stackyard_engine.workers import Workers  # imports all that processes take

            self._workers = Workers(workers)
        self._kept: tuple[Course, Search] | None = None
        self._number = 0  # of the analysis

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """See Engine; every legal move is tried at least once."""
        _check(course, limit.simulations, limit.seconds)
        self._stop.clear()
        self._number += 1
        begin = time.perf_counter()
        seed = derive(self.seed, course.ply)
        watching = self._watching(watch)
        if self._workers is None:
            search = self._search(course, seed)
            begun = search.simulations
            run(search, len(course.position.legal_moves()), limit, watching)
            found: Search | Merged = search
            simulations = search.simulations - begun
        else:
            found = self._workers.think(course, seed, limit, watching, self.nodes)
            simulations = found.simulations
        weights = weights_for(course.game) if self.learned else None
        chances = None if weights is None else weights.chances
        lines = [self._line(course, found, child, chances) for child in found.children()]
        seconds = time.perf_counter() - begin
        return Analysis(
            course,
            tuple(lines),
            found.proven,
            simulations,
            seconds=seconds,
            source=_source(found.proven),
        )

    def stop(self) -> None:
        """See Engine."""
        self._stop.set()

    def close(self) -> None:
        """See Engine."""
        self._kept = None
        if self._workers is not None:
            self._workers.close()

    def _watching(self, watch: Watch | None) -> Watch:
        def told(share: float) -> bool:
            return (watch is not None and watch(share)) or self._stop.is_set()

        return told

    def _search(self, course: Course, seed: int) -> Search:
        """The tree of the last analysis if the course continues it, else a new one."""
        search = self._continued(course)
        if search is None:
            search = search_of(
                course.game, course.position, seed, self.nodes, course.drawn, learned=self.learned
            )
        search.reseed(seed)
        self._kept = course, search
        return search

    def _continued(self, course: Course) -> Search | None:
        if self._kept is None:
            return None
        earlier, search = self._kept
        moves = course.since(earlier)
        if moves is None or course.drawn != earlier.drawn:
            return None
        for move in moves:
            search.advance(move)
        return search

    def _line(
        self, course: Course, found: Search | Merged, child: Child, chances: Chances | None
    ) -> Line:
        number = self._number

        def variation() -> list[int]:
            return found.variation(child.move) if number == self._number else [child.move]

        value = child.value
        if chances is not None and child.proven == ONGOING:
            value = chances.of(value, found.simulations)
        figures = child.move, value, child.visits, child.proven
        return Line(*figures, None, course, variation, chances is not None)


class AlphaBetaEngine:
    """Alpha-beta search, judging by the game's `evaluate`; limited by `depth`, `positions`, time.

    Its analysis has one line, the best. Where learned weights judge, a value that is not proven is
    a chance; else it says only which side stands better: 0.25, 0.5 or 0.75.
    """

    def __init__(self, seed: int = 0) -> None:
        self.name = "alphabeta"
        self.seed = seed
        self._stop = Event()

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """See Engine; without `seconds` it repeats for a seed."""
        _check(course, limit.depth, limit.positions, limit.seconds)
        self._stop.clear()
        begin = time.perf_counter()
        deepest = limit.depth or DEEPEST
        weights = weights_for(course.game)
        search = AlphaBeta(
            course.position,
            derive(self.seed, course.ply),
            drawn=course.drawn,
            judge=None if weights is None else weights.judge().value,
        )

        def stop() -> bool:
            shares = [search.depth / deepest]
            if limit.seconds is not None:
                shares.append((time.perf_counter() - begin) / limit.seconds)
            if limit.positions is not None:
                shares.append(int(search.nodes) / limit.positions)
            wanted = watch is not None and watch(min(max(shares), 1.0))
            return wanted or max(shares[1:], default=0.0) >= 1 or self._stop.is_set()

        search.deepen()  # so that there is a move
        while search.depth < deepest and search.proven == ONGOING and not stop():
            search.deepen(stop)
        if watch is not None:
            watch(1.0)
        return Analysis(
            course,
            (_judged(course, search, weights is not None),),
            search.proven,
            positions=int(search.nodes),
            depth=search.depth,
            seconds=time.perf_counter() - begin,
            source=_source(search.proven),
        )

    def stop(self) -> None:
        """See Engine."""
        self._stop.set()

    def close(self) -> None:
        """See Engine; there is nothing to give back."""


def _source(proven: int) -> Source:
    """What the result of a search rests on."""
    return Source.ESTIMATE if proven == ONGOING else Source.PROOF


def _judged(course: Course, search: AlphaBeta, learned: bool) -> Line:
    """The best line of an alpha-beta search."""
    value, plies = 0.5 + 0.25 * ((search.value > 0) - (search.value < 0)), None
    if learned:
        value = chance_of(search.value)
    if search.proven != ONGOING:
        value = 0.5 if search.proven == DRAW else float(search.proven == course.player)
        plies = None if search.proven == DRAW else WIN - abs(search.value)
    return Line(search.move, value, 0, search.proven, plies, course, search.variation, learned)


def _check(course: Course, *bounds: float | None) -> None:
    """Raise ValueError if there is nothing to analyse, or nothing that ends the analysis."""
    if course.result is not None:
        raise ValueError("the game is over: there is nothing to analyse")
    if not any(bounds):
        raise ValueError("an analysis needs a limit that its engine knows, such as seconds")
