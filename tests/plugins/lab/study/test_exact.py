from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from stackyard import ONGOING, load_game
from stackyard.workforce import Workforce
from stackyard_lab.study.exact import ExactSolution


def test_what_a_games_own_solver_visits_is_not_told_as_positions() -> None:
    exact = ExactSolution(load_game("silo", size=4, height=2))
    with Workforce(lambda: ThreadPoolExecutor(1)) as workforce:
        for _ in exact.work(workforce, 600):
            pass
    assert exact.winner() != ONGOING
    assert exact.figure(1) is None  # it visits words, some of which no game reaches
