"""A computer agrees to a draw if it has stood no better for a while, not because it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from stackyard import load_game
from stackyard.analysis import Analysis, Line
from stackyard.position import DRAW, ONGOING
from stackyard.turnloop.history import Course
from stackyard.turnloop.match import Match
from stackyard_engine import draw_answers
from stackyard_engine.draw_answers import accepts_draw

MOVES = "cdabcdcd"  # of Silo, red and blue in turn
EVEN, WORSE, BETTER = 0.5, 0.3, 0.7  # of red


@pytest.mark.parametrize(
    ("shares", "side", "agrees"),
    [
        ([BETTER, BETTER, WORSE, WORSE, EVEN, WORSE, EVEN, WORSE, WORSE], 0, True),
        ([BETTER, BETTER, WORSE, WORSE, EVEN, WORSE, EVEN, WORSE, WORSE], 1, False),
        ([WORSE, WORSE, WORSE, WORSE, BETTER, WORSE, WORSE, WORSE, WORSE], 0, False),
        ([WORSE, WORSE, WORSE, WORSE, WORSE, WORSE, WORSE, WORSE, BETTER], 0, False),
        ([WORSE, WORSE, WORSE, WORSE, WORSE], 0, False),
        ([BETTER, BETTER, DRAW], 1, True),
    ],
    ids=["three turns", "the other", "one of them", "now", "two turns", "proven"],
)
def test_it_agrees_after_three_turns_in_which_it_stood_no_better(
    shares: Sequence[float], side: int, agrees: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def analyse(course: Course, *_: Any, **__: Any) -> Analysis:
        share = shares[course.ply]
        proven = DRAW if share == DRAW else ONGOING
        value = share if course.player == 0 else 1 - share
        move = int(course.position.legal_moves()[0])
        line = Line(move, value, 100, proven, None, course, list, True)
        return Analysis(course, (line,), proven)

    monkeypatch.setattr(draw_answers, "analyse", analyse)
    match = Match(load_game("silo", size=4, height=3), ("level:1", "level:8"))
    for move in MOVES[: len(shares) - 1]:
        match.play(move)
    assert accepts_draw(match, side) is agrees
