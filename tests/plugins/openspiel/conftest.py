"""Games of third parties are registered beside the five."""

from __future__ import annotations

from tests.game_options import third_party

__all__ = ["third_party"]
