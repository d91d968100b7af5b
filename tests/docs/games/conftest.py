"""The example games of the authors' documents, read from there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stackyard.plugins.registry import registry

GAMES = Path(__file__).parents[3] / "docs/authors/games"

FOLDERS = [folder for folder in sorted(GAMES.iterdir()) if folder.is_dir()]
sys.path += [str(folder / "src") for folder in FOLDERS]
NAMES = [folder.name for folder in FOLDERS]


@pytest.fixture(scope="module", autouse=True)
def _named_plugins() -> Iterator[None]:
    """The plugins of these games are named, since their packages are not installed."""
    with pytest.MonkeyPatch.context() as patch:
        plugins = [f"stackyard_{name}.plugin" for name in NAMES]
        patch.setenv("STACKYARD_PLUGINS", os.pathsep.join(plugins))
        registry.cache_clear()
        yield
    registry.cache_clear()
