from __future__ import annotations

from tests.toy_games import walk

__all__ = ["walk"]
