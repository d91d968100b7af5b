"""Studies whose sizes are measured in milliseconds; tests/…/metrics measure them in full."""

from __future__ import annotations

from functools import partial

import pytest

from stackyard_lab.study.metrics.size import speed_figures, states_figure


@pytest.fixture(autouse=True)
def short_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions are counted, and few random games timed."""
    timed = partial(speed_figures, measurements=6, seconds=0.001)
    monkeypatch.setattr("stackyard_lab.study.study.speed_figures", timed)
    counted = partial(states_figure, most=200, playouts=20)
    monkeypatch.setattr("stackyard_lab.study.study.states_figure", counted)
