"""How long a search goes on, and how it is watched and stopped."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, fields

from stackyard.options import as_text
from stackyard.position import ONGOING
from stackyard.turnloop.watch import Watch
from stackyard_engine.mcts.search import Search

STEP_SECONDS = 0.01  # about how long a search runs before it looks at the clock


@dataclass(frozen=True)
class Limit:
    """When an analysis ends: at whatever of these comes first.

    `simulations` are of Monte-Carlo search, `depth` (moves ahead) and `positions` (met on the way)
    of alpha-beta search; every engine heeds `seconds`. Raises ValueError for a bound that is not
    above 0.
    """

    simulations: int | None = None
    depth: int | None = None
    positions: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            bound = getattr(self, field.name)
            if bound is not None and not bound > 0:
                given = f"{as_text(bound):.40}"
                raise ValueError(f"the limit of {field.name} is a number above 0, not {given}")


def run(search: Search, moves: int, limit: Limit, watch: Watch) -> None:
    """Run a search of a position with `moves` legal moves until the limit or `watch` ends it.

    It ends before that when the result is proven.
    """
    begun = search.simulations
    most = sys.maxsize if limit.simulations is None else limit.simulations

    def work(step: int) -> float:
        search.run(min(step, most - (search.simulations - begun)))
        return 1.0 if search.proven != ONGOING else (search.simulations - begun) / most

    paced(work, limit, watch, moves, STEP_SECONDS)


def paced(
    work: Callable[[int], float], limit: Limit, watch: Watch, step: int, seconds: float
) -> None:
    """Do work in steps that take about so long, until it is done, time is up or `watch` ends it.

    `work` does a step of so much at most, and answers which share of all it has done.
    """
    begin = time.perf_counter()
    while True:
        before = time.perf_counter()
        share = work(step)
        now = time.perf_counter()
        if limit.seconds is not None:
            share = max(share, (now - begin) / limit.seconds)
        if watch(min(share, 1.0)) or share >= 1:
            return
        if now - before < seconds:
            step *= 2
        elif now - before > 2 * seconds:
            step = max(1, step // 2)
