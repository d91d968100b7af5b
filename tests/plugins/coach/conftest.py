from __future__ import annotations

import pytest
from tests import toy_games
from tests.toy_games import known_walk, walk, yard

__all__ = ["known_walk", "walk", "yard"]


@pytest.fixture(autouse=True)
def _coach_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment with plugins of a test has the coach beside core."""
    brought = {"stackyard-core", "stackyard-engine", "stackyard-coach"}
    monkeypatch.setattr(toy_games, "INSTALLED", brought)
