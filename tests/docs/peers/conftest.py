"""The three example games of the comparison with other programs, read from the documents."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from stackyard.plugins.registry import registry

PEERS = Path(__file__).parents[3] / "docs/researchers/peers"

NAMES = ["hex", "breakthrough", "connect_four"]
sys.path += [str(PEERS / game / "src") for game in NAMES]


@pytest.fixture(scope="module", autouse=True)
def _named_plugins() -> Iterator[None]:
    """The plugins of these games are named, since their packages are not installed."""
    with pytest.MonkeyPatch.context() as patch:
        plugins = [f"stackyard_{name}.plugin" for name in NAMES]
        patch.setenv("STACKYARD_PLUGINS", os.pathsep.join(plugins))
        registry.cache_clear()
        yield
    registry.cache_clear()
