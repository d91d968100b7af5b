"""Measure what a proof beside exhaustive search costs: `python docs/researchers/proof_cost.py`.

For each position: the positions visited and the processor seconds of exhaustive search alone, and
of both in turns. A search that visits MOST positions without an end is left there.
"""

from __future__ import annotations

import time

from stackyard import load_game
from stackyard.position import DRAW
from stackyard_engine.solver.combined import CombinedSolver
from stackyard_engine.solver.engine import Combined, ExhaustiveSolver, combined

MOST = 1_000_000
GERING = "wwww/wwww/wwww/-/-/bbbb/bbbb/bbbb 0,0 0,0 w"
BOARDS: list[tuple[str, str]] = [
    ("filo", GERING),
    ("filo", ""),
    ("filo -o empty_reserve=skip", ""),
    ("filo -o size=5 -o pieces=5 -o empty_reserve=skip", ""),
    ("filo -o size=5 -o pieces=5 -o variant=proposal-1", ""),
    ("filo -o size=5 -o pieces=5 -o variant=proposal-1+2", ""),
    ("filo -o size=6 -o pieces=5 -o empty_reserve=skip -o variant=proposal-2", ""),
    ("splay -o side=3", ""),
    ("slicron -o side=2", ""),
    ("slicron -o side=3 -o pie=off", ""),
    ("pit_of_pillars -o size=3", ""),
    ("pit_of_pillars -o size=4", ""),
    ("silo -o size=4", ""),
    ("silo -o size=4 -o height=3", ""),
]


def measured(solver: ExhaustiveSolver | Combined) -> str:
    """The positions visited and the seconds taken, as two cells of the table."""
    begin = time.process_time()
    while not (solver.done or solver.full) and solver.positions < MOST:
        solver.run(20_000)
    seconds = time.process_time() - begin
    more = "" if solver.done else "more than "
    return f"{more}{solver.positions:,} | {more}{seconds:.2f}"


for words, text in BOARDS:
    name, *options = words.split(" -o ")
    game = load_game(name, **dict(option.split("=", 1) for option in options))
    start = game.parse_position(text) if text else game.initial()
    alone = measured(ExhaustiveSolver(start))
    both = combined(start)
    figures = measured(both)
    part = both.current
    known = None if isinstance(part, CombinedSolver) else part.known(start)
    answer = "open"
    if known is not None:
        answer = "draw" if known.winner == DRAW else game.colours[known.winner]
        answer += "" if known.plies is None else f" in {known.plies}"
    print(f"| {words}{', ' * bool(text)}{text} | {alone} | {figures} | {answer} |", flush=True)
