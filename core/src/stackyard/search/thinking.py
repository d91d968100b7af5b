"""Thinking about one position for a while, watched by who waits for the answer."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from stackyard.game import Game
from stackyard.position import ONGOING, Position
from stackyard.search.mcts import Search

# Told now and then which share of the budget is used, 0 … 1; True stops the thinking.
Watch = Callable[[float], bool]

STEP_SECONDS = 0.01  # about how long a search runs before it looks at the clock


def think(
    game: Game,
    position: Position,
    seed: int,
    simulations: int | None = None,
    seconds: float | None = None,
    watch: Watch | None = None,
    *,
    search: Search | None = None,
) -> Search:
    """A search of a position that is not over, run until either budget is used up.

    It ends before that when the result is proven, or when `watch`, which is told every few
    milliseconds which share of the budget is used, answers True; but every legal move is tried
    first. `search` is one that already stands at the position, to be run further.
    """
    check_budget(position, simulations, seconds)
    if search is None:
        search = Search(position, game.playout, seed)
    begun = search.simulations
    most = sys.maxsize if simulations is None else simulations
    begin = time.perf_counter()
    step = len(position.legal_moves())
    while True:
        before = time.perf_counter()
        done = search.simulations - begun
        search.run(min(step, most - done))
        now = time.perf_counter()
        share = 1.0 if search.proven != ONGOING else (search.simulations - begun) / most
        if seconds is not None:
            share = max(share, (now - begin) / seconds)
        if (watch is not None and watch(min(share, 1.0))) or share >= 1:
            return search
        if now - before < STEP_SECONDS:
            step *= 2
        elif now - before > 2 * STEP_SECONDS:
            step = max(1, step // 2)


def check_budget(position: Position, simulations: int | None, seconds: float | None) -> None:
    """Raise ValueError if there is nothing to think about, or no time to think."""
    if position.winner != ONGOING:
        raise ValueError("the game is over: there is nothing to search")
    if not (simulations or seconds) or (simulations or 1) < 1 or (seconds or 1) <= 0:
        raise ValueError("a search needs a budget above 0: simulations, seconds or both")
