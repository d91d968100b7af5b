from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from stackyard.records.archive import Archive
from stackyard.workforce import Workforce
from stackyard_lab.game_outcome import DIED, GameOutcome
from stackyard_lab.plan import Pairing, Plan
from stackyard_lab.study.matches import PlayedMatch, Work, shared_work


def test_a_game_without_a_result_leaves_out_its_pair(
    archive: Archive, plan: Callable[..., Plan]
) -> None:
    match = PlayedMatch(plan("random", "mcts:5", games=8), archive)
    winners = (0, 1, None, 0, 0, 0)  # seats; the players swap them in every second game
    for number, winner in enumerate(winners):
        pairing = Pairing(0, 1, number)
        reason = DIED if winner is None else "over"
        match.arena.outcomes[pairing] = GameOutcome(pairing, winner, reason, 10, 10)
    assert [outcome.pairing.number for outcome in match.first_games] == [0, 1, 4, 5]
    assert match.points == [1.0, 1.0, 1.0, 0.0]


def test_a_run_plays_a_game_that_killed_its_workers_no_more(
    archive: Archive, plan: Callable[..., Plan]
) -> None:
    match = PlayedMatch(plan("random", "mcts:5", games=4), archive)
    for number, winner in enumerate((0, None)):
        pairing = Pairing(0, 1, number)
        match.arena.outcomes[pairing] = GameOutcome(pairing, winner, DIED, 10, 10)
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        assert list(match.work(workforce, 60.0, games=2)) == []


class Busy:
    """An experiment whose work is done here, at no cost to workers."""

    title, share = "busy", 1

    def work(self, workforce: Workforce, seconds: float) -> Work:
        while True:
            end = time.thread_time() + 0.01
            while time.thread_time() < end:
                pass
            yield 0.0


def test_the_time_of_this_thread_counts_and_is_shared() -> None:
    begin = time.thread_time()
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        spent = [spent for _, spent in shared_work([Busy(), Busy()], workforce, 0.1)]
    assert 0.1 <= spent[-1] <= time.thread_time() - begin < 0.15
