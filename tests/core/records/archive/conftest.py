from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.core.records.archive.matches import LONG

from stackyard.records.archive import Archive

if TYPE_CHECKING:
    from tests.toy_games import WalkGame, WalkMaker


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """An archive that nothing was kept in, the one that programs find here."""
    path = tmp_path / "data" / "archive.sqlite3"
    monkeypatch.setenv("STACKYARD_ARCHIVE", str(path))
    return Archive()


@pytest.fixture
def told() -> list[str]:
    """The messages when a match cannot be kept."""
    return []


@pytest.fixture
def game(known_walk: WalkMaker) -> WalkGame:
    return known_walk(*LONG)
