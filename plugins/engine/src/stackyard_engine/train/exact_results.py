"""Exact results for a training, and what weights make of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stackyard.analysis import Limit
from stackyard.game import Game
from stackyard.position import Position
from stackyard.rng import Rng, derive
from stackyard_engine.knowledge import knowledge_of
from stackyard_engine.limits import paced
from stackyard_engine.solver.engine import Solver
from stackyard_engine.solver.estimates import PLACE_BYTES, Forecast, estimate
from stackyard_engine.solver.game_solver import ResultLookup
from stackyard_engine.solver.solvers import MEMORY, ExhaustiveSolver
from stackyard_engine.solver.tables import kept_for
from stackyard_engine.successors import successors
from stackyard_engine.train.validation import random_line

DECIDING: Final = 300  # maximum number of positions for the report
SOLVED: Final = {"compiled": 2_000_000, "pure": 20_000}  # maximum positions of a game solved first
GIVEN_UP: Final = 3  # times that number: a game that turns out to have more is not solved
FORECAST: Final = 40  # part of it after which the positions of a game are first forecast
SOLVED_AT_ONCE: Final = 500
SOLVING_SECONDS: Final = 0.1  # between two reports of progress
PATIENCE: Final = 60.0  # time limit in seconds of the game's own solver
TRIED: Final = 3000  # games searched for these positions


def exact_results_for(
    game: Game,
    on_problem: Callable[[str], object] = lambda sentence: None,
    tell: Callable[[int, int | None], object] = lambda done, total: None,
) -> ResultLookup | None:
    """Exact results of a game: a kept table, or a small game solved at once; None without.

    `on_problem` is called with a sentence about an unusable table, without the full stop; `tell`
    while a game is solved, with the number of positions visited and the total, if known.
    """
    kept = kept_for(game)
    if kept.problem:
        on_problem(kept.problem)
    for table in kept.tables:
        if table.known(game.initial()) is not None:
            return table
    start, most = game.initial(), SOLVED[game.build]
    own, total = knowledge_of(game).solver(start, MEMORY), None
    forecast = None
    if own is not None and own.seconds <= PATIENCE:
        solver: Solver = own
        total = own.total
    else:
        if estimate(start).positions > most:
            return None
        solver = ExhaustiveSolver(start, PLACE_BYTES * GIVEN_UP * most)
        forecast = Forecast(start, solver)

    def work(visits: int) -> float:
        solver.run(visits)
        tell(solver.positions, total)
        hopeless = False
        if forecast is not None and solver.positions >= most // FORECAST and not solver.done:
            hopeless = forecast.positions() > GIVEN_UP * most
        return float(solver.done or solver.full or hopeless)

    paced(work, Limit(), lambda share: False, SOLVED_AT_ONCE, SOLVING_SECONDS)
    return solver if solver.done else None


def deciding_kept(
    game: Game,
    knowledge: ResultLookup,
    choose: Callable[[Position], int],
    wanted: int = DECIDING,
) -> tuple[float | None, float | None]:
    """The shares of positions in which a choice, and a random move, keep the exact result.

    Only positions in which some moves lose the result are counted, one from each random game.
    """
    kept = tried = 0
    by_chance = 0.0
    for number in range(TRIED):
        if tried == wanted:
            break
        own = derive(0, number, 3)
        line = random_line(game, own)
        position = line[Rng(derive(own, 1)).below(len(line))]
        known = knowledge.known(position)
        if known is None:
            continue
        results = {move: knowledge.known(after) for move, after in successors(position)}
        good = [move for move, one in results.items() if one and one.winner == known.winner]
        if 0 < len(good) < len(results):
            tried += 1
            kept += choose(position) in good
            by_chance += len(good) / len(results)
    return (kept / tried, by_chance / tried) if tried else (None, None)
