"""The full analysis of a position, for hints and analyses, and what it found in words.

What is known exactly comes first: from a table that is kept, or because the position is small
enough to be solved on the way. Else it is an estimate of Monte-Carlo search, or a proof.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from stackyard.game import Game
from stackyard.options import show_value
from stackyard.position import DRAW, ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.watch import Watch
from stackyard_engine.engine import Analysis, Line, MctsEngine, Source
from stackyard_engine.eval.lookup import weights_for
from stackyard_engine.limits import Limit
from stackyard_engine.solver.engine import Knowledge, SolverEngine
from stackyard_engine.solver.tables import kept_for, kept_tables

UNLIKELY = 0.01  # a chance, below which it is only told that it is there
FEW = 10  # games or lines, below which a share of them says nothing
SOLVING = 0.1  # of the time of an analysis that may be spent on solving the position
FOR_EACH = 10  # positions that may be solved for each simulation, where no time is given
MEMORY = 250_000_000  # bytes that solving may take

_tables: dict[tuple[Any, ...], list[Knowledge]] = {}  # of the last game asked about, opened once


def analyse(
    course: Course,
    limit: Limit,
    watch: Watch | None = None,
    *,
    seed: int = 1,
    workers: int = 1,
) -> Analysis:
    """The full search of the position that a course has come to, for hints and analyses.

    No level of play weakens it, and a position that would end the course by repetition counts as
    a draw. Where a kept table knows the result, or a part of the limit suffices to solve the
    position, that is the answer. Raises ValueError if the course is over.
    """
    begin = time.perf_counter()
    told: list[float] = [0.0]

    def solving(share: float) -> bool:
        told[0] = SOLVING * share
        return watch is not None and watch(told[0])

    def searching(share: float) -> bool:
        return watch is not None and watch(told[0] + (1 - told[0]) * share)

    # Tables and solvers know nothing of the course, which may be about to end by repetition.
    if course.result is None and not course.drawn:
        exact = _exact(course, limit, solving)
        if exact.proven != ONGOING:
            if watch is not None:
                watch(1.0)
            return exact
        if limit.seconds is not None:
            used = time.perf_counter() - begin
            limit = replace(limit, seconds=max(limit.seconds - used, limit.seconds / 2))
    engine = MctsEngine(seed, workers=workers)
    try:
        return engine.analyse(course, limit, searching)
    finally:
        engine.close()


def _exact(course: Course, limit: Limit, watch: Watch) -> Analysis:
    """What is known, or found by solving within a part of the limit."""
    if limit.seconds is None:  # so that the answer is always the same
        part = Limit(positions=FOR_EACH * (limit.simulations or 1))
    else:
        part = Limit(seconds=SOLVING * limit.seconds)
    own = SolverEngine(memory=MEMORY).own(course, part)
    method = "exhaustive" if own is None else ""
    engine = SolverEngine(method, MEMORY, tables_for(course.game))
    try:
        return engine.analyse(course, part, watch)
    finally:
        engine.close()


def tables_for(game: Game) -> list[Knowledge]:
    """The kept tables that serve a game, which are checked only where they have changed."""
    files = [(path, path.stat()) for path in kept_tables() if path.is_file()]
    state = game.name, *game.settings.items(), *[(p, s.st_mtime_ns, s.st_size) for p, s in files]
    if state not in _tables:
        _tables.clear()
        _tables[state] = [*kept_for(game)]
    return _tables[state]


def supported(line: Line) -> bool:
    """Whether the value of a move is proven or rests on more than a few games or lines."""
    return bool(line.result) or not 0 < line.visits < FEW


def judgement(line: Line) -> str:
    """What an engine found a move to be worth, in a few words."""
    proven = {"wins": "wins for certain", "loses": "loses for certain", "draw": "a sure draw"}
    if line.result:
        return proven[line.result] + ("" if line.plies is None else f" in {moves(line.plies)}")
    if not supported(line):
        tried = "line" if line.judged else "game"
        return f"too little tried to tell ({line.visits} {tried}{'s' * (line.visits > 1)})"
    if line.judged:
        tried = f", {line.visits} lines tried" if line.visits else ""
        return f"judged at {_share(line.value)}{tried}"
    tried = f" of {line.visits} games tried" if line.visits else ""
    return f"wins {line.value:.0%}{tried}"


def _share(value: float) -> str:
    """A chance that is not certain: `37%`, `below 1%`."""
    if value < UNLIKELY:
        return f"below {UNLIKELY:.0%}"
    return f"above {1 - UNLIKELY:.0%}" if value > 1 - UNLIKELY else f"{value:.0%}"


def basis(analysis: Analysis) -> str:
    """What an analysis rests on, in a few words that may begin a sentence."""
    games = f"{analysis.simulations:,} games tried"
    lines = f"{analysis.simulations:,} lines tried"
    judged = analysis.lines[0].judged
    estimate = f"chances judged by {_learned(analysis.course.game)}, {lines}"
    if not judged:
        estimate = f"shares of {games}, not chances"
    proven = sum([bool(line.result) for line in analysis.lines])
    if proven:
        estimate += f"; {moves(proven)} of {len(analysis.lines)} proven"
    number = "1 position" if analysis.positions == 1 else f"{analysis.positions:,} positions"
    return {
        Source.TABLE: "From a table of solved positions",
        Source.SOLVED: f"Solved, with {number} visited",
        Source.PROOF: f"Proved, with {lines if judged else games}",
        Source.ESTIMATE: f"An estimate: {estimate}",
    }[analysis.source]


def _learned(game: Game) -> str:
    """What judges positions of a game: what was learned, perhaps on another board."""
    weights = weights_for(game)
    chosen = {} if weights is None else weights.heading.options
    other = [
        f"{name}={show_value(value)}"
        for name, value in chosen.items()
        if value != game.settings[name]
    ]
    return "what was learned" + (f" with {', '.join(other)}" if other else "")


def result_words(analysis: Analysis) -> str:
    """What is proven of a position: `red wins in 31 moves`, `a draw with best play`."""
    if analysis.proven == DRAW:
        return "a draw with best play"
    winner, plies = analysis.course.game.colours[analysis.proven], analysis.lines[0].plies
    return f"{winner} wins" + ("" if plies is None else f" in {moves(plies)}")


def moves(number: int) -> str:
    """A number of moves in words."""
    return f"{number} move{'s' * (number != 1)}"


def best_play(line: Line) -> tuple[str, ...]:
    """The best play that an engine found, its own move first, as it is typed."""
    return tuple([ply.text for ply in line.best.plies(line.course.ply)])
