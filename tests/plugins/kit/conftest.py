from __future__ import annotations

from tests.toy_games import heap, known_walk, walk, yard

__all__ = ["heap", "known_walk", "walk", "yard"]
