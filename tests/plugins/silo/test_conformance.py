from __future__ import annotations

import pytest

from stackyard_kit.testing import GameConformance
from stackyard_silo.game import SiloGame

pytestmark = pytest.mark.no_cover


class TestSilo(GameConformance):
    game = SiloGame
    longest = 10_000  # no game seen so far is half as long as 2,500
    perft = "perft.json"

    def pieces_in(self, text: str) -> int:
        columns, _ = text.split()
        return columns.count("r") + columns.count("b")
