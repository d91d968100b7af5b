from __future__ import annotations

from math import log10
from typing import Any

import pytest
from tests.plain_solver import reachable

from stackyard import load_game
from stackyard.position import ONGOING
from stackyard_lab.study.metrics.size import states_figure


@pytest.mark.parametrize(
    ("game", "options", "images"),
    [
        ("silo", {"size": 4, "height": 1}, ""),
        ("slicron", {"side": 2}, ", mirror images counted once"),
    ],
)
def test_all_unfinished_positions_are_counted_if_there_are_few(
    game: str, options: dict[str, Any], images: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start: Any = load_game(game, **options).initial()
    unfinished: list[Any] = [each for each in reachable(start).values() if each.winner == ONGOING]
    number = len({each.symmetric_code() if images else each.key() for each in unfinished})
    monkeypatch.setattr("stackyard_lab.study.metrics.size.MOST", number)
    found = states_figure(start, 1)
    assert found.proven
    assert found.value == found.low == found.high == pytest.approx(log10(number))
    assert found.note == f"{number:,} unfinished positions{images}"
    monkeypatch.setattr("stackyard_lab.study.metrics.size.MOST", number - 1)
    assert states_figure(start, 1).value is None
