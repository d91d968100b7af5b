"""Games of third parties, beside the five."""

from __future__ import annotations

from tests.game_options import third_party, wide_walk

__all__ = ["third_party", "wide_walk"]
