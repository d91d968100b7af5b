"""Run a search or a solver in steps until its limit or its watch stops it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from stackyard.analysis import Limit
from stackyard.position import ONGOING
from stackyard.turnloop.watch import Watch
from stackyard_engine.mcts.search import Search

LEAST = 8  # simulations for each legal move, however many positions they take
MOST = 0.999  # share of the work done while it goes on
DEPTH = 6  # depth of the player alphabeta if none was tuned
DEEPEST = 99  # depth of alpha-beta search where only the time is limited
STEP_SECONDS = 0.01  # approximate time between two checks of the clock

Clock = Callable[[], float]  # returns seconds, such as time.perf_counter


def run(
    search: Search, moves: int, limit: Limit, watch: Watch, clock: Clock = time.perf_counter
) -> None:
    """Run a search of a position with `moves` legal moves until the limit or `watch` stops it.

    It stops earlier if the result is proven. A limit of positions lets every legal move have
    LEAST simulations. Seconds are those of `clock`.
    """
    begun, made = search.simulations, search.positions
    most = sys.maxsize if limit.simulations is None else limit.simulations
    positions = sys.maxsize if limit.positions is None else limit.positions
    until, least = made + positions, LEAST * moves

    def work(step: int) -> float:
        step = min(step, most - (search.simulations - begun))
        if not search.run(step, until, least):
            return 1.0
        share = min((search.positions - made) / positions, MOST)
        return max((search.simulations - begun) / most, share)

    paced(work, limit, watch, moves, STEP_SECONDS, clock)


def deepen(search: Any, seconds: float, clock: Clock) -> None:
    """Deepen an alpha-beta search at least once, until its time is up or the result is proven."""
    end = clock() + seconds

    def stop() -> bool:
        return clock() >= end

    search.deepen()
    while search.depth < DEEPEST and search.proven == ONGOING and not stop():
        search.deepen(stop)


def paced(
    work: Callable[[int], float],
    limit: Limit,
    watch: Watch,
    step: int,
    seconds: float,
    clock: Clock = time.perf_counter,
) -> None:
    """Do work in steps of about `seconds` until it is done, time is up or `watch` stops it.

    `work` does a step of at most the given size and returns the share of the work done so far.
    A step is to take half of the time that is left, at most: no two take equally long.
    """
    begin = clock()
    while True:
        before = clock()
        share = work(step)
        now = clock()
        aim = seconds
        if limit.seconds is not None:
            share = max(share, (now - begin) / limit.seconds)
            aim = min(aim, (begin + limit.seconds - now) / 2)
        if watch(min(share, 1.0)) or share >= 1:
            return
        fitting = int(step * aim / (now - before)) if now > before else 2 * step
        step = max(1, min(2 * step, fitting))
