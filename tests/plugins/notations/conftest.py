from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests import toy_games
from tests.core.records.forks import FORKS
from tests.toy_games import known_walk, walk, yard

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker

__all__ = ["known_walk", "walk", "yard"]


@pytest.fixture(autouse=True)
def _notations_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment with plugins of a test has notations beside core."""
    monkeypatch.setattr(toy_games, "INSTALLED", {"stackyard-core", "stackyard-notations"})


@pytest.fixture
def game(known_walk: WalkMaker) -> WalkGame:
    return known_walk(*FORKS)
