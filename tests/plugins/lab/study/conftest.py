"""Studies in which few positions are counted; tests/…/metrics count them in full."""

from __future__ import annotations

from functools import partial

import pytest

from stackyard_lab.study.metrics.size import states_figure


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions are counted."""
    monkeypatch.setattr("stackyard_lab.study.study.states_figure", partial(states_figure, most=200))
