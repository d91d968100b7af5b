from __future__ import annotations

import pytest

from stackyard_kit.testing import GameConformance
from stackyard_pit_of_pillars.game import PitOfPillarsGame

pytestmark = pytest.mark.no_cover


class TestPitOfPillars(GameConformance):
    game = PitOfPillarsGame
    endless = True
    perft = "perft.json"

    def pieces_in(self, text: str) -> int:
        ranks, _, reserves, _ = text.split()
        beside = [int(number) for number in reserves.split(",")]
        return sum([ranks.count(piece) for piece in "wrWR"]) + sum(beside)
