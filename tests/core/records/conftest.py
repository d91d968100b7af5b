from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.core.records.forks import FORKS

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "archive.sqlite3"


@pytest.fixture
def game(known_walk: WalkMaker) -> WalkGame:
    return known_walk(*FORKS)
