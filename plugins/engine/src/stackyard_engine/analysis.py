"""The full analysis of a position, which answers the hook `stackyard_analyse`.

A kept table answers at once. Otherwise the time is shared by Monte-Carlo search, which returns an
estimate or a proof, a solver for small positions, and proof-number search, which may find the
result of a large one. So there is a best line at any moment.
"""

from __future__ import annotations

import time
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from stackyard.analysis import Analysis, Limit, Line, Source
from stackyard.game import Game
from stackyard.position import ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.engine import MctsEngine
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.mcts.images import alike, images_of
from stackyard_engine.solver.engine import SolverEngine
from stackyard_engine.solver.solvers import ProofSolver
from stackyard_engine.solver.tables import KeptTables, kept_for, kept_tables
from stackyard_engine.solver.time_share import TimeSharedSolver
from stackyard_engine.successors import points_of

MOST_SECONDS = 5.0  # of a processor, of an analysis without a limit: for games not compiled
SOLVING = 0.1  # share of an analysis's time for solving the position beside the search
PROVING = 0.2  # share of the time for proof-number search
FOR_EACH = 10  # solver positions per simulation, where no time is given
MET_FOR_EACH = 5  # and positions that proof-number search meets
EACH = 250  # positions that stand for one simulation there, where only they are limited
SIMULATIONS = 16_000  # after which more time adds little
SIMULATIONS_WITH_WEIGHTS = 6_000  # if there are learned weights
MEMORY = 250_000_000  # memory limit of solving, in bytes

_tables: dict[tuple[Any, ...], KeptTables] = {}  # the tables of the last game, opened once


def analyse(
    course: Course,
    limit: Limit | None = None,
    watch: Watch | None = None,
    *,
    seed: int = 1,
    workers: int = 1,
) -> Analysis:
    """Analyse the position at the end of a course at full strength.

    A move that would end the course by repetition counts as a draw. If a kept table holds the
    result, or a part of the limit suffices to solve the position, the analysis is exact. With
    `seconds` search and solver run side by side; `watch` can stop both at any time. Without a
    limit it visits the `positions` of the game's MctsParams, so that its result repeats, on a busy
    machine too, unless that takes MOST_SECONDS. Raises ValueError if the course is over.
    """
    weights = weights_for(course.game)
    usual = SIMULATIONS if weights is None else SIMULATIONS_WITH_WEIGHTS
    end = inf
    if limit is None:
        known = knowledge_of(course.game)
        params = known.mcts_params if weights is None else known.mcts_params_with_weights
        limit = Limit(positions=params.positions)
        end = time.process_time() + MOST_SECONDS

    def told(share: float) -> bool:
        return (watch is not None and watch(share)) or time.process_time() >= end

    kept = tables_for(course.game)
    solver = SolverEngine("", MEMORY, kept.tables, fallback="exhaustive")
    engine = MctsEngine(seed, workers=workers)
    try:
        # Tables and solvers ignore the course, in which a repetition may end the match.
        if course.result is not None or course.drawn:
            found = engine.analyse(course, limit, told)
        else:
            found = _solved_or_searched(solver, engine, course, limit, told)
    finally:
        solver.close()
        engine.close()
    if watch is not None and found.proven != ONGOING:
        watch(1.0)
    return replace(
        found,
        lines=_merged(found),
        complete=found.proven != ONGOING or found.simulations >= usual,
        warning="\n".join(filter(None, (kept.problem, found.warning))),
    )


def _solved_or_searched(
    solver: SolverEngine, engine: MctsEngine, course: Course, limit: Limit, watch: Watch
) -> Analysis:
    """The analysis by tables, by the solver in its share of the work, or by the search.

    A proof knows no distances and no best play, so that its results are put into the lines of the
    search.
    """
    begin = time.perf_counter()
    exact = solver.answer(course)
    if exact is not None:
        return exact
    proof = ProofSolver(course.position, MEMORY)
    prover = SolverEngine(begun=proof)
    if limit.seconds is None:  # one after the other, so that the result is repeatable
        simulations = limit.simulations or max(1, (limit.positions or 0) // EACH)
        part = Limit(positions=FOR_EACH * simulations)
        exact = solver.analyse(course, part, lambda share: watch(SOLVING * share))
        if exact.proven != ONGOING:
            return exact
        work = MET_FOR_EACH * simulations
        while not (proof.done or proof.full or watch(SOLVING)) and proof.reach(work, work):
            pass
        found = engine.analyse(course, limit, lambda share: watch(SOLVING + (1 - SOLVING) * share))
        return _settled(found, proof)
    solving = TimeSharedSolver(solver, course, limit.seconds, SOLVING, watch)
    solving.start()
    exact = solver.answer(course)
    if exact is None:
        proving = TimeSharedSolver(prover, course, limit.seconds, PROVING, solving, ends=False)
        proving.start()
        left = max(limit.seconds - (time.perf_counter() - begin), limit.seconds / 2)
        found = engine.analyse(course, replace(limit, seconds=left), proving)
        exact = solver.answer(course)
        if exact is None:
            return _settled(found, proof)
    return replace(exact, seconds=time.perf_counter() - begin)


def _settled(found: Analysis, proof: ProofSolver) -> Analysis:
    """The analysis of a search with the results that a proof knows of the position and moves."""
    course = found.course
    known = proof.known(course.position) if proof.done else None
    if known is None or found.proven != ONGOING:
        return found
    best = points_of(known.winner, course.player)
    lines = []
    for line in found.lines:
        # The proof may have visited another image of the move.
        results = [proof.known(course.advance(move).position) for move in line.moves if best]
        result = next(filter(None, results), None) if best else known
        value, proven, interval = line.value, line.proven, line.interval
        if result is not None and proven == ONGOING:
            value, proven, interval = points_of(result.winner, course.player), result.winner, None
        elif value > best:
            value, interval = best, None
        lines.append(replace(line, value=value, proven=proven, interval=interval))
    lines.sort(key=lambda line: (-line.value, not line.result))
    if lines[0].proven != known.winner:  # the proof has forgotten the move that keeps the result
        return found
    return replace(found, lines=tuple(lines), proven=known.winner, source=Source.PROOF)


def _merged(found: Analysis) -> tuple[Line, ...]:
    """The lines of an analysis with one for all mirror images, from a table or solver too."""
    course = found.course
    if found.source is Source.ESTIMATE or course.drawn:
        return found.lines
    images = images_of(course.game, course.position)
    return tuple(
        [
            line if line.images else replace(line, images=alike(line.move, images))
            for line in found.lines
            if line.move not in images
        ]
    )


def tables_for(game: Game) -> KeptTables:
    """The kept tables usable for a game; only changed files are checked again."""
    state = game.name, *game.settings.items(), *[_state_of(path) for path in kept_tables()]
    if state not in _tables:
        _tables.clear()
        _tables[state] = kept_for(game)
    return _tables[state]


def _state_of(path: Path) -> tuple[Any, ...]:
    """The attributes of a file that change when it is written again."""
    try:
        found = path.stat()
    except OSError:
        return (path,)
    return path, found.st_mtime_ns, found.st_size
