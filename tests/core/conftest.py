from __future__ import annotations

import pytest
from tests.toy_games import Yard, heap, known_walk, walk, yard

__all__ = ["heap", "known_walk", "walk", "yard"]


@pytest.fixture(autouse=True)
def _own_yard(yard: Yard) -> None:
    """Each test finds core and the engine alone."""
