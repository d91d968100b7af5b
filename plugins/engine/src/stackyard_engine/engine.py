"""The engines of Monte-Carlo search and alpha-beta search; the solvers' is in `solver.engine`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING, Any

from stackyard.analysis import Analysis, Limit, Line, Source
from stackyard.arguments import whole_number
from stackyard.game import Game
from stackyard.position import DRAW, ONGOING, WIN
from stackyard.rng import derive
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.alphabeta import AlphaBeta
from stackyard_engine.eval.calibration import Told, told
from stackyard_engine.eval.lookup import calibration_for, evaluator_words, problem_with, weights_for
from stackyard_engine.eval.tuning_file import tuning_problem
from stackyard_engine.eval.weights import win_chance
from stackyard_engine.limits import DEEPEST, run
from stackyard_engine.mcts.factory import search_of
from stackyard_engine.mcts.images import alike, images_of
from stackyard_engine.mcts.search import NODES, Search
from stackyard_engine.selection import selective_search
from stackyard_engine.successors import points_of

if TYPE_CHECKING:
    from stackyard_engine.eval.weights import Weights
    from stackyard_engine.workers import MergedSearch, Workers

LEAST = 0.0001  # seconds of a search


class _KeepingEngine:
    """An engine that keeps its search for the next analysis, if that continues the course."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._stop = Event()
        self._kept: tuple[Course, Any] | None = None

    def stop(self) -> None:
        """See Engine."""
        self._stop.set()

    def close(self) -> None:
        """See Engine."""
        self._kept = None

    def _continued(self, course: Course) -> Any:
        """The search of the last analysis, brought to this course; None if it does not fit."""
        if self._kept is None:
            return None
        earlier, search = self._kept
        moves = course.since(earlier)
        if moves is None or course.drawn != earlier.drawn:
            return None
        for move in moves:
            search.advance(move)
        return search


class MctsEngine(_KeepingEngine):
    """Monte-Carlo tree search; limited by `simulations`, `positions`, `seconds`, or some of them.

    The tree is kept for the next analysis if that continues the course. Several `workers` are
    processes that search together, this one and others, each with a tree of its own; the `nodes`
    are those of all. A `seed` and a number of simulations or positions make an analysis, or a
    series of them, repeatable for this number of workers. Moves that are mirror images are searched
    as one and have one line, unless `merges_images` is false, as it is for players: they choose
    among all moves. `changes` are those of the game's MctsParams, by name. Raises ValueError if the
    number of `workers` is not from 1 to 256.
    """

    def __init__(
        self,
        seed: int = 0,
        nodes: int = NODES,
        workers: int = 1,
        *,
        merges_images: bool = True,
        changes: Mapping[str, Any] | None = None,
    ) -> None:
        whole_number(workers, "the number of workers", 1, 256)
        super().__init__(seed)
        self.name = "mcts"
        self.changes = changes
        self.merges_images = merges_images
        self.nodes = max(1, nodes // workers)  # of each tree
        self._workers: Workers | None = None
        if workers > 1:
            from stackyard_engine.workers import Workers  # a heavy import

            self._workers = Workers(workers, self.nodes, changes)
        self._number = 0  # of the analysis

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """See Engine; every legal move is tried at least once."""

        def watching(share: float) -> bool:
            return (watch is not None and watch(share)) or self._stop.is_set()

        _check(course, limit.simulations, limit.positions, limit.seconds)
        self._stop.clear()
        self._number += 1
        begin = time.perf_counter()
        seed = derive(self.seed, course.ply)
        images: Mapping[int, int] = {}
        if self.merges_images and not course.drawn:  # a repetition tells images apart
            images = images_of(course.game, course.position)
        search = self._search(course, seed)
        search.merge(images)
        found: Search | MergedSearch = search
        problem = ""
        if limit.seconds is not None:  # less what was needed to begin
            spent = time.perf_counter() - begin
            limit = replace(limit, seconds=max(limit.seconds - spent, LEAST))
        if self._workers is None:
            begun = search.simulations
            run(search, len(course.position.legal_moves()), limit, watching)
            simulations = search.simulations - begun
        else:
            merged = self._workers.think(course, search, seed, limit, watching, images)
            found, simulations, problem = merged, merged.simulations, merged.warning
        weights = weights_for(course.game)
        calibration = calibration_for(course.game)
        lines = [
            self._line(course, found, one, images, weights is not None)
            for one in told(found.children(), calibration)
        ]
        if found.proven == DRAW:  # a move that is not proven is a draw at best
            lines = sorted(map(_at_most_a_draw, lines), key=lambda line: line.proven != DRAW)
        seconds = time.perf_counter() - begin
        return Analysis(
            course,
            tuple(lines),
            found.proven,
            simulations,
            seconds=seconds,
            source=_source(found.proven),
            evaluator="" if weights is None else evaluator_words(course.game, weights),
            warning="\n".join(filter(None, (warning_of(course.game), problem))),
            memory=found.memory,
            prunings=found.prunings,
        )

    def close(self) -> None:
        """See Engine."""
        super().close()
        if self._workers is not None:
            self._workers.close()

    def _search(self, course: Course, seed: int) -> Search:
        """The tree of the last analysis if the course continues it, else a new one."""
        search: Search | None = self._continued(course)
        if search is None:
            about = course.game, course.position, seed, self.nodes, course.drawn
            search = search_of(*about, changes=self.changes)
        search.reseed(seed)
        self._kept = course, search
        return search

    def _line(
        self,
        course: Course,
        found: Search | MergedSearch,
        one: Told,
        images: Mapping[int, int],
        evaluated: bool,
    ) -> Line:
        number = self._number
        child = one.child

        def variation() -> list[int]:
            return found.variation(child.move) if number == self._number else [child.move]

        figures = child.move, one.chance, child.visits, child.proven
        same = alike(child.move, images)
        return Line(*figures, None, course, variation, evaluated, one.interval, same)


class AlphaBetaEngine(_KeepingEngine):
    """Alpha-beta search by weights or the game's `evaluate`; limited by `depth`, `positions`, time.

    Its analysis has one line, the best. With learned weights an unproven value is a chance;
    otherwise it tells only which side is better: 0.25, 0.5 or 0.75. It searches every line to its
    depth, or, if it is `selective`, by the game's `alphabeta_params`. A selective search keeps its
    table for the next analysis if that continues the course.
    """

    def __init__(self, seed: int = 0, *, selective: bool = False) -> None:
        super().__init__(seed)
        self.name = "alphabeta"
        self.selective = selective

    def analyse(self, course: Course, limit: Limit, watch: Watch | None = None) -> Analysis:
        """See Engine; without `seconds` it repeats for a seed."""
        _check(course, limit.depth, limit.positions, limit.seconds)
        self._stop.clear()
        begin = time.perf_counter()
        deepest = limit.depth or DEEPEST
        weights = weights_for(course.game)
        search = self._search(course, weights)
        begun = int(search.nodes)

        def stop() -> bool:
            shares = [search.depth / deepest]
            if limit.seconds is not None:
                shares.append((time.perf_counter() - begin) / limit.seconds)
            if limit.positions is not None:
                shares.append((int(search.nodes) - begun) / limit.positions)
            wanted = watch is not None and watch(min(max(shares), 1.0))
            return wanted or max(shares[1:], default=0.0) >= 1 or self._stop.is_set()

        if not search.depth:
            search.deepen()  # the first depth guarantees a move
        while search.depth < deepest and search.proven == ONGOING and not stop():
            search.deepen(stop)
        if watch is not None:
            watch(1.0)
        return Analysis(
            course,
            (_best_line(course, search, weights is not None),),
            search.proven,
            positions=int(search.nodes) - begun,
            depth=search.depth,
            seconds=time.perf_counter() - begin,
            source=_source(search.proven),
            evaluator="" if weights is None else evaluator_words(course.game, weights),
            warning=warning_of(course.game),
        )

    def _search(self, course: Course, weights: Weights | None) -> Any:
        """A new search: an AlphaBeta, or a Selective, of the game's own build if it has one."""
        seed = derive(self.seed, course.ply)
        if self.selective:
            search = self._continued(course)
            if search is None:
                search = selective_search(course.game, course.position, seed, course.drawn)
            self._kept = course, search
            return search
        judge = None if weights is None else weights.evaluator().value
        return AlphaBeta(course.position, seed, drawn=course.drawn, evaluator=judge)


def warning_of(game: Game) -> str:
    """A sentence about an unusable file of weights for a game; empty if there is none."""
    problem = problem_with(game)
    if not problem:
        return tuning_problem(game)
    unused = "learned weights are" if weights_for(game) is None else "a file of learned weights is"
    return f"{unused} not used: {problem}"


def _source(proven: int) -> Source:
    """The basis of a search's result."""
    return Source.ESTIMATE if proven == ONGOING else Source.PROOF


def _at_most_a_draw(line: Line) -> Line:
    """A line in a drawn position: bounds are not told, so that its value may be too high."""
    if line.proven != ONGOING or line.value <= 0.5:
        return line
    return replace(line, value=0.5, interval=None)


def _best_line(course: Course, search: Any, evaluated: bool) -> Line:
    """The best line of an alpha-beta search."""
    value, plies = 0.5 + 0.25 * ((search.value > 0) - (search.value < 0)), None
    if evaluated:
        value = win_chance(search.value)
    if search.proven != ONGOING:
        value = points_of(search.proven, course.player)
        plies = None if search.proven == DRAW else WIN - abs(search.value)
    moves = [int(move) for move in search.variation()]  # a kept search will have another one
    figures = search.move, value, 0, search.proven
    return Line(*figures, plies, course, lambda: moves, evaluated)


def _check(course: Course, *bounds: float | None) -> None:
    """Raise ValueError if there is nothing to analyse, or nothing that ends the analysis."""
    if course.result is not None:
        raise ValueError("the game is over: there is nothing to analyse")
    if not any(bounds):
        raise ValueError("an analysis needs a limit that its engine knows, such as seconds")
