"""Studies in which few positions are counted; tests/…/metrics count them in full."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions are counted."""
    monkeypatch.setattr("stackyard_lab.study.metrics.size.MOST", 200)
